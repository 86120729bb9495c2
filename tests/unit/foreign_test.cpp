#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "foreign/file_kind.h"
#include "foreign/gbench_file.h"
#include "foreign/jmh_file.h"

namespace micro {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(FileKind, IsToldByContent) {
  EXPECT_EQ(kind_of("{\"kind\":\"header\",\"micro_journal\":1}\n"), FileKind::journal);
  EXPECT_EQ(kind_of("{\n  \"context\": {\n    \"date"), FileKind::google_benchmark) << "cut off";
  EXPECT_EQ(kind_of("{\"benchmarks\":[]}"), FileKind::google_benchmark);
  EXPECT_EQ(kind_of("\xEF\xBB\xBF[\r\n    {"), FileKind::jmh);
  EXPECT_EQ(kind_of("[\n]\n\n\n"), FileKind::jmh);
  EXPECT_EQ(kind_of(""), FileKind::empty);
  EXPECT_EQ(kind_of("\xEF\xBB\xBF \n"), FileKind::empty);
  for (const char* text : {"{", "[", "[1]", "{\"micro_session\": 1}", "Benchmark  Mode", "\"Benchmark\",\"Mode\"",
                           "\x7F"
                           "ELF",
                           "{}"}) {
    EXPECT_EQ(kind_of(text), FileKind::unknown) << text;
  }
}

TEST(FileKind, AProblemShowsTheBeginning) {
  EXPECT_EQ(kind_problem("a\n\t\x01 b\xFF", "x.csv"),
            "x.csv: expected a journal, Google Benchmark's JSON or JMH's JSON, this begins with: a b\xEF\xBF\xBD\n"
            "  hint: these are journal.jsonl in runs/<UTC> of a results folder, what --benchmark_out=FILE writes, and "
            "what JMH writes with -rf json");
  EXPECT_THAT(kind_problem(" ", "x"), HasSubstr("x: is empty, expected a journal, Google"));
}

ReportRow row(const std::string& name, double real_ns, int repetition = 0) {
  ReportRow row;
  row.name = row.run_name = name;
  row.real_ns = real_ns;
  row.cpu_ns = real_ns / 2;
  row.ops = 4;
  row.repetition = repetition;
  return row;
}

Report report_of(std::vector<ReportRow> rows) {
  Report report;
  report.rows = std::move(rows);
  return report;
}

// The forks of a file: name → times.
std::vector<std::pair<std::string, std::vector<double>>> forks_of(const GbenchFile& file) {
  std::vector<std::pair<std::string, std::vector<double>>> forks;
  for (const JournalEntry& entry : file.entries) {
    if (const auto* fork = std::get_if<ForkEntry>(&entry)) {
      auto& [name, times] = forks.emplace_back(fork->id.benchmark, std::vector<double>());
      for (const IterationEntry& iteration : fork->iterations) times.push_back(iteration.real_ns);
    }
  }
  return forks;
}

using Fork = std::pair<std::string, std::vector<double>>;

TEST(GbenchFile, BecomesEntriesOfAJournal) {
  Report report = report_of({row("f<int, 4>/n:8/threads:2", 3, 0), row("f<int, 4>/n:8/threads:2", 5, 1)});
  report.context = {"2026-05-04T01:30:15+02:00", "host", "./f", 8, {{"Data", 1, 32768, 2}}, 0.5, "v1.9.5", "debug", 1};
  report.notes = {"note"};
  for (ReportRow& each : report.rows) {
    each.threads = 2;
    each.label = "label";
    each.counters = {{"c", 7}};
  }
  HeaderEntry header;
  header.time = "2026-05-03T23:30:15Z";
  header.test = "./f";
  header.environment.host = "host";
  header.environment.cpus = 8;
  header.environment.load = 0.5;
  header.environment.caches = {{"Data", 1, 32768, 2}};
  BenchmarkEntry benchmark;
  benchmark.id.benchmark = "f<int, 4>/n:8/threads:2";
  benchmark.executable = "./f";
  benchmark.forks = 1;
  benchmark.iterations = 2;
  ForkEntry fork;
  fork.id = benchmark.id;
  fork.threads = 2;
  fork.label = "label";
  fork.library_version = "v1.9.5";
  fork.library_build_type = "debug";
  fork.iterations = {{4, 3, 1.5, {{"c", 7}}}, {4, 5, 2.5, {{"c", 7}}}};
  const GbenchFile file = gbench_file(report);
  EXPECT_THAT(file.entries, ElementsAre(JournalEntry(header), JournalEntry(benchmark), JournalEntry(fork)));
  EXPECT_THAT(file.notes, ElementsAre("note"));
  EXPECT_EQ(file.benchmarks, 1U);
}

TEST(GbenchFile, TimesAreOfUtcOrUnknown) {
  const auto time = [](const std::string& date) {
    Report report;
    report.context.date = date;
    return std::get<HeaderEntry>(gbench_file(report).entries.at(0)).time;
  };
  EXPECT_EQ(time("2026-12-31T20:00:00-05:30"), "2027-01-01T01:30:00Z");
  EXPECT_EQ(time("2026-05-04 12:30:15"), "") << "1.5.0 writes no offset";
  EXPECT_EQ(time(""), "");
  EXPECT_EQ(time("%n \xFF"), "");
}

TEST(GbenchFile, RepetitionsOfInterleavedBenchmarksAreSorted) {
  EXPECT_THAT(forks_of(gbench_file(report_of({row("a", 2, 1), row("b", 7, 0), row("a", 1, 0)}))),
              ElementsAre(Fork{"a", {1, 2}}, Fork{"b", {7}}));
}

TEST(GbenchFile, BenchmarksOfOneNameAreKeptApart) {
  std::vector<ReportRow> rows{row("d/8/threads:2", 1), row("d/8/threads:2", 2), row("d#2/8/threads:2", 3),
                              row("d/8/threads:2", 4)};
  const auto expected = ElementsAre(Fork{"d/8/threads:2", {1}}, Fork{"d#3/8/threads:2", {2}},
                                    Fork{"d#2/8/threads:2", {3}}, Fork{"d#4/8/threads:2", {4}});
  const GbenchFile without_indexes = gbench_file(report_of(rows));
  EXPECT_THAT(forks_of(without_indexes), expected);
  EXPECT_THAT(without_indexes.notes, ElementsAre("3 benchmarks are named d/8/threads:2: the others are shown as "
                                                 "d#3/8/threads:2, d#4/8/threads:2"));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].family_index = static_cast<int>(i);
  EXPECT_THAT(forks_of(gbench_file(report_of(rows))), expected);
  // One family may have an instance twice.
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].family_index = 0;
    rows[i].instance_index = static_cast<int>(i);
  }
  EXPECT_THAT(forks_of(gbench_file(report_of(rows))), expected);
}

