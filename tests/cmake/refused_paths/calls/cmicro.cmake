set(MICRO_CMICRO nowhere/cmicro)
micro_add_suite(s SOURCES suite.cpp)
