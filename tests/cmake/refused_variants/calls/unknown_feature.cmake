micro_add_variant(strings a FEATURES asna -ltoo)
