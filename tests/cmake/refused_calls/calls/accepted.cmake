micro_add_suite(A-Za+z0.9_ SOURCES suite.cpp FORK 10 TIME 1.5us)
