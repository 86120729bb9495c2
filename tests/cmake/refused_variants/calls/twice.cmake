micro_add_variant(strings one
  ENVIRONMENT A=1)
micro_add_variant(io.records one ENVIRONMENT A=1)

micro_add_variant(strings one RUN_ARGS x)
