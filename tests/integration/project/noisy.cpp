// Prints wherever it can, and checks that what steers Google Benchmark has not come from the caller's environment.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <cstring>
#include <iostream>

extern char** environ;

static const bool noise_before_main = [] {
  std::cout << "{\"benchmarks\": []}\nloading 1 of 1\n" << std::flush;
  std::cerr << "warning: nothing is wrong\n";
  return true;
}();

static void talks(benchmark::State& state) {
  std::cout << "{\"name\": \"not a result\"}\n";
  std::cerr << "still running\n";
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (std::strncmp(*variable, "BENCHMARK_", 10) == 0) state.SkipWithError(*variable);
  }
  for (auto _ : state) benchmark::DoNotOptimize(noise_before_main);
}
BENCHMARK(talks);
