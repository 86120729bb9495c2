add_executable(program suite.cpp)
set_target_properties(program PROPERTIES OUTPUT_NAME "pro\"gram")
micro_add_suite(s TARGET program)
