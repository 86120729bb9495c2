#include "stats/tail.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace micro {
namespace {

constexpr double level = 0.001;
constexpr double margin = 0.02;
constexpr LogInterval no_change{-0.005, 0.005};

// Every other run of the contender waits for something; the fastest ones don't.
std::vector<LogPair> pairs_with_tail(std::size_t count, double tail, double shift = 0) {
  std::mt19937_64 random(3);
  std::lognormal_distribution<double> noise(-5, 1);
  std::vector<LogPair> pairs;
  for (std::size_t i = 0; i < count; ++i) {
    pairs.push_back({noise(random), shift + noise(random) + (random() % 2 == 0 ? tail : 0)});
  }
  return pairs;
}

TEST(Tail, IsSeenWhereTheEstimateDoesNotSeeIt) {
  const auto tail = tail_change(pairs_with_tail(60, 0.3), no_change, margin, level, 1);
  ASSERT_TRUE(tail);
  EXPECT_NEAR(tail->change, 0.27, 0.05);
  EXPECT_LE(tail->p, level);
  // The other way round.
  std::vector<LogPair> exchanged = pairs_with_tail(60, 0.3);
  for (LogPair& pair : exchanged) std::swap(pair.baseline, pair.contender);
  const auto opposite = tail_change(exchanged, no_change, margin, level, 1);
  ASSERT_TRUE(opposite);
  EXPECT_NEAR(opposite->change, -tail->change, 1e-12);
}

TEST(Tail, IsNoneWhereAllIsSlowerAlike) {
  EXPECT_FALSE(tail_change(pairs_with_tail(60, 0, 0.1), {0.09, 0.11}, margin, level, 1));
  EXPECT_FALSE(tail_change(pairs_with_tail(60, 0), no_change, margin, level, 1));
}

TEST(Tail, IsNoneWithinTheMargin) {
  EXPECT_TRUE(tail_change(pairs_with_tail(200, 0.08), no_change, margin, level, 1));
  EXPECT_FALSE(tail_change(pairs_with_tail(200, 0.08), no_change, 0.1, level, 1));
}

TEST(Tail, IsNotSeenInFewPairsOrWithoutAnEstimate) {
  const std::vector<LogPair> pairs = pairs_with_tail(60, 0.3);
  EXPECT_FALSE(tail_change(std::span(pairs).first(11), no_change, margin, level, 1));
  EXPECT_FALSE(tail_change(pairs, {-INFINITY, INFINITY}, margin, level, 1));
}

// Of runs that do not differ, with a heavy tail, one in a thousand may be called changed.
TEST(Tail, IsSeldomSeenByChance) {
  std::mt19937_64 random(7);
  std::lognormal_distribution<double> noise(-3, 1.5);
  int seen = 0;
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<LogPair> pairs(40);
    for (LogPair& pair : pairs) pair = {noise(random), noise(random)};
    seen += tail_change(pairs, {0, 0}, 0, 0.05, static_cast<std::uint64_t>(trial)) ? 1 : 0;
  }
  EXPECT_GT(seen, 10);  // both tails at 5 %: 30 of 300 are expected
  EXPECT_LT(seen, 50);
}

}  // namespace
}  // namespace micro