TEST(GbenchFile, ErrorsAndSkipsAreOutcomes) {
  ReportRow error = row("e", 0, 1);
  error.error = true;
  error.message = "no \"file\"";
  ReportRow skip = row("s", 0);
  skip.skipped = true;
  skip.message = "no GPU";
  const GbenchFile file = gbench_file(report_of({row("e", 1, 0), error, skip}));
  ASSERT_THAT(file.entries, SizeIs(5));
  const auto& failed = std::get<ForkEntry>(file.entries[2]);
  EXPECT_EQ(failed.outcome, Outcome::error);
  EXPECT_EQ(failed.message, "no \"file\"");
  EXPECT_THAT(failed.iterations, SizeIs(1)) << "that of the repetition that was good";
  const auto& skipped = std::get<ForkEntry>(file.entries[4]);
  EXPECT_EQ(skipped.outcome, Outcome::skipped);
  EXPECT_EQ(skipped.message, "no GPU");
}

TEST(GbenchFile, AggregatesAloneAreNoSamples) {
  ReportRow mean = row("f", 1);
  mean.kind = ReportRow::Kind::aggregate;
  mean.aggregate = "mean";
  ReportRow median = mean;
  median.aggregate = "median";
  const GbenchFile file = gbench_file(report_of({mean, median, row("g", 1)}));
  EXPECT_EQ(file.only_aggregates, 1U);
  EXPECT_EQ(file.benchmarks, 1U);
  EXPECT_THAT(forks_of(file), ElementsAre(Fork{"g", {1}}));
  EXPECT_EQ(gbench_file(report_of({row("f", 1), mean, median})).only_aggregates, 0U);
}

TEST(GbenchFile, ComplexitiesOfFamilies) {
  ReportRow fit = row("sort<a/b>/manual_time", 4.5);
  fit.kind = ReportRow::Kind::big_o;
  fit.complexity = "NlgN";
  ReportRow rms = row("sort<a/b>/manual_time", 0);
  rms.kind = ReportRow::Kind::rms;
  rms.counters = {{"rms", 0.03}};
  EXPECT_THAT(gbench_file(report_of({fit, rms})).complexities,
              ElementsAre(Complexity{"", "sort<a/b>", "NlgN", 4.5, 2.25, 0.03}));
  rms.run_name = "other";
  EXPECT_TRUE(std::isnan(gbench_file(report_of({rms, fit, rms})).complexities.at(0).rms));
}

