micro_define_feature(mine COMPILE_OPTIONS -O1)
micro_define_feature(mine COMPILE_OPTIONS -O2)
