micro_add_suite(s SOURCES suite.cpp nowhere.cpp sub/neither.cpp)
