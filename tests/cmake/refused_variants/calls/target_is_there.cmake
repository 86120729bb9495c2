add_executable(bench-strings--a suite.cpp)
micro_add_variant(strings a COMPILE_OPTIONS -O1)
