#include <benchmark/benchmark.h>

static void quick(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(state.iterations());
}
BENCHMARK(quick)->Arg(1)->Arg(2);
