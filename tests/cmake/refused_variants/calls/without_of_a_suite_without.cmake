micro_add_variant(strings a WITHOUT_LIBRARIES first)
