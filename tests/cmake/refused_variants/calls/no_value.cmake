micro_add_variant(strings a ENVIRONMENT RUN_ARGS x)
