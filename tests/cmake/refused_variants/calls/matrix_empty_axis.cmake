micro_add_variants(strings MATRIX opt= alloc=glibc,,jemalloc AXIS alloc jemalloc RUN_ARGS c)
