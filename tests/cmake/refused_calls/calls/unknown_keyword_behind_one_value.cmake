micro_add_suite(s SOURCES suite.cpp FORK 3 CONTROLS default)
