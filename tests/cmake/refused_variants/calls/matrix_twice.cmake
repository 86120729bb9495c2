micro_add_variants(strings MATRIX a=1 MATRIX b=2)
