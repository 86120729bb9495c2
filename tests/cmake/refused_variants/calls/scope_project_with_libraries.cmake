micro_add_variant(io.records a SCOPE project LINK_LIBRARIES second WITHOUT_LIBRARIES first INCLUDE_DIRECTORIES .)
