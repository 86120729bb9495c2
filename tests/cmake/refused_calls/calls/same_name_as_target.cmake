add_library(bench-s suite.cpp)
micro_add_suite(s SOURCES suite.cpp)
