
micro_define_feature(mine COMPILE_OPTIONS -O1)
micro_define_feature(mine.too COMPILE_OPTIONS -O1)
include(calls/defined_twice_other.inc)
