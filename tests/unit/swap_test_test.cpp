#include "stats/swap_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace micro {
namespace {

std::vector<LogPair> pairs_of(std::mt19937_64& random, std::size_t count, double effect) {
  std::exponential_distribution<double> noise(20);  // only adds time
  std::vector<LogPair> pairs;
  for (std::size_t i = 0; i < count; ++i) pairs.push_back({noise(random), effect + noise(random)});
  return pairs;
}

TEST(Exchanges, EnumerateTheFirstPairs) {
  Exchanges exchanges(3, 1);
  exchanges.extend(70);
  ASSERT_EQ(exchanges.size(), 8u);
  for (std::size_t choice = 0; choice < exchanges.size(); ++choice) {
    EXPECT_EQ(exchanges.of(choice).front() & 7, choice);
    EXPECT_EQ(exchanges.of(choice).size(), 2u);
  }
}

TEST(Exchanges, TheFirstExchangesNone) {
  Exchanges exchanges(4, 7);
  exchanges.extend(200);
  for (const std::uint64_t word : exchanges.of(0)) EXPECT_EQ(word, 0u);
}

// Two pairs, all bands at least two values wide: the statistic is the difference of means.
TEST(ExchangedStatistics, AreThoseOfAllExchanges) {
  Exchanges exchanges(2, 1);
  exchanges.extend(2);
  const std::vector<LogPair> pairs{{1, 2}, {3, 7}};
  const std::vector<double> statistics = exchanged_statistics(pairs, exchanges, 0);
  ASSERT_EQ(statistics.size(), 4u);
  EXPECT_DOUBLE_EQ(statistics[0], 2.5);   // (2 + 7 - 1 - 3) / 2
  EXPECT_DOUBLE_EQ(statistics[1], 1.5);   // first pair exchanged
  EXPECT_DOUBLE_EQ(statistics[2], -1.5);  // second
  EXPECT_DOUBLE_EQ(statistics[3], -2.5);
}

TEST(ExchangedStatistics, TakeTheShiftOffTheContender) {
  Exchanges exchanges(1, 1);
  exchanges.extend(2);
  const std::vector<LogPair> pairs{{1, 2}, {3, 7}};
  EXPECT_DOUBLE_EQ(exchanged_statistics(pairs, exchanges, 2.5).front(), 0);
}

// The lowest values agree, a few runs of the contender were disturbed: the band that spreads least is a low one.
TEST(ExchangedStatistics, DoNotHangOnOutliers) {
  Exchanges exchanges(10, 1);
  std::vector<LogPair> pairs;
  for (int i = 0; i < 20; ++i) pairs.push_back({0.001 * i, 0.1 + 0.001 * i + (i % 5 == 0 ? 3 : 0)});
  exchanges.extend(pairs.size());
  EXPECT_NEAR(exchanged_statistics(pairs, exchanges, 0).front(), 0.1, 0.01);
}

TEST(SequentialTest, HasTheExactP) {
  Exchanges exchanges(4, 1);
  exchanges.extend(4);
  const std::vector<LogPair> pairs{{0, 1}, {0, 1}, {0, 1}, {0, 1}};
  SequentialTest both(0, Tail::both);
  EXPECT_FALSE(both.look(pairs, exchanges, 0.1));
  EXPECT_DOUBLE_EQ(both.p(), 2.0 / 16);
  EXPECT_DOUBLE_EQ(both.estimate(), 1);
  SequentialTest upper(0, Tail::upper);
  EXPECT_TRUE(upper.look(pairs, exchanges, 1.0 / 16));
  SequentialTest lower(0, Tail::lower);
  EXPECT_FALSE(lower.look(pairs, exchanges, 0.9));
  EXPECT_DOUBLE_EQ(lower.p(), 1);
}

// Looking again and again at one level would reject more often than the level.
TEST(SequentialTest, HoldsItsLevelOverAllLooks) {
  std::mt19937_64 random(3);
  constexpr int trials = 1000;
  constexpr double level = 0.1;
  int rejected = 0;
  int rejected_naively = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const std::vector<LogPair> pairs = pairs_of(random, 40, 0);
    Exchanges exchanges(8, random());
    exchanges.extend(pairs.size());
    SequentialTest test(0, Tail::both);
    bool any = false;
    bool any_naively = false;
    double spent = level / 5;
    for (std::size_t n = 8; n <= pairs.size(); n += 8, spent += level / 5) {
      const std::span<const LogPair> seen = std::span(pairs).first(n);
      any = any || test.look(seen, exchanges, spent);
      any_naively = any_naively || SequentialTest(0, Tail::both).look(seen, exchanges, level);
    }
    rejected += any ? 1 : 0;
    rejected_naively += any_naively ? 1 : 0;
  }
  // 0.1 ± 4 standard deviations.
  EXPECT_LT(rejected, trials * level + 38);
  EXPECT_GT(rejected, trials * level - 50);  // some of the level is lost to its steps
  EXPECT_GT(rejected_naively, trials * level * 1.8);
}

