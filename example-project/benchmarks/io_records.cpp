// Question: what does it cost to read a sequence of records into objects of a class hierarchy, against reading the same
// bytes into plain records that lie side by side? And does the answer depend on how many there are?
//
// The time includes freeing what was read, as a program has to.
//
// It is written in the C++ that is to come (std::expected): the feature `preview` turns that on for this suite alone.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "records.h"

namespace {

// What both ways read from the bytes, as a checksum: a comparison of two ways is worth nothing unless both do the work.
std::expected<std::uint64_t, std::string> checksum_of_both(std::string_view bytes) {
  const std::uint64_t classes = checksum(records::deserialize_classes(bytes));
  if (classes == checksum(records::deserialize_records(bytes))) return classes;
  return std::unexpected("the two ways read different records from the same bytes");
}

template <class Deserialize>
void deserialize(benchmark::State& state, Deserialize deserialize) {
  const int length = static_cast<int>(state.range(0));
  const std::string bytes = records::example_bytes(length);

  if (const auto read = checksum_of_both(bytes); !read) {
    state.SkipWithError(read.error().c_str());
    return;
  }
  for (auto _ : state) {
    auto records = deserialize(bytes);
    benchmark::DoNotOptimize(records.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * length);
  // A counter of our own: CMakeLists.txt says its unit, and that more of it is better.
  state.counters["input"] =
      benchmark::Counter(static_cast<double>(bytes.size()), benchmark::Counter::kIsIterationInvariantRate);
}

void deserialize_classes(benchmark::State& state) {
  deserialize(state, records::deserialize_classes);
}
void deserialize_records(benchmark::State& state) {
  deserialize(state, records::deserialize_records);
}

// ArgName gives the argument its name: deserialize_classes/length:10
BENCHMARK(deserialize_classes)->ArgName("length")->Arg(10)->Arg(100)->Arg(1000);
BENCHMARK(deserialize_records)->ArgName("length")->Arg(10)->Arg(100)->Arg(1000);

}  // namespace
