micro_add_variant(strings "" ENVIRONMENT A=1)
