int f() { return nothing_in_a_file; }
