// main() of a suite. Google Benchmark's own, but that other arguments are the program's and not a mistake, and that the
// address space stays random: each fork is to sample another layout of memory.
#include <benchmark/benchmark.h>
#include <micro/arguments.h>

#include <cstdio>
#include <cstring>

namespace {

micro::Arguments program_arguments;

}  // namespace

micro::Arguments micro::arguments() {
  return program_arguments;
}

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);

  // Google Benchmark has left its flags out of argv. Those of another version of it would do nothing, silently.
  const char flag[] = "--benchmark_";
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], flag, sizeof flag - 1) == 0) {
      std::fprintf(stderr, "%s: this version of Google Benchmark has no flag %s\n", argv[0], argv[i]);
      return 1;
    }
  }
  if (argc > 1) program_arguments = micro::Arguments(argv + 1, static_cast<std::size_t>(argc - 1));

  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
