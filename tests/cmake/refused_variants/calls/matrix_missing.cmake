micro_add_variants(strings AXIS a b RUN_ARGS c)
