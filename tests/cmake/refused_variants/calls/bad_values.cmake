micro_add_variant(strings a ENVIRONMENT "no equals" =x CXX_STANDARD 18 SCOPE suite project)
