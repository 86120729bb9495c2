add_library(library STATIC IMPORTED)
micro_stable_layout(library)
