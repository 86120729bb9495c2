micro_add_variant(io.record a ENVIRONMENT A=1)
micro_add_variants(strngs MATRIX a=b AXIS a b ENVIRONMENT A=1)
