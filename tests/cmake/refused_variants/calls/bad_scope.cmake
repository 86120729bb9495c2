micro_add_variant(strings a SCOPE all COMPILE_OPTIONS -O1)
