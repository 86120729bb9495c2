// Question: what does this suite answer?

#include <benchmark/benchmark.h>

#include <string>

namespace {

void append(benchmark::State& state) {
  const std::string word = "word ";
  for (auto _ : state) {
    std::string text;
    for (int i = 0; i < state.range(0); ++i) text += word;
    benchmark::DoNotOptimize(text.data());  // else the compiler may find that nobody needs it
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(append)->ArgName("words")->Arg(10)->Arg(1000);

}  // namespace
