micro_add_suite(s SOURCES suite.cpp LINK_LIBRARIES m FEATURE_SET preview)
