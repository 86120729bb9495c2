micro_add_variants(strngs MATRIX a=b AXIS a b ENVIRONMENT A=1)
