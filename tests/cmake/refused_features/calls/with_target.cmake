add_executable(e suite.cpp)
micro_add_suite(s TARGET e FEATURES native OPTIONAL_FEATURES lto)
