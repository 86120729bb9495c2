micro_add_suite(s SOURCES suite.cpp COUNTER UNIT entries)
