// In which order the forks of a run are made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace micro {

// A fork that is to be made.
struct PlannedFork {
  std::size_t benchmark = 0;  // index of the benchmark
  int round = 0;              // of this benchmark, from 0
  friend bool operator==(const PlannedFork&, const PlannedFork&) = default;
};

// Rounds of one fork of each benchmark, the order inside each round drawn at random: what disturbs the machine for a
// while then hits all benchmarks alike, and no benchmark always runs after the same other one. `forks[i]` is the number
// of forks of benchmark i. The same seed gives the same plan on every platform.
std::vector<PlannedFork> plan_forks(const std::vector<int>& forks, std::uint64_t seed);

}  // namespace micro
