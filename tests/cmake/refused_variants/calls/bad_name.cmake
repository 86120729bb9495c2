micro_add_variant(strings "a b@" ENVIRONMENT A=1)
