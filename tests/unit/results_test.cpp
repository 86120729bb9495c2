#include "stats/results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace micro {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

BenchmarkEntry planned(const std::string& name, int forks, int iterations = 2) {
  BenchmarkEntry entry;
  entry.id = {"s", name};
  entry.forks = forks;
  entry.iterations = iterations;
  return entry;
}

ForkEntry fork(const std::string& name, std::vector<double> real_ns) {
  ForkEntry entry;
  entry.id = {"s", name};
  entry.library_version = "v1.9.5";
  for (const double time : real_ns) entry.iterations.push_back({1, time, time, {}});
  return entry;
}

RunRecord record_of(const std::vector<JournalEntry>& entries) {
  ResultBuilder builder;
  for (const JournalEntry& entry : entries) builder.take(entry);
  return builder.finish();
}

TEST(Results, ForksBecomeSamplesOfOneResult) {
  const RunRecord record = record_of({planned("f/n:1", 2), fork("f/n:1", {10, 20}), fork("f/n:1", {30, 40})});
  ASSERT_THAT(record.results, SizeIs(1));
  const Result& result = record.results[0];
  EXPECT_EQ(result.name(), "s.f");
  EXPECT_EQ(result.benchmark, "f/n:1");
  EXPECT_EQ(result.forks, 2);
  EXPECT_THAT(result.primary.samples, ElementsAre(ElementsAre(10, 20), ElementsAre(30, 40)));
  EXPECT_EQ(result.primary.score.value, 25);
  EXPECT_EQ(result.primary.unit, "ns/op");
  EXPECT_TRUE(record.notes.empty());
}

TEST(Results, OneUnitInWhichNothingIsBelowOne) {
  const auto unit = [](double least) {
    return record_of({planned("f", 1, 1), fork("f", {least}), planned("g", 1, 1), fork("g", {1e12})})
        .results[0]
        .primary;
  };
  EXPECT_EQ(unit(999).unit, "ns/op");
  EXPECT_EQ(unit(0.25).unit, "ns/op");
  EXPECT_EQ(unit(1000).unit, "us/op");
  EXPECT_EQ(unit(2e6).unit, "ms/op");
  EXPECT_EQ(unit(2e9).unit, "s/op");
  EXPECT_EQ(unit(2e9).score.value, 2);
  EXPECT_THAT(unit(1500).samples, ElementsAre(ElementsAre(1.5)));
}

TEST(Results, OldLibrariesDivideTimeByThreads) {
  ForkEntry old = fork("f/threads:4", {10});
  old.threads = 4;
  old.library_version = "";
  ForkEntry recent = old;
  recent.library_version = "v1.9.5";
  EXPECT_EQ(record_of({planned("f/threads:4", 1, 1), old}).results[0].primary.score.value, 40);
  EXPECT_EQ(record_of({planned("f/threads:4", 1, 1), recent}).results[0].primary.score.value, 10);
}

TEST(Results, ThreadsAreAParameter) {
  const RunRecord record = record_of({planned("f/n:1/threads:4", 1, 1), fork("f/n:1/threads:4", {10})});
  EXPECT_THAT(record.results[0].parameters, ElementsAre(Parameter{"n", "1"}, Parameter{"threads", "4"}));
}

TEST(Results, TheLabelIsThatOfTheForks) {
  ForkEntry labelled = fork("f", {10});
  labelled.label = "introsort";
  EXPECT_EQ(record_of({planned("f", 2, 1), labelled, fork("f", {20})}).results[0].label, "introsort");
}

TEST(Results, AFailedForkFailsTheBenchmark) {
  ForkEntry crash = fork("f", {});
  crash.outcome = Outcome::crashed;
  crash.message = "ended by signal 11";
  crash.stderr_tail = "oops\n";
  crash.command = {"p", "--x y"};
  const Result result = record_of({planned("f", 3, 1), fork("f", {1}), crash, fork("f", {2})}).results[0];
  EXPECT_EQ(result.outcome, Outcome::crashed);
  EXPECT_EQ(result.forks, 2);
  EXPECT_EQ(result.message, "1 of 3 forks failed: ended by signal 11");
  EXPECT_EQ(result.details, "  | oops\n  repeat: p '--x y'\n");
}

