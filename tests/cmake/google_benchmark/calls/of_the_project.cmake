set(CMAKE_DISABLE_FIND_PACKAGE_benchmark ON)
add_library(own INTERFACE)
add_library(benchmark::benchmark ALIAS own)
micro_add_suite(s SOURCES suite.cpp)
