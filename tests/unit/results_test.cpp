#include "stats/results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

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

CountEntry count(const std::string& name, std::optional<double> value) {
  CountEntry entry;
  entry.id = {"s", name};
  entry.method = "loop";
  entry.value = value;
  if (!value) {
    entry.outcome = Outcome::crashed;
    entry.message = "ended by signal 4";
  }
  return entry;
}

TEST(Results, InstructionsAreASecondaryMetricOfOneSample) {
  const RunRecord record =
      record_of({planned("f", 2, 1), fork("f", {10}), fork("f", {30}), count("f", 5), count("f", 4012.5)});
  const Result& result = record.results[0];
  EXPECT_EQ(result.secondary.back().label, "instructions");
  EXPECT_EQ(result.secondary.back().unit, "instructions/op");
  EXPECT_EQ(result.secondary.back().better, Better::lower);
  EXPECT_EQ(result.secondary.back().score.value, 4012.5) << "the latest";
  EXPECT_EQ(result.secondary.back().score.count, 1u);
  EXPECT_TRUE(record.notes.empty());
}

TEST(Results, InstructionsThatCouldNotBeCountedAreANote) {
  const RunRecord record = record_of({planned("f", 1, 1), fork("f", {10}), count("f", std::nullopt)});
  EXPECT_THAT(record.results[0].secondary, SizeIs(1));
  EXPECT_EQ(record.results[0].outcome, Outcome::ok);
  EXPECT_THAT(record.notes, ElementsAre("s.f: its instructions could not be counted: ended by signal 4"));
}

TEST(Results, InstructionsOfAWholeProcessAreANote) {
  CountEntry whole = count("f", 10);
  whole.method = "process";
  const RunRecord record = record_of({planned("f", 1, 1), fork("f", {10}), whole});
  EXPECT_THAT(record.notes, ElementsAre(HasSubstr("s.f: instructions of whole processes were counted")));
}

TEST(Results, OfAMetricThatIsNotKnownNothingIsSaid) {
  CountEntry other = count("f", 10);
  other.metric = "misses";
  EXPECT_THAT(record_of({planned("f", 1, 1), fork("f", {10}), other}).results[0].secondary, SizeIs(1));
}

