micro_add_suite(s)
