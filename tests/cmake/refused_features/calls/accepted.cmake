micro_define_feature(a.b+c-d_1)
micro_define_feature(b CXX_STANDARD newest REQUIRES_COMPILES "int x;" ENVIRONMENT "A=" "$<$<CONFIG:Debug>:B=1>")
micro_add_suite(s SOURCES suite.cpp FEATURES a.b+c-d_1 b -b)
