// Labels its result with what the program has been given: its arguments, the variable MODE, and the name of the folder that it runs in.
#include <benchmark/benchmark.h>
#include <micro/arguments.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

static void sees(benchmark::State& state) {
  std::string seen;
  for (const char* argument : micro::arguments()) seen += std::string("[") + argument + "]";
  const char* mode = std::getenv("MODE");
  char folder[4096] = "";
  if (getcwd(folder, sizeof folder) == nullptr) state.SkipWithError("no working directory");
  state.SetLabel(seen + " MODE=" + (mode == nullptr ? "" : mode) + " in " + std::strrchr(folder, '/'));
  for (auto _ : state) benchmark::ClobberMemory();
}
BENCHMARK(sees);
