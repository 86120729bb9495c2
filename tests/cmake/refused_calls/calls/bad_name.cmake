micro_add_suite("two words" SOURCES suite.cpp)
