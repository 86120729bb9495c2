micro_add_variant(strings a ENVIROMENT A=1)
