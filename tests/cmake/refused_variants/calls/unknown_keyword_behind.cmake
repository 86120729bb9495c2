micro_add_variant(strings a COMPILE_OPTIONS -O1 TIMES 3)
