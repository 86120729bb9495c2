micro_add_suite(s SOURCES "" FORK 2)
