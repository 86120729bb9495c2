string(REPEAT 123456789 12 digits)
micro_add_suite(s SOURCES suite.cpp FORK ${digits})
