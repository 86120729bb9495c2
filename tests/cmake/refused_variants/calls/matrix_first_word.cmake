micro_add_variants(strings MATRX a=1)
