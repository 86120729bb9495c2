#include "compare/unpaired.h"

#include <gmock/gmock.h>

#include <cmath>

namespace micro {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

using Forks = std::vector<std::vector<double>>;

Result measured(const std::string& name, Forks samples, const std::string& unit = "ns/op") {
  Result result;
  result.benchmark = result.function = name;
  result.primary.unit = unit;
  result.primary.samples = std::move(samples);
  result.forks = static_cast<int>(result.primary.samples.size());
  result.library_version = "v1.9.5";
  return result;
}

// As many forks, each with a slow first iteration.
Forks forks(double from, double step, int count) {
  Forks all;
  for (int i = 0; i < count; ++i) all.push_back({3 * from, from + i * step});
  return all;
}

ComparisonRecord compared(Result before, Result after, DecisionRules rules = {0.05, 1, 0.0198, 0.005}) {
  RunRecord baseline;
  RunRecord contender;
  baseline.results.push_back(std::move(before));
  contender.results.push_back(std::move(after));
  return compare_apart(std::move(baseline), std::move(contender), rules, {});
}

Comparison first(const ComparisonRecord& record) {
  return record.comparisons.at(0);
}

TEST(Unpaired, RanksTheFastestIterationsOfForks) {
  const ComparisonRecord record = compared(measured("f", forks(100, 0.1, 8)), measured("f", forks(110, 0.1, 8)));
  const Comparison& comparison = record.comparisons.at(0);
  EXPECT_FALSE(comparison.is_paired);
  EXPECT_TRUE(comparison.apart.of_forks);
  EXPECT_EQ(comparison.apart.baseline_samples, 8U);
  EXPECT_EQ(comparison.decided.verdict, Verdict::slower);
  EXPECT_NEAR(comparison.decided.p, 2.0 / 12870, 1e-12);
  EXPECT_NEAR(comparison.decided.ratio, 1.1, 0.001);
  EXPECT_GT(comparison.decided.low, 1.09);
  EXPECT_LT(comparison.decided.high, 1.11);
  EXPECT_NEAR(comparison.baseline_ns, 100.35, 1e-9);
  EXPECT_EQ(first(compared(measured("f", forks(110, 0.1, 8)), measured("f", forks(100, 0.1, 8)))).decided.verdict,
            Verdict::faster);
  EXPECT_EQ(first(compared(measured("f", forks(100, 0.1, 8)), measured("f", forks(100.05, 0.1, 8)))).decided.verdict,
            Verdict::equal);
  EXPECT_THAT(record.notes, Not(Contains(HasSubstr("no independent samples"))));
  EXPECT_THAT(record.notes, Contains(HasSubstr("measured one after the other")));
}

TEST(Unpaired, SaysThatIterationsOfOneProcessAreNoIndependentSamples) {
  const Forks one{{100, 100.1, 100.2, 100.3, 100.4, 100.5}};
  const ComparisonRecord record =
      compared(measured("f", one), measured("f", {{110, 110.1, 110.2, 110.3, 110.4, 110.5}}));
  EXPECT_FALSE(first(record).apart.of_forks);
  EXPECT_EQ(first(record).apart.contender_samples, 6U);
  EXPECT_NEAR(first(record).decided.p, 2.0 / 924, 1e-12);
  EXPECT_THAT(record.notes, Contains(HasSubstr("f: one process on a side; iterations of one process are no indep")));
  // One side with forks does not help.
  EXPECT_FALSE(first(compared(measured("f", one), measured("f", forks(110, 0.1, 8)))).apart.of_forks);
}

TEST(Unpaired, SaysWhyThereIsNoVerdict) {
  const Comparison single = first(compared(measured("f", {{100}}), measured("f", {{110}})));
  EXPECT_EQ(single.decided.verdict, Verdict::inconclusive);
  EXPECT_EQ(single.apart.undecided, "a single sample on a side: no p, which takes 2 or more on both");
  EXPECT_NEAR(single.decided.ratio, 1.1, 1e-12);
  const Comparison few = first(compared(measured("f", forks(100, 0.1, 3)), measured("f", forks(110, 0.1, 3))));
  EXPECT_EQ(few.decided.verdict, Verdict::inconclusive);
  EXPECT_EQ(few.apart.undecided, "3 and 3 forks can't reach p <= 0.05 (ALPHA / 1): 4 on both sides can");
  EXPECT_NEAR(few.decided.p, 0.1, 1e-12);
  const Comparison noisy = first(compared(measured("f", forks(100, 9, 8)), measured("f", forks(102, 9, 8))));
  EXPECT_EQ(noisy.decided.verdict, Verdict::inconclusive);
  EXPECT_THAT(noisy.apart.undecided, HasSubstr("wider than the margin: more forks"));
}

TEST(Unpaired, SharesAlphaAmongAllBenchmarks) {
  RunRecord before;
  RunRecord after;
  for (int i = 0; i < 100; ++i) {
    before.results.push_back(measured("f" + std::to_string(i), forks(100, 0.1, 6)));
    after.results.push_back(measured("f" + std::to_string(i), forks(110, 0.1, 6)));
  }
  // The least p of six and six is 0.0022.
  const ComparisonRecord record = compare_apart(before, after, {0.05, 1, 0.0198, 0.005}, {});
  EXPECT_EQ(count_of(record, Verdict::inconclusive), 100U);
  EXPECT_THAT(first(record).apart.undecided, HasSubstr("(ALPHA / 100): 8 on both sides can"));
  EXPECT_EQ(count_of(compare_apart(before, after, {0.5, 1, 0.0198, 0.005}, {}), Verdict::slower), 100U);
}

TEST(Unpaired, SmallChangesAreNoChanges) {
  EXPECT_EQ(first(compared(measured("f", forks(100, 0.001, 8)), measured("f", forks(100.4, 0.001, 8)))).decided.verdict,
            Verdict::equal);
  EXPECT_EQ(first(compared(measured("f", forks(100, 0.001, 8)), measured("f", forks(100.6, 0.001, 8)))).decided.verdict,
            Verdict::slower);
}

TEST(Unpaired, BringsTimesToOneUnit) {
  const Comparison comparison =
      first(compared(measured("f", forks(0.1, 0.0001, 8), "us/op"), measured("f", forks(110, 0.1, 8))));
  EXPECT_NEAR(comparison.decided.ratio, 1.1, 0.001);
  EXPECT_NEAR(comparison.baseline_ns, 100.35, 1e-9);
  // Throughput: the fork's fastest iteration is the one with the most ops.
  Result throughput = measured("f", {{10, 5}, {9.9, 5}, {9.8, 5}, {9.7, 5}, {9.6, 5}, {9.5, 5}}, "ops/us");
  throughput.mode = Mode::throughput;
  throughput.primary.better = Better::higher;
  EXPECT_NEAR(first(compared(throughput, measured("f", forks(102.5, 1, 6)))).baseline_ns, 102.57, 0.01);
}

TEST(Unpaired, HasNoRatioWithoutPositiveTimes) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double time : {0.0, -1.0, nan}) {
    const ComparisonRecord record =
        compared(measured("f", {{time}, {time}, {time}, {time}}), measured("f", forks(1, 0.1, 4)));
    EXPECT_EQ(first(record).decided.verdict, Verdict::inconclusive);
    EXPECT_EQ(first(record).apart.undecided, "the baseline has no positive time: no ratio");
    EXPECT_FALSE(first(record).has_ratio());
    EXPECT_EQ(mean_ratio(record).count, 0U);
  }
  Forks some = forks(100, 0.1, 8);
  some.push_back({0});
  const Comparison comparison = first(compared(measured("f", some), measured("f", forks(110, 0.1, 8))));
  EXPECT_EQ(comparison.decided.verdict, Verdict::slower);
  EXPECT_EQ(comparison.apart.undecided, "1 sample is no positive time and left out");
}

