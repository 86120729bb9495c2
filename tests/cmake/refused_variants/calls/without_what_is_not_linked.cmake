micro_add_variant(io.records a WITHOUT_LIBRARIES frist)