TEST(Results, AMissingVariantOfWhichEachCallSaysSoIsOneFailure) {
  const FailureEntry lto{"s", "build", "no", "lto"};
  FailureEntry other = lto;
  other.variant = "asan";
  EXPECT_THAT(record_of({lto, other, lto}).failures, ElementsAre(lto, other));
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

BenchmarkEntry with_options(BenchmarkEntry entry, std::vector<OptionEntry> options) {
  entry.options = std::move(options);
  return entry;
}

TEST(Results, ThroughputIsOpsOfAllThreadsPerTime) {
  ForkEntry two = fork("f/threads:2", {4, 5});
  two.threads = 2;
  const RunRecord record =
      record_of({with_options(planned("f/threads:2", 1), {{"MODE", {"thrpt,avgt"}, "micro"}}), two});
  ASSERT_THAT(record.results, SizeIs(2));
  const Result& throughput = record.results[0];
  EXPECT_EQ(throughput.mode, Mode::throughput);
  EXPECT_EQ(throughput.primary.unit, "ops/us");
  EXPECT_EQ(throughput.primary.better, Better::higher);
  EXPECT_THAT(throughput.primary.samples, ElementsAre(ElementsAre(500, 400)));
  EXPECT_EQ(record.results[1].mode, Mode::average_time);
  EXPECT_EQ(record.results[1].primary.better, Better::lower);
  EXPECT_THAT(record.results[1].primary.samples, ElementsAre(ElementsAre(4, 5)));
  const auto too_few = [](const Warning& warning) { return warning.kind == WarningKind::few_samples; };
  EXPECT_EQ(std::ranges::count_if(record.warnings, too_few), 1);  // once for both
}

TEST(Results, OneUnitForAllThroughputsInWhichNoneIsBelowOne) {
  const auto unit = [](double slowest_ns) {
    const auto mode = [](const char* name) {
      return with_options(planned(name, 1, 1), {{"MODE", {"thrpt"}, "suite"}});
    };
    return record_of({mode("f"), fork("f", {slowest_ns}), mode("g"), fork("g", {0.5})}).results[0].primary.unit;
  };
  EXPECT_EQ(unit(1), "ops/ns");
  EXPECT_EQ(unit(2), "ops/us");
  EXPECT_EQ(unit(1000), "ops/us");
  EXPECT_EQ(unit(1001), "ops/ms");
  EXPECT_EQ(unit(2e6), "ops/s");
  EXPECT_EQ(unit(2e9), "ops/s");
}

TEST(Results, AUnitThatIsAskedForHoldsForThatBenchmarkAlone) {
  const RunRecord record =
      record_of({with_options(planned("f", 1, 1), {{"UNIT", {"ms"}, "suite"}}), fork("f", {1500}),
                 with_options(planned("g", 1, 1), {{"UNIT", {"auto"}, "table"}}), fork("g", {2e9})});
  EXPECT_EQ(record.results[0].primary.unit, "ms/op");
  EXPECT_EQ(record.results[0].primary.score.value, 0.0015);
  EXPECT_EQ(record.results[1].primary.unit, "s/op");
}

TEST(Results, SingleShotsAreResultsOfTheirOwn) {
  BenchmarkEntry single = with_options(planned("f", 1, 1), {{"MODE", {"avgt,ss"}, "micro"}});
  ForkEntry shot = fork("f", {900});
  single.id.single_shot = shot.id.single_shot = true;
  const RunRecord record =
      record_of({with_options(planned("f", 1, 1), {{"MODE", {"avgt,ss"}, "micro"}}), single, shot, fork("f", {10})});
  ASSERT_THAT(record.results, SizeIs(2));
  EXPECT_EQ(record.results[0].mode, Mode::average_time);
  EXPECT_EQ(record.results[0].primary.score.value, 10);
  EXPECT_EQ(record.results[1].mode, Mode::single_shot);
  EXPECT_EQ(record.results[1].primary.score.value, 900);
}

TEST(Results, AViewWinsOverTheOptionsOfTheRun) {
  ResultBuilder builder({std::vector{Mode::throughput}, std::optional(std::optional(TimeUnit::seconds))});
  builder.take(with_options(planned("f", 1, 1), {{"MODE", {"avgt"}, "micro"}, {"UNIT", {"ns"}, "micro"}}));
  builder.take(fork("f", {10}));
  const RunRecord record = builder.finish();
  ASSERT_THAT(record.results, SizeIs(1));
  EXPECT_EQ(record.results[0].primary.unit, "ops/s");
  EXPECT_EQ(record.results[0].primary.score.value, 1e8);
}

TEST(Results, WhatWasNotMeasuredInTheModeIsSaid) {
  ResultBuilder builder({std::vector{Mode::single_shot}, std::nullopt});
  builder.take(planned("f", 1, 1));
  builder.take(fork("f", {10}));
  const RunRecord record = builder.finish();
  EXPECT_TRUE(record.results.empty());
  EXPECT_THAT(record.notes, ElementsAre(HasSubstr("s.f: was not measured in the mode that is asked for")));
}

TEST(Results, TheSuiteSaysWhatItsCountersAre) {
  BenchmarkEntry entry = planned("f", 1, 1);
  entry.counters = {{"swept", "entries", Better::higher}, {"items_per_second", "rows/s", Better::lower}};
  ForkEntry counted = fork("f", {1});
  counted.label = "a label";
  counted.iterations[0].counters = {
      {"swept", 1}, {"items_per_second", 2}, {"other", 3}, {"max_bytes_used", 4}, {"cpu_time", 5}};
  const Result result = record_of({entry, counted}).results[0];
  EXPECT_EQ(result.label, "a label");
  const auto metric = [&](const char* label) { return *std::ranges::find(result.secondary, label, &Metric::label); };
  EXPECT_EQ(metric("swept").unit, "entries");
  EXPECT_EQ(metric("swept").better, Better::higher);
  EXPECT_EQ(metric("items_per_second").unit, "rows/s");
  EXPECT_EQ(metric("items_per_second").better, Better::lower);
  EXPECT_EQ(metric("other").unit, "");
  EXPECT_EQ(metric("max_bytes_used").unit, "B");
  EXPECT_EQ(metric("counter:cpu_time").score.value, 5) << "beside the processor time";
  EXPECT_EQ(metric("cpu_time").score.value, 1);
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

TEST(Results, ACounterThatOnlyALaterForkHasStaysInItsFork) {
  ForkEntry counted = fork("f", {1});
  counted.iterations[0].counters = {{"z", 7}};
  const Result result = record_of({planned("f", 2, 1), fork("f", {1}), counted}).results[0];
  EXPECT_EQ(result.secondary.back().label, "z");
  EXPECT_THAT(result.secondary.back().samples, ElementsAre(ElementsAre(), ElementsAre(7)));
}

TEST(Results, ACounterThatAnIterationLacksStaysWithTheOthers) {
  ForkEntry counted = fork("f", {1, 2, 3});
  counted.iterations[1].counters = {{"z", 7}};
  counted.iterations[2].counters = {{"z", 8}};
  const Metric metric = record_of({planned("f", 1, 3), counted}).results[0].secondary.back();
  EXPECT_THAT(metric.samples, ElementsAre(ElementsAre(7, 8)));
  EXPECT_EQ(metric.sample_of(0, 0), nullptr);
  ASSERT_NE(metric.sample_of(0, 2), nullptr);
  EXPECT_EQ(*metric.sample_of(0, 1), 7);
  EXPECT_EQ(*metric.sample_of(0, 2), 8);
  EXPECT_EQ(metric.sample_of(0, 3), nullptr);
  EXPECT_EQ(metric.sample_of(1, 0), nullptr);
}

TEST(Results, OneSizeHasNoComplexity) {
  const auto fitted = [](const std::string& name, const std::string& variant, double ns, double term) {
    ForkEntry entry = fork(name, {ns});
    entry.id.variant = variant;
    entry.fit = FitEntry{"N", ns / term};
    return entry;
  };
  EXPECT_THAT(record_of({fitted("f/8", "default", 16, 8), fitted("f/8", "lto", 24, 8)}).complexities, SizeIs(0));
  const auto both = record_of({fitted("f/8", "default", 16, 8), fitted("f/4", "default", 8, 4),
                               fitted("f/8", "lto", 24, 8), fitted("f/4", "lto", 12, 4)})
                        .complexities;
  ASSERT_THAT(both, SizeIs(2));
  EXPECT_DOUBLE_EQ(both[0].real_ns, 2);
  EXPECT_EQ(both[1].function, "f@lto");
  EXPECT_DOUBLE_EQ(both[1].real_ns, 3);
}

TEST(Results, WarningsNameTheModeWhereABenchmarkHasTwo) {
  ForkEntry shot = fork("f", {10});
  shot.id.single_shot = true;
  const auto modes = [](const RunRecord& record) {
    std::vector<std::optional<Mode>> all;
    for (const Warning& warning : record.warnings) {
      if (warning.kind == WarningKind::few_samples) all.push_back(warning.mode);
    }
    return all;
  };
  EXPECT_THAT(modes(record_of({fork("f", {1}), shot})), ElementsAre(Mode::average_time, Mode::single_shot));
  EXPECT_THAT(modes(record_of({fork("f", {1})})), ElementsAre(std::nullopt));
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