TEST(GbenchFile, FitsAreMadeAnewWhereTheSizeIsAParameter) {
  ReportRow fit = row("sort", 2);
  fit.kind = ReportRow::Kind::big_o;
  fit.complexity = "N";
  const auto fits = [](const GbenchFile& file) {
    std::vector<double> coefficients;
    for (const JournalEntry& entry : file.entries) {
      const auto* fork = std::get_if<ForkEntry>(&entry);
      if (fork && fork->fit) coefficients.push_back(fork->fit->real_ns);
    }
    return coefficients;
  };
  const GbenchFile file = gbench_file(report_of({row("sort/3/8", 16), row("sort/3/4", 8), fit}));
  EXPECT_THAT(file.complexities, IsEmpty());
  EXPECT_THAT(fits(file), ElementsAre(2, 2));
  const GbenchFile other = gbench_file(report_of({row("sort/3/8", 17), row("sort/3/4", 8), fit}));
  EXPECT_THAT(other.complexities, SizeIs(1)) << "no parameter gives the coefficient";
  EXPECT_THAT(fits(other), IsEmpty());
  EXPECT_THAT(gbench_file(report_of({row("sort/8", 16), fit})).complexities, IsEmpty()) << "any term fits one size";
}

TEST(GbenchFile, DifferencesThatMatterAreSaid) {
  ReportContext first;
  first.host_name = "a";
  first.library_build_type = "debug";
  ReportContext other = first;
  other.date = "later";
  EXPECT_EQ(difference(first, other), "");
  other.host_name = "b";
  other.num_cpus = 4;
  other.library_version = "v1.9.5";
  EXPECT_EQ(difference(first, other),
            "host b instead of a; cpus 4 instead of unknown; library Google Benchmark 1.9.5 (debug build) instead of "
            "Google Benchmark before 1.8.4 (debug build)");
}

// A result with these members, besides those that all have.
std::string jmh(const std::string& metric, const std::string& more = "", const std::string& secondary = "",
                const std::string& mode = "avgt") {
  return R"([{"benchmark": "org.C.m", "mode": ")" + mode +
         R"(", "forks": 2, "measurementIterations": 3, "primaryMetric": {)" + metric + R"(}, "secondaryMetrics": {)" +
         secondary + "}" + more + "}]";
}

Result result_of(const std::string& text) {
  return read_jmh_file(text, "r.json").at(0);
}

constexpr char one[] = R"("score": 1, "scoreUnit": "us/op", "rawData": [[1]])";

TEST(JmhFile, NamesAreSplitAtTheDotOfTheMethod) {
  const Result result = result_of(jmh(one, R"(, "params": {"a": "1", "b": "x y"})"));
  EXPECT_EQ(result.suite, "org.C");
  EXPECT_EQ(result.function, "m");
  EXPECT_EQ(result.benchmark, "m/a:1/b:x y");
  const auto name = [](const std::string& name) {
    std::string text = jmh(one);
    text.replace(text.find("org.C.m"), 7, name);
    const Result result = result_of(text);
    EXPECT_EQ(result.name(), name);
    return result.function;
  };
  EXPECT_EQ(name("f"), "f");
  EXPECT_EQ(name("f."), "f.");
  EXPECT_EQ(name("io.f<1.5>"), "f<1.5>");
  EXPECT_EQ(name("a.b/c.d"), "b/c.d");
}

