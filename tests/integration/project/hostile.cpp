// Benchmarks with names that break regular expressions, CMake lists, shells and consoles. Each leaves its name in hostile.txt of the working
// directory, once a process.
#include <benchmark/benchmark.h>

#include <fstream>
#include <set>
#include <string>

static void leaves_its_name(benchmark::State& state, const std::string& name) {
  static std::set<std::string> seen;
  if (seen.insert(name).second) std::ofstream("hostile.txt", std::ios::app) << name << '\n';
  for (auto _ : state) benchmark::ClobberMemory();
}

static const bool registered = [] {
  for (const char* name : {"T<int, 4>", "a;b", "a[b]", "a[b", R"(q"uote)", "it's", R"(x\y)", R"(x\)", "$x ${y} $(z)", "#h", "ü", "a b", "]==]",
                           "A", "A_mean", "all", "-x", "%20", "100%", "a|b", "^a$", "(a", "*?+", "@x@", "words:10", "a.b"}) {
    benchmark::RegisterBenchmark(name, leaves_its_name, std::string(name));
  }
  return true;
}();
