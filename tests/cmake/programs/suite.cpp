#include <benchmark/benchmark.h>
#include <micro/arguments.h>

#include <cstdio>
#ifdef SLOW
#include "found.h"
#endif

namespace {

const std::size_t before_main = micro::arguments().size();

void show(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(before_main);
  const micro::Arguments arguments = micro::arguments();
  std::printf("%zu before, %zu now, empty %d:", before_main, arguments.size(), arguments.empty());
  for (const char* argument : arguments) std::printf(" <%s>", argument);
  if (!arguments.empty()) std::printf(" first <%s>", arguments[0]);
  std::printf("\n");
}
BENCHMARK(show)->Iterations(1);

}  // namespace
