micro_add_suite(s SOURCES suite.cpp COUNTER "hit rate;" UNIT "100 %" of all BETTER higher COUNTER misses UNTI x COUNTER more FROK 5)
