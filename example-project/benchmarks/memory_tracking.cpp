// Question: what does it cost to track memory, and which of malloc, realloc and free pays for it? The variants off,
// summary and detail are one program with another TRACKING in its environment. `off` is the control: if it moves
// between two versions of the tracking code, the others say nothing.
//
// An op is N calls, so that stopping the clock for the part that is not measured costs nothing that counts.

#include <benchmark/benchmark.h>

#include <vector>

#include "tracking.h"

namespace {

constexpr std::size_t small = 48;
constexpr std::size_t large = 400;  // never fits where a small block was

void allocate_all(std::vector<void*>& blocks) {
  for (void*& block : blocks) block = tracking::allocate(small);
}

void release_all(std::vector<void*>& blocks) {
  for (void* block : blocks) tracking::release(block);
}

// Runs `measured` between `before` and `after`, of which the clock knows nothing.
template <class Before, class Measured, class After>
void each_op(benchmark::State& state, Before before, Measured measured, After after) {
  std::vector<void*> blocks(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    state.PauseTiming();
    before(blocks);
    state.ResumeTiming();
    measured(blocks);
    benchmark::ClobberMemory();
    state.PauseTiming();
    after(blocks);
    state.ResumeTiming();
  }
}

const auto nothing = [](std::vector<void*>&) {};

void malloc_(benchmark::State& state) {
  each_op(state, nothing, allocate_all, release_all);
}

void realloc_(benchmark::State& state) {
  each_op(
      state, allocate_all,
      [](std::vector<void*>& blocks) {
        for (void*& block : blocks) block = tracking::reallocate(block, large);
      },
      release_all);
}

void free_(benchmark::State& state) {
  each_op(state, allocate_all, release_all, nothing);
}

// Threads that wait for each other matter where many calls come at once; a few calls by four threads measure nothing
// but their start, so that combination is not there.
void sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgName("N")->UseRealTime();
}

BENCHMARK(malloc_)->Name("malloc")->Apply(sizes)->Arg(100)->Arg(10'000);
BENCHMARK(malloc_)->Name("malloc")->Apply(sizes)->Arg(10'000)->Threads(4);
BENCHMARK(realloc_)->Name("realloc")->Apply(sizes)->Arg(100)->Arg(10'000);
BENCHMARK(free_)->Name("free")->Apply(sizes)->Arg(100)->Arg(10'000);
BENCHMARK(free_)->Name("free")->Apply(sizes)->Arg(10'000)->Threads(4);

}  // namespace
