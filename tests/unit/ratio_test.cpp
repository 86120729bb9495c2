// Ratios of scores: their interval, their baseline, their words.
#include "stats/ratio.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "format/cells.h"
#include "stats/baselines.h"
#include "stats/sample.h"
#include "stats/score.h"

namespace micro {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Ratio, KnownAnswer) {
  // Equal samples of mean 10 and variance 0.8: ten degrees of freedom, of which the table has t = 3.169273 at 99 %.
  const std::vector<double> samples{9, 9, 10, 10, 11, 11};
  const Ratio ratio = ratio_of_means(samples, samples);
  EXPECT_DOUBLE_EQ(ratio.value, 1);
  EXPECT_NEAR(ratio.low, 0.8482484043636397, 1e-6);
  EXPECT_NEAR(ratio.high, 1.1788999482412292, 1e-6);
}

// At its ends the difference that Fieller's theorem is about is as large as Student's t lets it be.
TEST(Ratio, EndsAreWhereTheDifferenceBecomesImprobable) {
  const std::vector<double> above{10, 12, 11, 14};
  const std::vector<double> below{21, 20, 22, 20.5, 21.5, 20};
  const Ratio ratio = ratio_of_means(above, below);
  const double va = std::pow(stdev(each_once(above)), 2) / 4;
  const double vb = std::pow(stdev(each_once(below)), 2) / 6;
  const double r2 = ratio.value * ratio.value;
  const double degrees = std::pow(va + r2 * vb, 2) / (va * va / 3 + r2 * r2 * vb * vb / 5);
  const double t = student_t_quantile(0.995, degrees);
  for (const double r : {ratio.low, ratio.high}) {
    const double difference = mean(each_once(above)) - r * mean(each_once(below));
    EXPECT_NEAR(std::abs(difference) / std::sqrt(va + r * r * vb), t, 1e-9);
  }
  EXPECT_LT(ratio.low, ratio.value);
  EXPECT_LT(ratio.value, ratio.high);
  // Time and throughput say the same.
  const Ratio other = ratio_of_means(below, above);
  EXPECT_NEAR(other.low, 1 / ratio.high, 1e-9);
  EXPECT_NEAR(other.high, 1 / ratio.low, 1e-9);
}

TEST(Ratio, WithoutAnIntervalWhereForksTellNone) {
  const std::vector<double> one{10};
  const std::vector<double> two{19, 21};
  EXPECT_EQ(ratio_of_means(one, two).value, 0.5);
  EXPECT_TRUE(std::isnan(ratio_of_means(one, two).low));
  EXPECT_TRUE(std::isnan(ratio_of_means(two, one).high));
  const std::vector<double> exact{5, 5};
  EXPECT_EQ(ratio_of_means(exact, exact), (Ratio{1, 1, 1}));
  for (const double bad : {0.0, -1.0, nan, double(INFINITY)}) {
    const std::vector<double> values{bad, bad};
    EXPECT_TRUE(std::isnan(ratio_of_means(two, values).value)) << bad;
    EXPECT_TRUE(std::isnan(ratio_of_means(values, two).value)) << bad;
  }
  EXPECT_TRUE(std::isnan(ratio_of_means({}, two).value));
}

TEST(Ratio, HasNoUpperEndWhereTheDenominatorMayBeNothing) {
  const std::vector<double> wild{1, 100, 3};
  const std::vector<double> steady{20, 20.1, 19.9, 20};
  const Ratio ratio = ratio_of_means(steady, wild);
  EXPECT_GT(ratio.low, 0);
  EXPECT_LT(ratio.low, ratio.value);
  EXPECT_EQ(ratio.high, std::numeric_limits<double>::infinity());
  EXPECT_EQ(ratio_of_means(wild, wild).low, 0);
  const Ratio other = ratio_of_means(wild, steady);
  EXPECT_EQ(other.low, 0);
  EXPECT_NEAR(other.high, 1 / ratio.low, 1e-9);
  // Nothing is claimed of which of two is faster if forks cannot tell.
  EXPECT_EQ(ratio_text({0.52, 0.2, std::numeric_limits<double>::infinity()}, true), "0.52 [0.20, ∞]");
}

