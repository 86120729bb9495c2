micro_add_suite(s SOURCES suite.cpp FRK 3)
