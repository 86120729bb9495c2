micro_add_variant(io.records a FEATURES -told)
