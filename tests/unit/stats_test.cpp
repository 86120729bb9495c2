#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "golden/jmh_input.h"
#include "stats/complexity.h"
#include "stats/sample.h"
#include "stats/score.h"
#include "text/text.h"

namespace micro {
namespace {

using test::jmh_golden;
using test::read_lines;
using testing::ElementsAre;
using testing::IsNan;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

// JMH finds quantiles with a solver that stops at 1e-9: what depends on them agrees to that, all else exactly.
void expect_near_relative(double ours, const std::string& expected) {
  const double value = std::stod(expected);
  if (std::isnan(value)) {
    EXPECT_TRUE(std::isnan(ours)) << ours;
  } else {
    EXPECT_NEAR(ours, value, 1e-9 * std::abs(value));
  }
}

void expect_same(double ours, const std::string& expected) {
  const double value = std::stod(expected);
  EXPECT_TRUE(ours == value || (std::isnan(ours) && std::isnan(value))) << ours << " instead of " << expected;
}

std::vector<std::vector<std::string>> rows(const std::string& file) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : read_lines(jmh_golden(file))) rows.push_back(split(line, '\t'));
  rows.erase(rows.begin());  // headings
  return rows;
}

Metric metric(std::vector<std::vector<double>> forks, Aggregation aggregation = Aggregation::average) {
  Metric metric;
  metric.samples = std::move(forks);
  metric.aggregation = aggregation;
  return metric;
}

TEST(Stats, QuantilesAreThoseOfTheTable) {
  const auto table = rows("tquantile.tsv");
  EXPECT_EQ(table.size(), 39u);
  for (const auto& row : table) {
    SCOPED_TRACE("n = " + row[0]);
    expect_near_relative(student_t_quantile(0.9995, std::stod(row[1])), row[2]);
  }
}

TEST(Stats, ListsHaveTheStatisticsOfTheTable) {
  const auto table = rows("stats.tsv");
  EXPECT_EQ(table.size(), 10u);
  for (const auto& row : table) {
    SCOPED_TRACE(row[0]);
    std::vector<double> values;
    for (const std::string& word : split(row[0].substr(1, row[0].size() - 2), ',')) values.push_back(std::stod(word));
    const auto samples = each_once(values);
    const Score score = score_of(metric({values}));
    EXPECT_EQ(std::to_string(score.count), row[1]);
    expect_same(score.value, row[2]);
    expect_same(minimum(samples), row[3]);
    expect_same(maximum(samples), row[4]);
    expect_same(score.stdev, row[5]);
    expect_near_relative(score.error, row[6]);
    expect_near_relative(score.low, row[7]);
    expect_near_relative(score.high, row[8]);
    for (std::size_t i = 0; i < percentile_ranks.size(); ++i) expect_same(score.percentiles[i], row[9 + i]);
  }
}

// Two samples have a spread, but JMH gives no error for them.
TEST(Stats, ErrorNeedsThreeSamples) {
  EXPECT_THAT(mean_error(1, nan), IsNan());
  EXPECT_THAT(mean_error(2, 0.7), IsNan());
  EXPECT_NEAR(mean_error(3, 1), 18.2437226659, 1e-9);
}

TEST(Stats, ForksAreOneListInOrder) {
  const Score joined = score_of(metric({{1.5, 2.25}, {}, {6, 7, 8}}));
  const Score one = score_of(metric({{1.5, 2.25, 6, 7, 8}}));
  EXPECT_EQ(joined.count, 5u);
  EXPECT_EQ(joined.value, one.value);
  EXPECT_EQ(joined.error, one.error);
}

TEST(Stats, NothingMeasuredIsNoNumber) {
  for (const Aggregation aggregation :
       {Aggregation::average, Aggregation::sum, Aggregation::maximum, Aggregation::minimum}) {
    const Score score = score_of(metric({{}, {}}, aggregation));
    EXPECT_EQ(score.count, 0u);
    EXPECT_THAT(score.value, IsNan());
    EXPECT_THAT(score.low, IsNan());
    EXPECT_THAT(score.percentiles[0], IsNan());
  }
}

TEST(Stats, SumMaximumAndMinimumAreTheirOwnInterval) {
  const std::vector<std::vector<double>> forks{{4, 1}, {2, 3}};
  const auto expect = [&](Aggregation aggregation, double value) {
    const Score score = score_of(metric(forks, aggregation));
    EXPECT_EQ(score.value, value);
    EXPECT_EQ(score.low, value);
    EXPECT_EQ(score.high, value);
    EXPECT_THAT(score.error, IsNan());
    EXPECT_EQ(score.count, 4u);
  };
  expect(Aggregation::sum, 10);
  expect(Aggregation::maximum, 4);
  expect(Aggregation::minimum, 1);
}

