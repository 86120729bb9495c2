set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/[a] $b; 'c' ü")
micro_add_suite(s SOURCES suite.cpp)
