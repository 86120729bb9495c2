#include <benchmark/benchmark.h>

static void add(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(state.range(0) + 1);
}
BENCHMARK(add)->ArgName("words")->Arg(10)->Arg(100);
