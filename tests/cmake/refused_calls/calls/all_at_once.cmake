micro_add_suite("a b" FRK 3 TIME 5 FORK)
