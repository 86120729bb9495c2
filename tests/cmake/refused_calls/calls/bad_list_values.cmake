micro_add_suite(s SOURCES suite.cpp ENVIRONMENT A=1 B PARAM length EXCLUDE a=1,b EFFORT huge OPTIONS "")
