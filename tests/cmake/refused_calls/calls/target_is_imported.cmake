add_executable(program IMPORTED)
micro_add_suite(s TARGET program)