TEST(Results, WhatWasNotMadeIsSaid) {
  const RunRecord record = record_of({planned("f", 2, 1), planned("g", 1), fork("f", {1})});
  ASSERT_THAT(record.results, SizeIs(1));
  EXPECT_THAT(record.notes, ElementsAre("s.f: 1 of 2 forks, the run ended before", HasSubstr("s.g: was not measured")));
}

TEST(Results, CountersBecomeSecondaryMetricsInTheOrderOfLabels) {
  ForkEntry first = fork("f", {1, 1});
  first.iterations[0].counters = {{"z", 1}, {"bytes_per_second", 8}};
  first.iterations[1].counters = {{"z", 2}, {"bytes_per_second", 8}};
  const Result result = record_of({planned("f", 2), first, fork("f", {1, 1})}).results[0];
  ASSERT_THAT(result.secondary, SizeIs(3));
  EXPECT_EQ(result.secondary[0].label, "bytes_per_second");
  EXPECT_EQ(result.secondary[0].unit, "B/s");
  EXPECT_EQ(result.secondary[0].better, Better::higher);
  EXPECT_EQ(result.secondary[1].label, "cpu_time");
  EXPECT_FALSE(result.secondary[1].in_tables);
  EXPECT_EQ(result.secondary[2].label, "z");
  EXPECT_THAT(result.secondary[2].samples, ElementsAre(ElementsAre(1, 2), ElementsAre()));
}

TEST(Results, OtherNumbersOfIterationsAreSaid) {
  EXPECT_THAT(record_of({planned("f/repeats:3", 1, 2), fork("f/repeats:3", {1, 2, 3})}).notes,
              ElementsAre(HasSubstr("s.f/repeats:3: the forks made another number of iterations than ITER asks for")));
}

TEST(Results, JoinedJournalsAddUp) {
  const RunRecord record = record_of({planned("f", 1, 1), fork("f", {1}), planned("f", 1, 1), fork("f", {3})});
  ASSERT_THAT(record.results, SizeIs(1));
  EXPECT_EQ(record.results[0].planned_forks, 2);
  EXPECT_EQ(record.results[0].primary.score.value, 2);
  EXPECT_TRUE(record.notes.empty());
}

TEST(Results, TheSameForkTwiceCountsOnce) {
  ForkEntry first = fork("f", {1});
  first.start = "2026-11-30T12:00:00.000Z";
  ForkEntry second = first;
  second.order = 1;
  const RunRecord record = record_of({planned("f", 2, 1), first, second, planned("f", 2, 1), first, second});
  EXPECT_EQ(record.results[0].primary.score.count, 2u);
  EXPECT_THAT(record.notes, testing::Contains("2 forks are there twice and count once"));
}

TEST(Results, RunsThatDifferAreNotPutTogetherSilently) {
  BenchmarkEntry other = planned("f", 1, 1);
  other.flags = "-O0";
  const std::string note = "s.f: forks of runs with other options, flags or programs are put together";
  EXPECT_THAT(record_of({planned("f", 1, 1), fork("f", {1}), other, fork("f", {9})}).notes, ElementsAre(note));
  other = planned("f", 1, 1);
  other.options = {{"TIME", {"1ms"}, "micro"}};
  EXPECT_THAT(record_of({planned("f", 1, 1), fork("f", {1}), other, fork("f", {9})}).notes, ElementsAre(note));
}

TEST(Results, LengthsThatTheSourceFixesAreSaid) {
  for (const std::string name : {"f/iterations:10", "f/min_time:0.100"}) {
    BenchmarkEntry timed = planned(name, 1, 1);
    timed.iteration_ns = 1e9;
    EXPECT_THAT(record_of({timed, fork(name, {1})}).notes, ElementsAre(HasSubstr("so TIME has no effect")));
    EXPECT_THAT(record_of({planned(name, 1, 1), fork(name, {1})}).notes, testing::IsEmpty()) << "nobody asked for TIME";
  }
}

TEST(Results, ForksThatWereNotMadeAfterAFailureAreCounted) {
  ForkEntry error = fork("f", {});
  error.outcome = Outcome::error;
  error.message = "reports an error: x";
  EXPECT_EQ(record_of({planned("f", 3, 1), error}).results[0].message,
            "1 of 1 forks failed (2 more not made): reports an error: x");
}

}  // namespace
}  // namespace micro
