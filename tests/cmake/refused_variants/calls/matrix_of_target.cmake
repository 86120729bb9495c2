micro_add_variants(taken MATRIX opt=O2,O3 AXIS opt O3 COMPILE_OPTIONS -O3)
