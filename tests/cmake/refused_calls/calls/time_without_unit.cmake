micro_add_suite(s SOURCES suite.cpp TIME 5)
