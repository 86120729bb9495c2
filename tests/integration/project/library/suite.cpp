// The name of the benchmark says how the suite and the library were compiled.
#include <benchmark/benchmark.h>

#include <string>

#include "how.h"

int tuned_tuning();
int tuned_fast();
int tuned_optimized();

static void work(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(tuned_tuning());
}

static const int registered = [] {
  const auto pair = [](const char* name, int suite, int library) {
    return "/" + std::string(name) + ":" + std::to_string(suite) + std::to_string(library);
  };
  const std::string name = "work" + pair("tuning", HOW_TUNING, tuned_tuning()) + pair("fast", HOW_FAST, tuned_fast()) +
                           pair("optimized", HOW_OPTIMIZED, tuned_optimized());
  benchmark::RegisterBenchmark(name.c_str(), work);
  return 0;
}();
