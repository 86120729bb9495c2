micro_add_suite(UNIT SOURCES suite.cpp COUNTER hits)
micro_add_suite(COUNTER SOURCES suite.cpp COUNTER hits COUNTER misses FORK 5 COUNTER more UNIT "" LABELS x)
