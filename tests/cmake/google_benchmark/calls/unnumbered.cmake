set(benchmark_DIR "${CMAKE_SOURCE_DIR}/unnumbered")
micro_add_suite(s SOURCES suite.cpp)
