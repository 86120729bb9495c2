micro_add_suite(s SOURCES suite.cpp RESULTS_FORMAT json)