TEST(Unpaired, WarnsOfWhatDiffers) {
  Result before = measured("f", forks(100, 0.1, 8));
  Result after = before;
  before.compiler = "GNU 12";
  after.compiler = "GNU 13";
  before.flags = "-O2";
  after.flags = "-O3";
  before.build_type = "Debug";
  after.build_type = "Release";
  before.threads = after.threads = 4;
  before.library_version = "";
  RunRecord baseline;
  RunRecord contender;
  baseline.results = {before, measured("g", forks(100, 0.1, 8))};
  contender.results = {after, measured("g", forks(100, 0.1, 8))};
  baseline.headers.emplace_back().environment.host = "a";
  contender.headers.emplace_back().environment.host = "b";
  baseline.headers[0].environment.load = 0.5;
  contender.headers[0].environment.load = 4;
  const ComparisonRecord record = compare_apart(baseline, contender, {}, {});
  std::vector<std::string> messages;
  for (const Warning& warning : record.warnings) {
    if (warning.kind == WarningKind::sides_differ) messages.push_back(warning.message);
  }
  EXPECT_THAT(messages,
              ElementsAre("the sides differ in the host: a in the baseline, b in the contender",
                          "the sides differ in the load of the machine: 0.50 in the baseline, 4.00 in the contender",
                          "the sides differ in the compiler: GNU 12 in the baseline, GNU 13 in the contender, of 1 "
                          "benchmark",
                          "the sides differ in the flags: -O2 in the baseline, -O3 in the contender, of 1 benchmark",
                          "the sides differ in the build type: Debug in the baseline, Release in the contender, of 1 "
                          "benchmark",
                          "the sides differ in the library: Google Benchmark before 1.8.4 in the baseline, Google "
                          "Benchmark v1.9.5 in the contender, of 1 benchmark"));
  EXPECT_THAT(record.warnings[5].remedy, HasSubstr("1.9.0 divide real times by the number of threads is made good"));
  // What is not known differs in nothing, and equal sides don't.
  after.compiler = "";
  EXPECT_TRUE(compared(measured("f", {{1}}), measured("f", {{1}})).warnings.empty());
}

