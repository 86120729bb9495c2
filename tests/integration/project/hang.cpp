// Hangs together with a child and one in a session of its own, and leaves their process ids in hang.pids of the working
// directory.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

static void hangs(benchmark::State& state) {
  const pid_t child = fork();
  const pid_t stray = child != 0 ? fork() : 0;
  if (stray == 0 && child != 0) setsid();
  if (stray != 0) {
    std::FILE* file = std::fopen("hang.pids.new", "w");
    std::fprintf(file, "%d %d %d\n", static_cast<int>(getpid()), static_cast<int>(child), static_cast<int>(stray));
    std::fclose(file);
    std::rename("hang.pids.new", "hang.pids");
  }
  // Whatever goes wrong with a test, nothing is left for ever.
  alarm(900);
  for (;;) pause();
  for (auto _ : state) benchmark::ClobberMemory();
}
BENCHMARK(hangs);
