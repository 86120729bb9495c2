micro_add_suite(s TARGET nowhere)
