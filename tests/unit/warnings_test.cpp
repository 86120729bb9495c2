#include "stats/warnings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "stats/score.h"

namespace micro {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Result measured(std::vector<std::vector<double>> samples) {
  Result result;
  result.benchmark = result.function = "f";
  result.forks = static_cast<int>(samples.size());
  result.cmicro_version = "1.0";
  result.primary.unit = "us/op";
  result.primary.samples = std::move(samples);
  result.primary.score = score_of(result.primary);
  return result;
}

TEST(Warnings, NoneForWhatIsSteady) {
  EXPECT_THAT(warnings_of(measured({{10, 10.1, 9.9}, {10.1, 10, 9.9}, {9.9, 10, 10.1}})), IsEmpty());
}

TEST(Warnings, NoneForWhatHasFailed) {
  Result failed = measured({{1, 100}});
  failed.outcome = Outcome::crashed;
  EXPECT_THAT(warnings_of(failed), IsEmpty());
}

// Of the thread in which one collection of garbage made 1127.163 ± 1771.892 us/op of about 211.
TEST(Warnings, TheOddIterationIsNamed) {
  const auto warnings = warnings_of(measured({{211, 212, 210, 213, 211}, {210, 211, 212, 9372, 211}}));
  ASSERT_THAT(warnings, SizeIs(1));
  EXPECT_EQ(warnings[0].kind, WarningKind::large_error);
  EXPECT_EQ(warnings[0].subject, "f");
  EXPECT_THAT(warnings[0].message, HasSubstr("iteration 4 of fork 2 has 9372, where 211 us/op is usual"));
}

TEST(Warnings, RemediesAreWhatTheReaderCanDo) {
  const auto remedy = [](const std::string& library, const std::string& version) {
    Result result = measured({{1}});
    result.library = library;
    result.cmicro_version = version;
    return warnings_of(result).at(0).remedy;
  };
  EXPECT_EQ(remedy("Google Benchmark", "1.0"), "raise FORK (now 1)");
  EXPECT_EQ(remedy("Google Benchmark", ""), "run the program more often and show all its files together");
  EXPECT_EQ(remedy("OpenJDK", "1.37"), "measure with more forks (-f)");
}

TEST(Warnings, AZeroScoreHasNoNumberOfForksThatHelps) {
  const auto warnings = warnings_of(measured({{-1, 1}, {-1, 1}}));
  ASSERT_THAT(warnings, SizeIs(1));
  EXPECT_THAT(warnings[0].remedy, HasSubstr("no number of forks"));
}

TEST(Warnings, OneFarValueOfFewIsNotCalledOdd) {
  const auto warnings = warnings_of(measured({{10}, {10}, {10}, {10}, {20}}));
  ASSERT_THAT(warnings, SizeIs(1));
  EXPECT_THAT(warnings[0].message, HasSubstr("% of the score"));
  EXPECT_EQ(warnings[0].message.find("iteration"), std::string::npos);
}

TEST(Warnings, ForksThatDifferWithinChanceAreNotCalledDifferent) {
  // The iterations vary as much as the forks do.
  EXPECT_THAT(warnings_of(measured({{96, 104, 100}, {97, 103, 106}, {94, 100, 103}, {99, 105, 97}})), IsEmpty());
}

bool says_that_forks_differ(std::vector<std::vector<double>> samples) {
  const auto warnings = warnings_of(measured(std::move(samples)));
  return std::ranges::any_of(warnings, [](const Warning& w) { return w.kind == WarningKind::forks_differ; });
}

TEST(Warnings, FewForksThatDifferByChanceAreNotCalledDifferent) {
  EXPECT_FALSE(says_that_forks_differ({{82, 98}, {92, 108}, {102, 118}}));  // F = 1.6 of (2, 3) degrees
  EXPECT_TRUE(says_that_forks_differ({{89, 91}, {99, 101}, {109, 111}, {119, 121}}));
}

TEST(Warnings, ManyIterationsShowThatForksDifferEvenBelowTheirSpread) {
  std::vector<std::vector<double>> forks(10);
  for (std::size_t fork = 0; fork < forks.size(); ++fork) {
    for (int i = 0; i < 40; ++i) forks[fork].push_back((fork % 2 == 0 ? 96 : 104) + (i % 2 == 0 ? 5 : -5));
  }
  EXPECT_TRUE(says_that_forks_differ(forks));
}

TEST(Warnings, WhereAForkHasOneIterationItIsNotCalledTheFirst) {
  const auto warnings = warnings_of(measured({{10}, {10}, {10.1}, {90}, {9.9}, {10}, {10}}));
  ASSERT_THAT(warnings, SizeIs(1));
  EXPECT_THAT(warnings[0].message, HasSubstr("iteration 1 of fork 4"));
  EXPECT_THAT(warnings[0].remedy, HasSubstr("measure again; if it comes back"));
}

TEST(Warnings, ForksThatDifferBelowWhatMattersAreLeftAlone) {
  EXPECT_THAT(warnings_of(measured({{100, 100, 100}, {101, 101, 101}, {100.5, 100.5, 100.5}})), IsEmpty());
}

TEST(Warnings, AVariantIsPartOfTheSubject) {
  Result result = measured({{1}});
  result.variant = "off";
  EXPECT_EQ(warnings_of(result).front().subject, "f@off");
}

TEST(Warnings, SuitesWithoutOptimisationOnceEach) {
  Result plain = measured({{1, 1, 1}});
  plain.suite = "s";
  plain.flags = "-O2 -g -O0";
  Result other = plain;
  other.suite = "t";
  other.flags = "-O0 -O3";
  const auto warnings = warnings_of_builds({plain, plain, other, measured({{1, 1, 1}})});
  ASSERT_THAT(warnings, SizeIs(1));
  EXPECT_EQ(warnings[0].subject, "s");
  EXPECT_THAT(warnings[0].message, HasSubstr("-O2 -g -O0"));
}

TEST(Warnings, WhatOptimisesASuiteDependsOnWhyItIsNotOptimised) {
  const auto remedy = [](const std::string& build_type, const std::string& flags) {
    Result result = measured({{1, 1, 1}});
    result.suite = "s";
    result.build_type = build_type;
    result.flags = flags;
    return warnings_of_builds({result}).at(0).remedy;
  };
  EXPECT_EQ(remedy("", ""), "configure with -D CMAKE_BUILD_TYPE=Release");
  EXPECT_THAT(remedy("Debug", "-g"), HasSubstr("CONF=Release measures"));
  EXPECT_THAT(remedy("Release", "-O3 -O0"), HasSubstr("take -O0 from its flags"));
  EXPECT_THAT(remedy("Release", "-g"), HasSubstr("look at CMAKE_CXX_FLAGS_RELEASE"));
}

TEST(Warnings, ABuildThatIsNoMeasurementIsNamedOnceWithItsFeatures) {
  Result result = measured({{1, 1, 1}});
  result.suite = "s";
  result.flags = "-O2";
  result.variant = "asan";
  result.features = {"asan", "ubsan"};
  result.not_a_measurement = true;
  const auto warnings = warnings_of_builds({result, result});
  ASSERT_THAT(warnings, SizeIs(1));
  EXPECT_EQ(warnings[0].kind, WarningKind::not_a_measurement);
  EXPECT_EQ(warnings[0].subject, "s@asan");
  EXPECT_THAT(warnings[0].message, HasSubstr("(features: asan, ubsan)"));
}

}  // namespace
}  // namespace micro
