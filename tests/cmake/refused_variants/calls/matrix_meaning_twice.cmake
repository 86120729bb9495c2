micro_add_variants(strings MATRIX opt=O2,O3 AXIS opt O3 RUN_ARGS a AXIS opt O3 RUN_ARGS b)
