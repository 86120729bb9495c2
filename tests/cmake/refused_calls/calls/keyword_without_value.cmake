micro_add_suite(s SOURCES suite.cpp FORK TIME 5ms)
