// Labels its result with what the program has been given: its arguments, and the variable MODE.
#include <benchmark/benchmark.h>
#include <micro/arguments.h>

#include <cstdlib>
#include <string>

static void sees(benchmark::State& state) {
  std::string seen;
  for (const char* argument : micro::arguments()) seen += std::string("[") + argument + "]";
  const char* mode = std::getenv("MODE");
  state.SetLabel(seen + " MODE=" + (mode == nullptr ? "" : mode));
  for (auto _ : state) benchmark::ClobberMemory();
}
BENCHMARK(sees);
