#include <benchmark/benchmark.h>

int unrelated();

static void call(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(unrelated());
}
BENCHMARK(call);