Metric metric(std::vector<std::vector<double>> samples, Better better, const std::string& unit = "ns/op") {
  Metric made;
  made.unit = unit;
  made.better = better;
  made.samples = std::move(samples);
  made.score = score_of(made);
  return made;
}

TEST(Ratio, AboveOneIsBetterWhateverTheDirection) {
  const Metric small = metric({{10}, {10}}, Better::lower);
  const Metric large = metric({{40}, {40}}, Better::lower);
  EXPECT_EQ(performance_ratio(small, large)->value, 4);
  EXPECT_EQ(performance_ratio(large, small)->value, 0.25);
  EXPECT_EQ(performance_ratio(metric({{40}}, Better::higher), metric({{10}}, Better::higher))->value, 4);
  EXPECT_FALSE(performance_ratio(small, metric({{10}}, Better::higher)));
  EXPECT_FALSE(performance_ratio(small, metric({{10}}, Better::lower, "us/op")));
  EXPECT_FALSE(performance_ratio(small, metric({{0}, {0}}, Better::lower)));
  EXPECT_FALSE(performance_ratio(small, metric({}, Better::lower)));
}

TEST(Ratio, IsTextThatSaysWhichWay) {
  EXPECT_EQ(ratio_text({.value = 1}, true), "1.00");
  EXPECT_EQ(ratio_text({.value = 17388.201 / 122373.920}, true), "0.14") << "one fork on a side is no verdict";
  EXPECT_EQ(ratio_text({1.31, 1.2, 1.42}, true), "1.31 [1.20, 1.42] (1.31x faster)");
  EXPECT_EQ(ratio_text({0.142, 0.13, 0.151}, true), "0.14 [0.13, 0.15] (7.04x slower)");
  EXPECT_EQ(ratio_text({1.02, 0.97, 1.07}, true), "1.02 [0.97, 1.07]");
  EXPECT_EQ(ratio_text({1.2, 1.0, 1.4}, true), "1.20 [1.00, 1.40]");
  EXPECT_EQ(ratio_text({1.004, 1.002, 1.006}, true), "1.004 [1.002, 1.006] (1.004x faster)");
  EXPECT_EQ(ratio_text({.value = 0.00123456}, true), "0.0012");
  EXPECT_EQ(ratio_text({0.00123456, 0.00122, 0.00125}, true), "0.0012 [0.0012, 0.0013] (810.01x slower)");
  EXPECT_EQ(ratio_text({2, 1.5, 3}, false), "2.00 [1.50, 3.00] (2.00x better)");
  EXPECT_EQ(ratio_text({2, 1.5, 3, false}, false), "2.00 [1.50, 3.00] (no measurement)");
  EXPECT_EQ(ratio_text({.value = 1, .of_measurements = false}, true), "1.00 (no measurement)");
  EXPECT_EQ(ratio_text({0.5, 0.4, 0.6}, false), "0.50 [0.40, 0.60] (2.00x worse)");
}

Result measured(const std::string& variant, std::vector<Parameter> parameters, double ns, Baseline baseline) {
  Result result;
  result.suite = "s";
  result.function = "f";
  result.variant = variant;
  result.parameters = std::move(parameters);
  result.baseline = std::move(baseline);
  result.primary = metric({{ns}, {ns}}, Better::lower);
  return result;
}

std::vector<std::optional<double>> ratios(std::vector<Result> results) {
  add_ratios(results);
  std::vector<std::optional<double>> values;
  for (const Result& result : results) {
    values.push_back(result.primary.ratio ? std::optional(result.primary.ratio->value) : std::nullopt);
  }
  return values;
}

TEST(Baselines, AreTheSameBenchmarkInAnotherVariant) {
  const Baseline off{"off", "", ""};
  EXPECT_THAT(ratios({measured("off", {{"n", "1"}}, 10, off), measured("on", {{"n", "1"}}, 20, off),
                      measured("on", {{"n", "2"}}, 5, off), measured("off", {{"n", "2"}}, 20, off)}),
              ElementsAre(1, 0.5, 4, 1));
  EXPECT_THAT(ratios({measured("on", {}, 10, off)}), ElementsAre(std::nullopt));
  Result thrpt = measured("on", {}, 10, off);
  thrpt.mode = Mode::throughput;
  EXPECT_THAT(ratios({measured("off", {}, 10, off), thrpt}), ElementsAre(1, std::nullopt));
}

