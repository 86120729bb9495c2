micro_add_variant(strings default ENVIRONMENT A=1)
