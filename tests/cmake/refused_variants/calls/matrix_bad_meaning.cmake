micro_add_variants(strings MATRIX opt=O2,O3 AXIS opt O3 COMPILE_OPTION -O3 FEATURES lot)
