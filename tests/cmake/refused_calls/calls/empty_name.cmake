micro_add_suite("" SOURCES suite.cpp)
