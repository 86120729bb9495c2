micro_add_variant(strings a SCOPE project RUN_ARGS a FEATURES told)
