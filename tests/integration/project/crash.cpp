#include <benchmark/benchmark.h>

#include <csignal>
#include <cstdio>

static void crashes(benchmark::State& state) {
  std::fprintf(stderr, "about to crash\n");
  std::raise(SIGSEGV);
  for (auto _ : state) benchmark::ClobberMemory();
}
BENCHMARK(crashes);

static void lives(benchmark::State& state) {
  for (auto _ : state) benchmark::ClobberMemory();
}
BENCHMARK(lives);
