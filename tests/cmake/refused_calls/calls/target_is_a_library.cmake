add_library(library suite.cpp)
micro_add_suite(s TARGET library)
