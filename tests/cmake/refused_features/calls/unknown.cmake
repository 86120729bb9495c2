micro_add_suite(s SOURCES suite.cpp FEATURES preveiw -lot OPTIONAL_FEATURES nothing_like_it)
