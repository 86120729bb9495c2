micro_add_suite(s SOURCES suite.cpp OPTIONAL_FEATURES -stable-layout)
