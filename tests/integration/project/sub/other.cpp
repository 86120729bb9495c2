#include <benchmark/benchmark.h>

static void multiply(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(state.iterations() * 3);
}
BENCHMARK(multiply);
