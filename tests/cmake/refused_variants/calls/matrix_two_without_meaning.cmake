micro_add_variants(strings MATRIX opt=O1,O2,O3 AXIS opt O3 RUN_ARGS a)
