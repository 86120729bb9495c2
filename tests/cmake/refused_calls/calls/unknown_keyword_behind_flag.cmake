micro_add_suite(s OWN_MAIN SOURCE suite.cpp)
