#include "stats/decision.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "support/noise_streams.h"

namespace micro {
namespace {

struct Counts {
  std::map<Verdict, int> of;
  double pairs = 0;
};

Counts decide(const Stream& stream, int trials, DecisionRules rules = {}) {
  std::mt19937_64 random(11);
  Counts counts;
  constexpr int pairs_at_most = 200;
  for (int trial = 0; trial < trials; ++trial) {
    Decision decision(rules, random());
    bool decided = false;
    int pair = 0;
    for (; pair < pairs_at_most && !decided; ++pair) {
      LogPair next = stream(random, pair);
      decided = decision.add(next);
    }
    if (!decided) decision.end();
    ++counts.of[decision.verdict()];
    counts.pairs += pair;
  }
  counts.pairs /= trials;
  return counts;
}

class Noise : public testing::TestWithParam<Stream (*)(double)> {};

TEST_P(Noise, IsNoChange) {
  constexpr int trials = 200;
  Counts counts = decide(GetParam()(0), trials);
  // A probability of at most 0.001 each: three of 200 come in one of a thousand runs.
  EXPECT_LE(counts.of[Verdict::slower] + counts.of[Verdict::faster], 2);
}

TEST_P(Noise, DoesNotHideAChange) {
  constexpr int trials = 100;
  Counts counts = decide(GetParam()(std::log(1.05)), trials);
  EXPECT_GE(counts.of[Verdict::slower], 95);
  EXPECT_EQ(counts.of[Verdict::faster], 0);
  EXPECT_EQ(counts.of[Verdict::equal], 0);
}

TEST_P(Noise, DoesNotHideAChangeInALargeFamily) {
  DecisionRules rules;
  rules.family = 100;
  Counts counts = decide(GetParam()(std::log(1.05)), 30, rules);
  EXPECT_GE(counts.of[Verdict::slower], 28);
  EXPECT_EQ(counts.of[Verdict::faster] + counts.of[Verdict::equal], 0);
}

INSTANTIATE_TEST_SUITE_P(Streams, Noise, testing::Values(shifted, drifting, bursting, two_modes));

// ALPHA is the probability that any of a family is called changed though none is.
TEST(Decision, TheFamilyHoldsItsLevel) {
  constexpr int families = 25;
  DecisionRules rules;
  rules.alpha = 0.3;
  rules.family = 10;
  rules.threshold = 0;
  rules.margin = 1e-9;  // what is called equal can't be called changed any more
  std::mt19937_64 random(5);
  int with_alarm = 0;
  for (int family = 0; family < families; ++family) {
    bool alarm = false;
    for (std::size_t benchmark = 0; benchmark < rules.family; ++benchmark) {
      Decision decision(rules, random());
      const Stream stream = two_modes(0);
      int pair = 0;
      while (pair < 60 && !decision.add(stream(random, pair))) ++pair;
      decision.end();
      alarm |= decision.verdict() == Verdict::slower || decision.verdict() == Verdict::faster;
    }
    with_alarm += alarm ? 1 : 0;
  }
  EXPECT_LE(with_alarm, 14);  // 7.5 expected at most, and three standard deviations
}

TEST(Decision, CallsEqualWhatLiesWithinTheMargin) {
  Counts counts = decide(shifted(0), 100);
  EXPECT_GE(counts.of[Verdict::equal], 97);
}

TEST(Decision, DoesNotCallAChangeOfTheMarginEqual) {
  constexpr int trials = 300;
  Counts counts = decide(shifted(std::log(1.02)), trials);
  EXPECT_LE(counts.of[Verdict::equal], 0.05 * trials);  // 0.025 and 2.8 standard deviations
}

TEST(Decision, SeesBothDirections) {
  Counts counts = decide(shifted(std::log(0.9)), 30);
  EXPECT_EQ(counts.of[Verdict::faster], 30);
}

TEST(Decision, NeedsMorePairsInALargerFamily) {
  DecisionRules alone;
  DecisionRules large;
  large.family = 100;
  const Stream stream = shifted(std::log(1.1));
  EXPECT_LT(decide(stream, 20, alone).pairs, decide(stream, 20, large).pairs);
  EXPECT_LT(Decision::least_pairs(alone), Decision::least_pairs(large));
}

// 2^-10 × 2 ≤ 0.01 / 4 and 2^-7 ≤ 0.05 / 4.
TEST(Decision, KnowsTheLeastPairs) {
  EXPECT_EQ(Decision::least_pairs({}), 17u);
}

TEST(Decision, CallsNoChangeBelowTheThreshold) {
  DecisionRules rules;
  rules.threshold = std::log(1.05);
  rules.margin = std::log(1.10);
  Counts counts = decide(shifted(std::log(1.03)), 50, rules);
  EXPECT_EQ(counts.of[Verdict::slower], 0);
  EXPECT_GE(counts.of[Verdict::equal], 45);
}

// A deceiving spell, and then nothing of the kind.
TEST(Decision, ChangesAreConfirmedByFurtherPairs) {
  const Stream spell = [](std::mt19937_64& random, int pair) {
    return LogPair{noisy(random), (pair < 10 ? 0.1 : 0) + noisy(random)};
  };
  Counts counts = decide(spell, 100);
  EXPECT_LE(counts.of[Verdict::slower], 25);  // confirmed with 0.1 each, were all of the first stage deceived
}

TEST(Decision, GivesTheSameForTheSame) {
  const auto once = [] {
    std::mt19937_64 random(4);
    Decision decision({}, 17);
    for (int pair = 0; pair < 150 && !decision.add(shifted(0.02)(random, pair)); ++pair) {
    }
    decision.end();
    return decision.decided();
  };
  const Decided first = once();
  const Decided second = once();
  EXPECT_EQ(first.ratio, second.ratio);
  EXPECT_EQ(first.low, second.low);
  EXPECT_EQ(first.high, second.high);
  EXPECT_EQ(first.verdict, second.verdict);
  EXPECT_LT(first.low, first.ratio);
  EXPECT_GT(first.high, first.ratio);
}

TEST(Decision, WithoutPairsIsInconclusive) {
  Decision decision({}, 1);
  decision.end();
  EXPECT_EQ(decision.decided().verdict, Verdict::inconclusive);
  EXPECT_EQ(decision.decided().ratio, 1);
}

// Without any noise a change is called as soon as it can be, and which one it is.
TEST(Decision, CallsAnExactChangeInItsDirection) {
  for (const double effect : {0.2, -0.2}) {
    Decision decision({}, 3);
    std::size_t pairs = 1;
    while (!decision.add({0, effect})) ++pairs;
    EXPECT_EQ(decision.verdict(), effect > 0 ? Verdict::slower : Verdict::faster);
    EXPECT_EQ(pairs, Decision::least_pairs({}));
  }
}

// Far beyond doubt, and yet not worth a word.
TEST(Decision, AnExactChangeBelowTheThresholdIsNoFinding) {
  DecisionRules rules;
  rules.threshold = 0.05;
  rules.margin = 0.01;
  Decision decision(rules, 3);
  for (int pair = 0; pair < 60; ++pair) EXPECT_FALSE(decision.add({0, 0.03}));
  EXPECT_EQ(decision.decided().pairs_to_confirm, 0u);
}

TEST(Decision, AsksForTheLeastPairsWhereThereAreFewer) {
  Decision decision({}, 3);
  for (int pair = 0; pair < 3; ++pair) decision.add({0, pair * 0.3});
  decision.end();
  EXPECT_EQ(decision.decided().pairs_needed, Decision::least_pairs({}));
}

// The second stage has too few pairs of its own, but all of them leave no doubt.
TEST(Decision, LooksAtAllPairsWhenTimeIsUp) {
  std::mt19937_64 random(6);
  Decision decision({}, 3);
  for (int pair = 0; pair < 13; ++pair) EXPECT_FALSE(decision.add(shifted(0.2)(random, pair)));
  decision.end();
  EXPECT_EQ(decision.verdict(), Verdict::slower);
}

TEST(Decision, SaysHowManyPairsWouldDecide) {
  std::mt19937_64 random(9);
  Decision decision({}, 2);
  std::normal_distribution<double> wide(0, 0.05);
  for (int pair = 0; pair < 8; ++pair) decision.add({wide(random), wide(random)});
  decision.end();
  const Decided decided = decision.decided();
  ASSERT_EQ(decided.verdict, Verdict::inconclusive);
  ASSERT_TRUE(decided.pairs_needed);
  EXPECT_GT(*decided.pairs_needed, 8u);
  EXPECT_LT(*decided.pairs_needed, 5000u);
}

TEST(Verdict, HasAWord) {
  for (const Verdict verdict : {Verdict::slower, Verdict::faster, Verdict::equal, Verdict::inconclusive}) {
    EXPECT_EQ(verdict_from(to_string(verdict)), verdict);
  }
  EXPECT_FALSE(verdict_from("same"));
}

}  // namespace
}  // namespace micro
