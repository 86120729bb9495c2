// A program whose benchmarks misbehave, each in its own way. What becomes of it is in faults.py.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <clocale>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <locale>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

// A benchmark that does `what` before its loop, which is a good one.
void add(const char* name, void (*what)(benchmark::State&)) {
  benchmark::RegisterBenchmark(name, [what](benchmark::State& state) {
    what(state);
    for (auto _ : state) {
      for (int i = 0; i < 100; ++i) benchmark::DoNotOptimize(i);
    }
  });
}

[[noreturn]] void hang() {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

// In the first of the forks only: they share the folder.
bool is_first_fork() {
  const int file = open("first", O_CREAT | O_EXCL | O_WRONLY, 0600);
  if (file < 0) return false;
  close(file);
  return true;
}

__attribute__((noinline)) int overflow(volatile int depth) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(depth);
  return overflow(depth + 1) + frame[0];
}

struct Grouped : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

void set_time(benchmark::State& state, double seconds) {
  for (auto _ : state) state.SetIterationTime(seconds);
}

void register_all() {
  add("good", [](benchmark::State&) {});
  add("says_error", [](benchmark::State& state) { state.SkipWithError("no \"data\" \x01 here"); });
  add("segv", [](benchmark::State&) { std::raise(SIGSEGV); });
  add("abort", [](benchmark::State&) { std::abort(); });
  add("throws", [](benchmark::State&) { throw std::runtime_error("thrown away"); });
  add("overflows", [](benchmark::State&) { benchmark::DoNotOptimize(overflow(0)); });
  add("killed", [](benchmark::State&) { std::raise(SIGKILL); });
  add("exits", [](benchmark::State&) { std::exit(0); });
  add("exits_3", [](benchmark::State&) { std::exit(3); });
  add("leaves", [](benchmark::State&) { _exit(0); });
  add("hangs", [](benchmark::State&) { hang(); });
  add("hangs_on", [](benchmark::State&) {
    std::signal(SIGTERM, SIG_IGN);
    hang();
  });
  add("stops", [](benchmark::State&) { std::raise(SIGSTOP); });
  add("floods", [](benchmark::State&) {
    for (;;) std::fputs("{\"benchmarks\": [1e999, garbage }\n", stderr);
  });
  add("eats_memory", [](benchmark::State&) {
    const rlimit limit{1 << 28, 1 << 28};
    setrlimit(RLIMIT_AS, &limit);
    std::vector<std::vector<char>> all;
    for (;;) all.emplace_back(1 << 24, 'x');
  });
  add("fails_sometimes", [](benchmark::State&) {
    if (is_first_fork()) std::abort();
  });
  add("file_too_large", [](benchmark::State&) {
    const rlimit limit{0, 0};
    setrlimit(RLIMIT_FSIZE, &limit);
  });
  add("file_too_large_unseen", [](benchmark::State&) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{0, 0};
    setrlimit(RLIMIT_FSIZE, &limit);
  });
  add("closes_all", [](benchmark::State&) {
    for (int descriptor = 0; descriptor < 100; ++descriptor) close(descriptor);
  });
  // What must not disturb anything.
  add("prints", [](benchmark::State&) {
    std::puts("{\"context\": {}, \"benchmarks\": [");
    std::fputs("]}\n", stderr);
  });
  add("closes_output", [](benchmark::State&) {
    close(0);
    close(1);
    close(2);
  });
  add("moves", [](benchmark::State&) {
    if (chdir("/") != 0) std::abort();
  });
  add("has_locale", [](benchmark::State&) { std::locale::global(std::locale(std::locale::classic(), new Grouped)); });
  add("sets_variables", [](benchmark::State&) {
    setenv("BENCHMARK_FORMAT", "csv", 1);
    setenv("BENCHMARK_OUT", "/dev/full", 1);
  });
  add("few_files", [](benchmark::State&) {
    const rlimit limit{3, 3};
    setrlimit(RLIMIT_NOFILE, &limit);
  });
  add("leaves_child", [](benchmark::State&) {
    if (fork() == 0) {
      setsid();
      if (fork() != 0) _exit(0);
      hang();
    }
  });
  add("counts_oddly", [](benchmark::State& state) {
    for (const char* name : {"name", "real_time", "label", "iterations", "threads", "a \"b\""})
      state.counters[name] = 7;
    state.counters["nan"] = std::nan("");
    state.counters["inf"] = -std::numeric_limits<double>::infinity();
    state.counters["huge"] = 1e308;
    state.SetLabel("=HYPERLINK(\"x\")\x1b[2J");
  });
}

}  // namespace

int main(int argc, char** argv) {
  register_all();
  for (const auto& [name, seconds] :
       {std::pair("time_zero", 0.0), std::pair("time_negative", -1e-6), std::pair("time_nan", std::nan(""))}) {
    const double value = seconds;
    benchmark::RegisterBenchmark(name, [value](benchmark::State& state) { set_time(state, value); })
        ->UseManualTime()
        ->Iterations(10);
  }
  benchmark::Initialize(&argc, argv);
  if (argc > 1 && std::string(argv[1]) == "crash-in-listing") std::raise(SIGSEGV);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
