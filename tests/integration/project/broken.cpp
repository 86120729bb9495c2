#include <benchmark/benchmark.h>

static void never(benchmark::State& state) { this_is_not_declared(state); }
BENCHMARK(never);
