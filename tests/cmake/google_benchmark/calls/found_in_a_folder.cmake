# Found by the project for one folder only.
add_subdirectory(folder)
micro_add_suite(s SOURCES suite.cpp)
