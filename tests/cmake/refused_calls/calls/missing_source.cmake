micro_add_suite(s SOURCES nowhere.cpp)
