micro_add_variant(strings a SCOPE project)