TEST(Unpaired, ListsWhatIsOnOneSideAndWhatFailed) {
  RunRecord baseline;
  RunRecord contender;
  Result failed = measured("bad", {});
  failed.outcome = Outcome::error;
  baseline.results = {measured("f", forks(100, 0.1, 8)), measured("gone", {{1}}), failed};
  contender.results = {measured("come", {{1}}), measured("f", forks(100, 0.1, 8)), measured("bad", {{1}})};
  baseline.notes = {"cut off"};
  const ComparisonRecord record = compare_apart(baseline, contender, {}, {});
  EXPECT_THAT(record.only_in_baseline, ElementsAre("gone"));
  EXPECT_THAT(record.only_in_contender, ElementsAre("come"));
  ASSERT_EQ(record.comparisons.size(), 2U);
  EXPECT_FALSE(record.comparisons[1].is_decidable());
  EXPECT_EQ(mean_ratio(record).count, 1U);
  EXPECT_THAT(record.notes, Contains("baseline: cut off"));
}

TEST(Unpaired, TakesOneOfTwoViewsOfTheSameIterations) {
  Result throughput = measured("f", {{0.01}}, "ops/ns");
  throughput.mode = Mode::throughput;
  Result single = measured("f", {{500}});
  single.mode = Mode::single_shot;
  RunRecord side;
  side.results = {throughput, measured("f", {{100}}), single};
  const ComparisonRecord record = compare_apart(side, side, {}, {});
  ASSERT_EQ(record.comparisons.size(), 2U);
  EXPECT_EQ(record.comparisons[0].name(), "f");
  EXPECT_EQ(record.comparisons[1].name(), "f (ss)");
}

TEST(Unpaired, Selects) {
  RunRecord side;
  side.results = {measured("f/old", {{1}}), measured("f/new", {{1}}), measured("g/old", {{1}})};
  EXPECT_EQ(compare_apart(side, side, {}, {"old", "", ""}).comparisons.size(), 2U);
  const ComparisonRecord record = compare_apart(side, side, {}, {"", "old", "new"});
  ASSERT_EQ(record.comparisons.size(), 1U);
  EXPECT_EQ(record.comparisons[0].name(), "f/old → f/new");
  EXPECT_THAT(record.only_in_baseline, ElementsAre("g/old"));
}

}  // namespace
}  // namespace micro