TEST(Baselines, AreTheSameButForOneParameter) {
  const Baseline native{"", "kind", "native"};
  EXPECT_THAT(
      ratios({measured("a", {{"kind", "native"}, {"n", "1"}}, 10, native),
              measured("a", {{"n", "1"}, {"kind", "java"}}, 20, native),
              measured("a", {{"kind", "java"}, {"n", "2"}}, 20, native),
              measured("b", {{"kind", "java"}, {"n", "1"}}, 20, native), measured("a", {{"n", "1"}}, 1, native)}),
      ElementsAre(1, 0.5, std::nullopt, std::nullopt, std::nullopt));
  const Baseline both{"a", "kind", "native"};
  EXPECT_THAT(ratios({measured("a", {{"kind", "native"}}, 10, both), measured("b", {{"kind", "x"}}, 20, both)}),
              ElementsAre(1, 0.5));
}

TEST(Baselines, ThatFailedAreNone) {
  const Baseline off{"off", "", ""};
  Result failed = measured("off", {}, 10, off);
  failed.outcome = Outcome::crashed;
  EXPECT_THAT(ratios({failed, measured("on", {}, 20, off)}), ElementsAre(std::nullopt, std::nullopt));
}

TEST(Baselines, CountersHaveRatiosOfTheirOwn) {
  const Baseline off{"off", "", ""};
  std::vector<Result> results{measured("off", {}, 10, off), measured("on", {}, 10, off)};
  for (std::size_t i = 0; i < 2; ++i) {
    Metric counter = metric({{i == 0 ? 30.0 : 60.0}}, Better::higher, "entries");
    counter.label = "reclaimed";
    results[i].secondary.push_back(counter);
  }
  results[1].secondary.push_back(metric({{1}}, Better::lower));
  results[1].secondary.back().label = "swept";
  add_ratios(results);
  EXPECT_EQ(results[1].secondary[0].ratio->value, 2);
  EXPECT_FALSE(results[1].secondary[1].ratio);
}

TEST(Baselines, OfWhatIsNoMeasurementRatiosSaySo) {
  const Baseline off{"off", "", ""};
  const auto marks = [&](bool baseline_measures, bool contender_measures) {
    std::vector<Result> results{measured("off", {}, 10, off), measured("on", {}, 20, off)};
    results[0].not_a_measurement = !baseline_measures;
    results[1].not_a_measurement = !contender_measures;
    for (Result& result : results) {
      result.secondary.push_back(metric({{1}}, Better::higher, "entries"));
      result.secondary.back().label = "swept";
    }
    add_ratios(results);
    EXPECT_EQ(results[1].primary.ratio->of_measurements, results[1].secondary[0].ratio->of_measurements);
    return std::pair(results[0].primary.ratio->of_measurements, results[1].primary.ratio->of_measurements);
  };
  EXPECT_EQ(marks(true, true), std::pair(true, true));
  EXPECT_EQ(marks(true, false), std::pair(true, false));
  EXPECT_EQ(marks(false, true), std::pair(false, false));
  EXPECT_EQ(marks(false, false), std::pair(false, false));
}

TEST(Baselines, ThatAreNotThereAreNamed) {
  const auto notes = [](const Baseline& baseline) {
    return notes_on_baselines({measured("on", {{"kind", "a<b>"}}, 1, baseline), measured("off", {}, 1, baseline)});
  };
  EXPECT_THAT(notes({"off", "", ""}), IsEmpty());
  EXPECT_THAT(notes(Baseline()), IsEmpty());
  EXPECT_THAT(notes({"", "kind", "a<b>"}), IsEmpty());
  EXPECT_THAT(notes({"lto", "", ""}), ElementsAre(HasSubstr("s: there are no results of the variant lto")));
  EXPECT_THAT(notes({"", "kind", "x"}), ElementsAre(HasSubstr("no benchmark has kind=x,")));
  EXPECT_THAT(notes({"", "size", "1"}), ElementsAre(HasSubstr("the parameter size, so there are no ratios to it "
                                                              "(BASELINE_PARAM); parameters are kind")));
}

}  // namespace
}  // namespace micro
