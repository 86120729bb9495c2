micro_add_variant(taken a COMPILE_OPTIONS -O1 FEATURES lto ENVIRONMENT A=1)
