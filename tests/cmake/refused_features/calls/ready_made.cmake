micro_define_feature(lto COMPILE_OPTIONS -flto)
