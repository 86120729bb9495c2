micro_add_suite(s SOURCES suite.cpp COUNTER hits COUNTER FORK 5)
