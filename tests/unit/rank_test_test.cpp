#include "stats/rank_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace micro {
namespace {

using Values = std::vector<double>;

// Expected values are those of scipy.stats.mannwhitneyu (1.11), or counted by hand where that is said.

TEST(RankTest, IsExactForFewValues) {
  RankTests tests;
  // SciPy's own example: U = 17, method="exact".
  EXPECT_NEAR(tests.p(Values{19, 22, 16, 29, 24}, Values{20, 11, 17, 12}), 0.1111111111111111, 1e-12);
  // By hand: of 20 choices of three of six one is this one, one its opposite.
  EXPECT_NEAR(tests.p(Values{1, 2, 3}, Values{4, 5, 6}), 0.1, 1e-12);
  EXPECT_NEAR(tests.p(Values{1, 2, 3, 4, 5}, Values{6, 7, 8, 9, 10}), 2.0 / 252, 1e-12);
  EXPECT_NEAR(tests.p(Values{1}, Values{2}), 1, 1e-12);
  EXPECT_EQ(tests.p(Values{}, Values{2}), 1);
  // Sizes are exchanged with the samples.
  EXPECT_NEAR(tests.p(Values{20, 11, 17, 12}, Values{19, 22, 16, 29, 24}), 0.1111111111111111, 1e-12);
  EXPECT_NEAR(tests.p(Values{2, 4}, Values{1, 3, 5, 6, 7, 8, 9}), tests.p(Values{1, 3, 5, 6, 7, 8, 9}, Values{2, 4}),
              1e-12);
}

TEST(RankTest, CountsTiesExactly) {
  RankTests tests;
  // By hand: the ranks are 1.5 1.5 3 4; of the six sums of two 3 4.5 4.5 5.5 5.5 7 the first is the least.
  EXPECT_NEAR(tests.p(Values{1, 1}, Values{2, 3}), 2.0 / 6, 1e-12);
  EXPECT_NEAR(tests.p(Values{1, 2}, Values{1, 3}), 1, 1e-12);
  EXPECT_NEAR(tests.p(Values{7, 7, 7}, Values{7, 7, 7}), 1, 1e-12);
  // Where one value decides alone: two of 20 choices have the sum 6 + 1.5 or more, …
  EXPECT_NEAR(tests.p(Values{5, 5, 5}, Values{6, 6, 6}), 0.1, 1e-12);
}

TEST(RankTest, ApproximatesForManyValues) {
  RankTests tests;
  Values first;
  Values second;
  Values tied;
  for (int i = 0; i < 60; ++i) {
    first.push_back(i);
    second.push_back(i + 10.5);
    tied.push_back(i + 10);
  }
  // U = 1225 of 3600: z = (1800 - 1225 - 0.5) / sqrt(3600 * 121 / 12).
  EXPECT_NEAR(tests.p(first, second), std::erfc(574.5 / std::sqrt(36300.0) / std::sqrt(2.0)), 1e-12);
  // U = 1250 with 50 ties of two: the variance is less by 3600 / 12 * 50 * 6 / (120 * 119).
  const double variance = 300 * (121 - 300.0 / 14280);
  EXPECT_NEAR(tests.p(first, tied), std::erfc(549.5 / std::sqrt(variance) / std::sqrt(2.0)), 1e-12);
  EXPECT_EQ(tests.p(Values(30, 1.0), Values(30, 1.0)), 1);
}

TEST(RankTest, ExactAndApproximateAgreeWhereTheyMeet) {
  RankTests tests;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> value;
  for (int trial = 0; trial < 20; ++trial) {
    Values first;
    Values second;
    for (int i = 0; i < 50; ++i) {
      first.push_back(value(random));
      second.push_back(value(random) + 0.1);
    }
    const double exact = tests.p(first, second);
    first.push_back(0.5);
    EXPECT_NEAR(tests.p(first, second), exact, 0.1 * exact + 0.02);
  }
}

TEST(RankTest, TellsTheShiftWithItsInterval) {
  RankTests tests;
  // R's wilcox.test(x, y, conf.int = TRUE) of its own example: difference 0.305, 95 % interval -0.15 to 0.76.
  const Values x{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  const Values y{1.15, 0.88, 0.90, 0.74, 1.21};
  const RankTests::Shift shift = tests.shift(y, x, 0.025);
  EXPECT_NEAR(shift.value, 0.305, 1e-12);
  EXPECT_NEAR(shift.low, -0.15, 1e-12);
  EXPECT_NEAR(shift.high, 0.76, 1e-12);
  // By hand: all nine differences are inside, as 2 / 20 is more than the level.
  const RankTests::Shift few = tests.shift(Values{1, 2, 3}, Values{11, 12, 13}, 0.025);
  EXPECT_EQ(few.value, 10);
  EXPECT_EQ(few.low, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(few.high, std::numeric_limits<double>::infinity());
  // At a level of 1 / 20 the outermost are the ends.
  EXPECT_EQ(tests.shift(Values{1, 2, 3}, Values{11, 12, 13}, 0.05).low, 8);
  EXPECT_EQ(tests.shift(Values{1, 2, 3}, Values{11, 12, 13}, 0.05).high, 12);
}

TEST(RankTest, IntervalsHoldTheTrueShiftAsOftenAsTheySay) {
  RankTests tests;
  std::mt19937_64 random(5);
  std::lognormal_distribution<double> noise(-3, 1);
  for (const std::size_t size : {8U, 55U}) {
    int held = 0;
    constexpr int trials = 400;
    for (int trial = 0; trial < trials; ++trial) {
      Values first(size);
      Values second(size);
      for (double& value : first) value = noise(random);
      for (double& value : second) value = 0.3 + noise(random);
      const RankTests::Shift shift = tests.shift(first, second, 0.025);
      held += shift.low <= 0.3 && 0.3 <= shift.high ? 1 : 0;
    }
    EXPECT_GE(held, 0.93 * trials) << size;
    EXPECT_LT(held, trials) << size;
  }
}

TEST(RankTest, KnowsWhatSizesCanTell) {
  EXPECT_NEAR(RankTests::least_p(3, 3), 0.1, 1e-12);
  EXPECT_NEAR(RankTests::least_p(10, 10), 2.0 / 184756, 1e-15);
  EXPECT_EQ(RankTests::least_p(1, 1), 1);
  EXPECT_EQ(RankTests::least_p(0, 5), 1);
  EXPECT_EQ(RankTests::size_for(0.05), 4U);
  EXPECT_EQ(RankTests::size_for(0.1), 3U);
  EXPECT_EQ(RankTests::size_for(1e-5), 11U);
}

}  // namespace
}  // namespace micro
