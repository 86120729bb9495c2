set(MICRO_CMICRO "")
micro_add_suite(s SOURCES suite.cpp)
