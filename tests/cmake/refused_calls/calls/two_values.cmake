micro_add_suite(s SOURCES suite.cpp FORK 3 FORK 4 WORKING_DIRECTORY a b)
