#include "run/plan.h"

#include <random>
#include <utility>

namespace micro {
namespace {

// Fisher and Yates, with numbers drawn without bias. std::shuffle is free to differ between libraries; a recorded seed
// must not.
void shuffle(std::vector<std::size_t>& items, std::mt19937_64& random) {
  for (std::size_t left = items.size(); left > 1; --left) {
    const std::uint64_t unbiased = random.max() - random.max() % left;
    std::uint64_t drawn = random();
    while (drawn >= unbiased) drawn = random();
    std::swap(items[left - 1], items[drawn % left]);
  }
}

}  // namespace

std::vector<PlannedFork> plan_forks(const std::vector<int>& forks, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<PlannedFork> plan;
  for (int round = 0;; ++round) {
    std::vector<std::size_t> due;
    for (std::size_t i = 0; i < forks.size(); ++i) {
      if (round < forks[i]) due.push_back(i);
    }
    if (due.empty()) return plan;
    shuffle(due, random);
    for (const std::size_t benchmark : due) plan.push_back({benchmark, round});
  }
}

}  // namespace micro
