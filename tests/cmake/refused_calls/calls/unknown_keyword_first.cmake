micro_add_suite(s suite.cpp)
