micro_add_suite(s SOURCES suite.cpp OPTIONS --benchmark_perf_counters=CYCLES --benchmark_out=x --benchmark_filter)
