set(benchmark_DIR "${CMAKE_SOURCE_DIR}/old")
micro_add_suite(s SOURCES suite.cpp)