TEST(JmhFile, ScoresWithoutRawDataAreKept) {
  const Result result = result_of(jmh(
      R"("score": 5, "scoreError": 2, "scoreConfidence": [3, 7], "scorePercentiles": {"50.0": 4.5}, "scoreUnit": "min/op", "rawData": [])",
      "", R"("s": {"score": 1, "scoreError": "NaN", "scoreUnit": "#", "rawData": [[], []]})"));
  const Score& score = result.primary.score;
  EXPECT_EQ(score.value, 5);
  EXPECT_EQ(score.error, 2);
  EXPECT_EQ(score.low, 3);
  EXPECT_EQ(score.high, 7);
  EXPECT_EQ(score.percentiles[1], 4.5);
  EXPECT_TRUE(std::isnan(score.percentiles[0]));
  EXPECT_EQ(score.count, 6U) << "forks and iterations";
  EXPECT_EQ(result.primary.unit, "min/op");
  EXPECT_EQ(result.secondary.at(0).score.count, 2U) << "one for each fork";
}

TEST(JmhFile, TimedCallsWithoutHistogramKeepTheirPercentiles) {
  const Result result =
      result_of(jmh(R"("score": 5, "scoreUnit": "us/op", "rawDataHistogram": [])", "",
                    R"("p0.50": {"score": 4, "scoreError": "NaN", "scoreUnit": "us/op", "rawData": []})", "sample"));
  EXPECT_EQ(result.primary.score.value, 5);
  EXPECT_EQ(result.primary.score.count, 0U) << "nothing says how many calls were timed";
  EXPECT_EQ(result.secondary.at(0).score.value, 4);
  EXPECT_EQ(result.secondary.at(0).score.count, 1U);
}

TEST(JmhFile, AggregationsAreRecognised) {
  const auto secondary = [](const std::string& numbers) {
    return result_of(jmh(R"("score": 2, "scoreUnit": "us/op", "rawData": [[1, 3], [2]])", "",
                         "\"s\": {" + numbers + R"(, "scoreUnit": "B", "rawData": [[1, 3], [2]]})"))
        .secondary.at(0);
  };
  EXPECT_EQ(secondary(R"("score": 6, "scoreError": "NaN", "scoreConfidence": [6, 6])").aggregation, Aggregation::sum);
  EXPECT_EQ(secondary(R"("score": 3, "scoreError": "NaN", "scoreConfidence": [3, 3])").aggregation,
            Aggregation::maximum);
  EXPECT_EQ(secondary(R"("score": 1, "scoreError": "NaN", "scoreConfidence": [1, 1])").aggregation,
            Aggregation::minimum);
  const Metric kept = secondary(R"("score": 17, "scoreError": 0.5, "scoreConfidence": [16.5, 17.5])");
  EXPECT_EQ(kept.score.value, 17) << "no samples give that, so it is the file's";
  EXPECT_EQ(kept.score.error, 0.5);
  EXPECT_EQ(kept.score.count, 3U);
}

TEST(JmhFile, WrittenInfinitiesAreNumbers) {
  const Result result =
      result_of(jmh(R"("score": "+INF", "scoreError": "NaN", "scoreUnit": "s", "rawData": [["+INF", "-INF", "NaN"]])"));
  EXPECT_EQ(result.primary.score.value, std::numeric_limits<double>::infinity());
  EXPECT_EQ(result.primary.samples[0][1], -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(result.primary.samples[0][2]));
}

TEST(JmhFile, DirectionsByModeAndUnit) {
  EXPECT_EQ(result_of(jmh(one)).primary.better, Better::lower);
  EXPECT_EQ(result_of(jmh(one, "", "", "thrpt")).primary.better, Better::higher);
  const auto better = [](const std::string& unit) {
    return result_of(jmh(one, "", R"("s": {"score": 1, "scoreUnit": ")" + unit + "\"}")).secondary.at(0).better;
  };
  for (const char* rate : {"MB/sec", "items/s", "ops/us"}) EXPECT_EQ(better(rate), Better::higher) << rate;
  for (const char* other : {"us/op", "B/op", "counts", "", "s"}) EXPECT_EQ(better(other), Better::lower) << other;
}

TEST(JmhFile, WhatOurWriterAddsIsTakenAway) {
  const auto with = [](const std::string& name, const std::string& parameters, const std::string& library) {
    return R"({"benchmark": ")" + name + R"(", "mode": "avgt", "vmName": ")" + library + R"(", "params": {)" +
           parameters + R"(}, "primaryMetric": {"score": 1, "scoreUnit": "ns/op"},
           "secondaryMetrics": {"cpu_time": {"score": 1, "scoreUnit": "ns/op"}}})";
  };
  const auto results =
      read_jmh_file("[" + with("s.f", R"("n": "8", "variant": "O2")", "Google Benchmark") + "," +
                        with("s.g", R"("n": "N/A", "variant": "v", "micro_variant": "O3")", "Google Benchmark") + "," +
                        with("t.f", R"("n": "N/A", "variant": "x")", "JVM") + "]",
                    "r.json");
  EXPECT_THAT(results[0].parameters, ElementsAre(Parameter{"n", "8"}));
  EXPECT_EQ(results[0].variant, "O2");
  EXPECT_FALSE(results[0].secondary[0].in_tables);
  EXPECT_THAT(results[1].parameters, ElementsAre(Parameter{"variant", "v"}));
  EXPECT_EQ(results[1].variant, "O3");
  EXPECT_THAT(results[2].parameters, ElementsAre(Parameter{"n", "N/A"}, Parameter{"variant", "x"}))
      << "another class, and of another tool";
  EXPECT_EQ(results[2].variant, "default");
  EXPECT_TRUE(results[2].secondary[0].in_tables);
}