TEST(IntervalByInversion, HoldsTheTruth) {
  std::mt19937_64 random(5);
  constexpr int trials = 200;
  int held = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const std::vector<LogPair> pairs = pairs_of(random, 25, 0.05);
    Exchanges exchanges(9, random());
    exchanges.extend(pairs.size());
    const LogInterval interval = interval_by_inversion(pairs, exchanges, 0.05);
    EXPECT_LT(interval.low, interval.high);
    held += interval.low <= 0.05 && 0.05 <= interval.high ? 1 : 0;
  }
  EXPECT_GT(held, 0.83 * trials);  // 90 % and 3.3 standard deviations
  EXPECT_LT(held, 0.97 * trials);
}

TEST(IntervalByInversion, IsNarrowWhereThePairsAgree) {
  const std::vector<LogPair> pairs(12, LogPair{0, 0.1});
  Exchanges exchanges(12, 1);
  exchanges.extend(pairs.size());
  const LogInterval interval = interval_by_inversion(pairs, exchanges, 0.025);
  EXPECT_NEAR(interval.low, 0.1, 0.002);
  EXPECT_NEAR(interval.high, 0.1, 0.002);
  // A change is known exactly where it is counted, not where it is timed.
  EXPECT_LT(interval.low, 0.1);
  EXPECT_GT(interval.high, 0.1);
}

TEST(IntervalByInversion, IsInfiniteWhereNothingCanBeRejected) {
  const std::vector<LogPair> pairs{{0, 1}, {0, 1}};
  Exchanges exchanges(2, 1);
  exchanges.extend(2);
  const LogInterval interval = interval_by_inversion(pairs, exchanges, 0.025);
  EXPECT_TRUE(std::isinf(interval.low) && interval.low < 0);
  EXPECT_TRUE(std::isinf(interval.high) && interval.high > 0);
}

// Two modes a fifth apart, of which noise decides; a large change must not decide in which both are compared.
TEST(SwapTest, EstimatesALargeChangeAsItDoesASmallOne) {
  std::mt19937_64 random(3);
  std::vector<LogPair> pairs;
  const auto noise = [&] { return (random() % 5 == 0 ? -0.2 : 0.0) + 0.001 * static_cast<double>(random() % 10); };
  for (int pair = 0; pair < 40; ++pair) {
    const double baseline = noise();
    pairs.push_back({baseline, noise()});
  }
  Exchanges exchanges(10, 1);
  exchanges.extend(pairs.size());
  const double small = estimated_change(pairs, exchanges);
  for (LogPair& pair : pairs) pair.contender += 3;
  EXPECT_NEAR(estimated_change(pairs, exchanges), 3 + small, 1e-9);
  EXPECT_NEAR(small, 0, 0.01);
}

}  // namespace
}  // namespace micro