TEST(Stats, MissingIterationsCountAsZero) {
  Metric counter = metric({{3, 4}, {5}});
  counter.missing = 3;
  const Score score = score_of(counter);
  EXPECT_EQ(score.count, 6u);
  EXPECT_EQ(score.value, 2);
  EXPECT_EQ(score.percentiles[0], 0);
}

TEST(Stats, HistogramIsTheListOfItsCalls) {
  Metric sampled;
  sampled.histograms = {{{{1, 2}, {5, 1}}, {{3, 1}}}, {{{1, 1}, {2, 1}}}};
  const Score score = score_of(sampled);
  const Score list = score_of(metric({{1, 1, 1, 2, 3, 5}}));
  EXPECT_EQ(score.count, 6u);
  EXPECT_EQ(score.value, list.value);
  EXPECT_EQ(score.stdev, list.stdev);
  EXPECT_EQ(score.error, list.error);
  EXPECT_EQ(score.percentiles, list.percentiles);
}

TEST(Stats, HugeCountsNeedNoMemory) {
  Metric sampled;
  sampled.histograms = {{{{1, 3'000'000'000'000}, {2, 1'000'000'000'000}}}};
  const Score score = score_of(sampled);
  EXPECT_EQ(score.value, 1.25);
  EXPECT_EQ(score.percentiles[1], 1);
  EXPECT_EQ(score.percentiles[2], 2);
}

TEST(Stats, PercentilesOfASampledMetricAreMetrics) {
  Metric sampled;
  sampled.unit = "us/op";
  sampled.histograms = {{{{1, 2}, {5, 1}}, {{3, 1}}}, {{{1, 1}, {2, 1}}}};
  const std::vector<Metric> metrics = percentile_metrics(sampled);
  std::vector<std::string> labels;
  for (const Metric& m : metrics) labels.push_back(m.label);
  EXPECT_THAT(labels, ElementsAre("p0.00", "p0.50", "p0.90", "p0.95", "p0.99", "p0.999", "p0.9999", "p1.00"));
  EXPECT_EQ(metrics[1].score.value, 1.5);
  EXPECT_EQ(metrics[1].score.count, 1u);
  EXPECT_THAT(metrics[1].score.error, IsNan());
  EXPECT_EQ(metrics[1].unit, "us/op");
  EXPECT_THAT(metrics[1].samples, ElementsAre(ElementsAre(1, 3), ElementsAre(1.5)));
  EXPECT_EQ(metrics[7].score.value, 5);
}

// What is no number spoils the mean, but percentiles are those of the rest: commons-math's rule.
TEST(Stats, NanAndInfinity) {
  const Score with_nan = score_of(metric({{nan, 1, 2}}));
  EXPECT_THAT(with_nan.value, IsNan());
  EXPECT_THAT(with_nan.percentiles[0], IsNan());
  EXPECT_EQ(with_nan.percentiles[1], 1.5);
  EXPECT_THAT(minimum(each_once(std::vector{1.0, nan, 2.0})), IsNan());
  EXPECT_THAT(maximum(each_once(std::vector{nan, 1.0})), IsNan());

  const Score with_infinity = score_of(metric({{infinity, 1, 2}}));
  EXPECT_EQ(with_infinity.value, infinity);
  EXPECT_THAT(with_infinity.error, IsNan());
  EXPECT_EQ(with_infinity.percentiles[9], infinity);
}

// From SciPy 1.10: scipy.stats.f.sf().
TEST(Statistics, TailOfTheFDistribution) {
  EXPECT_NEAR(f_tail(3.0, 5, 10), 0.06555756209384413, 1e-12);
  EXPECT_NEAR(f_tail(1.0, 2, 20), 0.38554328942953164, 1e-12);
  EXPECT_NEAR(f_tail(12.5, 9, 20), 2.0056455989306443e-06, 1e-15);
  EXPECT_NEAR(f_tail(0.5, 3, 7), 0.6940363875688136, 1e-12);
}

TEST(Stats, ComplexityIsFittedAsTheLibraryDoes) {
  const Fit exact = fit_complexity({{20, 10, 2}, {40, 20, 4}, {80, 40, 8}});
  EXPECT_DOUBLE_EQ(exact.real_ns, 10);
  EXPECT_DOUBLE_EQ(exact.cpu_ns, 5);
  EXPECT_NEAR(exact.rms, 0, 1e-15);
  // By hand: coefficient (1·1 + 3·2) / (1 + 4) = 1.4, left -0.4 and 0.2, mean time 2.
  const Fit rough = fit_complexity({{1, 1, 1}, {3, 3, 2}});
  EXPECT_DOUBLE_EQ(rough.real_ns, 1.4);
  EXPECT_NEAR(rough.rms, std::sqrt((0.16 + 0.04) / 2) / 2, 1e-15);
}

}  // namespace
}  // namespace micro