TEST(JmhFile, ColumnsOfAxesAreNoParameters) {
  const auto with = [](const std::string& parameters, const std::string& more) {
    return R"({"benchmark": "s.f", "mode": "avgt", "vmName": "Google Benchmark", "params": {)" + parameters +
           R"(}, "primaryMetric": {"score": 1, "scoreUnit": "ns/op"})" + more + "}";
  };
  const auto results = read_jmh_file(
      "[" +
          with(R"("alloc": "own", "axis:alloc": "je", "opt": "O3", "variant": "je-O3")",
               R"(, "axes": {"alloc": "je", "opt": "O3"})") +
          "," + with(R"("alloc": "own", "axis:alloc": "default", "opt": "default", "variant": "default")", "") + "]",
      "r.json");
  for (const Result& result : results) EXPECT_THAT(result.parameters, ElementsAre(Parameter{"alloc", "own"}));
  EXPECT_EQ(results[0].variant, "je-O3");
  EXPECT_THAT(results[0].axes, ElementsAre(Parameter{"alloc", "je"}, Parameter{"opt", "O3"}));
  EXPECT_EQ(results[1].variant, "default");
}

TEST(JmhFile, OutcomesAreReadBack) {
  const Result result = result_of(jmh(one, R"(, "outcome": "crashed", "message": "1 of 2 \u0001")"));
  EXPECT_EQ(result.outcome, Outcome::crashed);
  EXPECT_EQ(result.message, "1 of 2 \x01");
}

TEST(JmhFile, TimesOfIterations) {
  const Result result =
      result_of(jmh(one, R"(, "warmupTime": "100 ms", "measurementTime": "10 min", "jvmArgs": ["-a"])"));
  EXPECT_EQ(result.warmup_time_ns, 1e8);
  EXPECT_EQ(result.iteration_time_ns, 6e11);
  EXPECT_THAT(result.arguments, ElementsAre("-a"));
  EXPECT_EQ(result_of(jmh(one, R"(, "measurementTime": "single-shot")")).iteration_time_ns, 0);
}

TEST(JmhFile, ErrorsNameThePlace) {
  const auto error = [](const std::string& text) -> std::string {
    try {
      read_jmh_file(text, "r.json");
    } catch (const JmhFileError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_THAT(error("[\n  {\n    \"benchmark\" : \"a \"b\"\n"), testing::StartsWith("r.json:3:23: not JSON: "));
  EXPECT_THAT(error("[\n"), HasSubstr("\n  hint: expected is what JMH writes with -rf json"));
  EXPECT_THAT(error("[{}]"), HasSubstr("r.json: [0]: has no \"benchmark\""));
  EXPECT_THAT(error(jmh(one, "", "", "all")), HasSubstr("[0].mode: expected thrpt, avgt, sample or ss, found \"all\""));
  EXPECT_THAT(error(jmh(R"("score": "x")")), HasSubstr("[0].primaryMetric.score: expected a number, found a string"));
  EXPECT_THAT(error(jmh(one, R"(, "warmupTime": "10 x")")),
              HasSubstr("[0].warmupTime: expected a time such as \"10 s\", found \"10 x\""));
  EXPECT_THAT(error(jmh(one, R"(, "outcome": "odd")")), HasSubstr("[0].outcome: \"odd\" is no outcome"));
  EXPECT_THAT(error(jmh(R"("score": 1, "scoreConfidence": [1])")), HasSubstr("expected two numbers, found 1"));
  EXPECT_THAT(error(jmh(R"("score": 1, "rawDataHistogram": [[[[1, 2, 3]]]])", "", "", "sample")),
              HasSubstr("expected a value and its count, found 3 items"));
  EXPECT_THAT(error(jmh(one, R"(, "threads": 4294967296)")), HasSubstr("[0].threads: is too large: 4294967296"));
}

}  // namespace
}  // namespace micro
