#include <benchmark/benchmark.h>

static void reports(benchmark::State& state) {
  state.SkipWithError("the device is on fire");
  for (auto _ : state) benchmark::ClobberMemory();
}
BENCHMARK(reports);
