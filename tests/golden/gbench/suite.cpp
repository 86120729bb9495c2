// The program whose reports lie here. Times are set by hand, so that they are the same on every machine.
//   g++ -std=c++17 suite.cpp -lbenchmark -lpthread && ./a.out --benchmark_out=raw.json
// with -DSTOP_BY_REFERENCE for Google Benchmark 1.8 and newer, whose memory managers are told by reference, and which
// can skip.
#include <benchmark/benchmark.h>

#include <cmath>
#include <limits>

namespace {

using benchmark::State;

void sum(State& state) {
  int call = 0;
  for (auto _ : state) state.SetIterationTime((++call % 2 ? 0.5 : 1.5) * 1e-6);
  state.counters["records"] = static_cast<double>(state.range(0));
  state.counters["nan"] = std::nan("");
  state.counters["low"] = -std::numeric_limits<double>::infinity();
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) * state.range(0));
  state.SetLabel("a \"b\" \x01 c:\\d \xc3\xa4 \xe4");
}

// Counters that are called like members of the report.
void shadow(State& state) {
  for (auto _ : state) state.SetIterationTime(2e-3);
  for (const char* name : {"label", "name", "real_time", "skipped", "error_occurred"}) state.counters[name] = 7;
}

void wrong(State& state) {
  state.SkipWithError("no \"file\" c:\\x");
  for (auto _ : state) continue;
}

#ifdef STOP_BY_REFERENCE
void absent(State& state) {
  state.SkipWithMessage("needs a GPU");
  for (auto _ : state) continue;
}
#endif

void grow(State& state) {
  for (auto _ : state) state.SetIterationTime(static_cast<double>(state.range(0)) * 1e-6);
  state.SetComplexityN(state.range(0));
}

void twice(State& state) {
  for (auto _ : state) state.SetIterationTime(0.25);
}

struct Memory : benchmark::MemoryManager {
  void Start() override {}
#ifdef STOP_BY_REFERENCE
  void Stop(Result& result) override{
#else
  void Stop(Result* given) override {
    Result& result = *given;
#endif
      result.num_allocs = 3;
  result.max_bytes_used = 1024;
}
};  // namespace

}  // namespace

int main(int argc, char** argv) {
  using benchmark::RegisterBenchmark;
  RegisterBenchmark("sum<int, 4>", sum)->ArgName("length")->Arg(10)->Iterations(4)->Repetitions(2)->UseManualTime();
  RegisterBenchmark("shadow", shadow)->Iterations(2)->UseManualTime()->Unit(benchmark::kMillisecond);
  RegisterBenchmark("threads", shadow)->Iterations(2)->UseManualTime()->Unit(benchmark::kMicrosecond)->Threads(2);
  RegisterBenchmark("wrong", wrong)->Iterations(2)->UseManualTime();
#ifdef STOP_BY_REFERENCE
  RegisterBenchmark("absent", absent)->Iterations(2)->UseManualTime();
#endif
  RegisterBenchmark("grow", grow)
      ->Arg(2)
      ->Arg(4)
      ->Iterations(2)
      ->UseManualTime()
      ->Complexity(benchmark::oN)
      ->Unit(benchmark::kMicrosecond);
  RegisterBenchmark("twice", twice)->Iterations(1)->UseManualTime();
  RegisterBenchmark("twice", twice)->Iterations(1)->UseManualTime();
  Memory memory;
  benchmark::Initialize(&argc, argv);
  benchmark::RegisterMemoryManager(&memory);
  benchmark::RunSpecifiedBenchmarks();
}
