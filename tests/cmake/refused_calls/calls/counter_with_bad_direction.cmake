micro_add_suite(s SOURCES suite.cpp COUNTER hits BETTER more COUNTER misses BETTER "")
