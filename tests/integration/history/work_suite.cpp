#include <benchmark/benchmark.h>

#include "work.h"

static void read(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(work());
}
BENCHMARK(read);

// It calls nothing of the library.
static void control(benchmark::State& state) {
  for (auto _ : state) {
    unsigned long value = 1;
    for (int i = 0; i < 1000; ++i) benchmark::DoNotOptimize(value = value * 6364136223846793005ul + 1442695040888963407ul);
  }
}
BENCHMARK(control);
