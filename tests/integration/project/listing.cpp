// Crashes before main(), and so whenever it is asked for its benchmarks.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>

static const bool crashed = [] {
  std::fprintf(stderr, "no licence found\n");
  std::abort();
  return true;
}();

static void unreachable(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(crashed);
}
BENCHMARK(unreachable);
