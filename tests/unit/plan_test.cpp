#include "run/plan.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace micro {
namespace {

TEST(Plan, EachRoundHasEachBenchmarkOnce) {
  const auto plan = plan_forks({3, 1, 2}, 42);
  ASSERT_EQ(plan.size(), 6u);
  std::map<int, std::multiset<std::size_t>> rounds;
  int last_round = 0;
  for (const PlannedFork& fork : plan) {
    EXPECT_GE(fork.round, last_round);
    last_round = fork.round;
    rounds[fork.round].insert(fork.benchmark);
  }
  EXPECT_EQ(rounds[0], (std::multiset<std::size_t>{0, 1, 2}));
  EXPECT_EQ(rounds[1], (std::multiset<std::size_t>{0, 2}));
  EXPECT_EQ(rounds[2], (std::multiset<std::size_t>{0}));
}

TEST(Plan, SeedDecidesTheOrder) {
  const std::vector<int> forks(20, 5);
  EXPECT_EQ(plan_forks(forks, 1), plan_forks(forks, 1));
  EXPECT_NE(plan_forks(forks, 1), plan_forks(forks, 2));
}

// A recorded seed must mean the same order in every version and on every platform.
TEST(Plan, OrderOfASeedIsFixed) {
  std::vector<std::size_t> order;
  for (const PlannedFork& fork : plan_forks({1, 1, 1, 1, 1, 1, 1, 1}, 42)) order.push_back(fork.benchmark);
  EXPECT_EQ(order, (std::vector<std::size_t>{7, 0, 5, 1, 2, 4, 3, 6}));
}

TEST(Plan, EveryOrderComesUpEquallyOften) {
  std::map<std::vector<std::size_t>, int> seen;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    std::vector<std::size_t> order;
    for (const PlannedFork& fork : plan_forks({1, 1, 1}, seed)) order.push_back(fork.benchmark);
    ++seen[order];
  }
  ASSERT_EQ(seen.size(), 6u);
  // 1000 expected of each; a binomial's standard deviation is 29.
  for (const auto& [order, count] : seen) EXPECT_NEAR(count, 1000, 150);
}

TEST(Plan, NothingToDo) {
  EXPECT_TRUE(plan_forks({}, 1).empty());
}

}  // namespace
}  // namespace micro
