add_executable(program suite.cpp)
micro_add_suite(s TARGET program SOURCES suite.cpp COMPILE_OPTIONS -O3 OWN_MAIN)
