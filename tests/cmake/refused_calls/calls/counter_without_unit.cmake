micro_add_suite(s SOURCES suite.cpp COUNTER hits UNIT BETTER higher COUNTER misses UNIT COUNTER "back\\" BETTER)
