// The formats that other tools read: Google Benchmark's JSON, Markdown, JUnit's XML, customSmallerIsBetter, and what
// ctest takes from a test's output. That the XML is XML and the JSON strict, with names of any bytes, is also seen by
// test_formats.py in the golden files.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/report.h"
#include "format/ctest_measurements.h"
#include "format/format.h"
#include "format/markdown.h"
#include "format/xml.h"
#include "gbench/report.h"
#include "gbench/wall_time.h"
#include "golden/replay.h"
#include "platform/files.h"
#include "stats/results.h"
#include "stats/score.h"

namespace micro {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr char hostile[] = "q\" b\\ c\x01 n\n ]]> & 'x' | ` * _ [l](u) # $x ;<int, 4> ü \xff \xEF\xBF\xBF";

Metric metric(const std::string& label, const std::string& unit, std::vector<std::vector<double>> samples) {
  Metric made;
  made.label = label;
  made.unit = unit;
  made.samples = std::move(samples);
  made.score = score_of(made);
  return made;
}

Metric cpu_time(std::vector<std::vector<double>> samples) {
  Metric made = metric("cpu_time", "us/op", std::move(samples));
  made.in_tables = false;
  return made;
}

Result result(const std::string& benchmark, std::vector<std::vector<double>> samples) {
  const BenchmarkName name = parse_benchmark_name(benchmark);
  Result made;
  made.suite = "io";
  made.benchmark = benchmark;
  made.function = name.function;
  made.parameters = name.parameters;
  made.threads = name.threads;
  made.primary = metric("", "us/op", std::move(samples));
  made.library_version = "v1.9.5";
  return made;
}

Result in_mode(Result made, Mode mode, const std::string& unit) {
  made.mode = mode;
  made.primary.unit = unit;
  if (mode == Mode::throughput) made.primary.better = Better::higher;
  return made;
}

Result failed(Result made, Outcome outcome, const std::string& message) {
  made.outcome = outcome;
  made.message = message;
  return made;
}

Result variant(Result made, const std::string& name) {
  made.variant = name;
  return made;
}

std::string written(std::string_view format, const RunRecord& record) {
  std::ostringstream out;
  write(*format_from(format), record, {}, out);
  return out.str();
}

std::string written(std::string_view format, const std::vector<Result>& results) {
  RunRecord record;
  record.results = results;
  return written(format, record);
}

rapidjson::Document strict(const std::string& text) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseValidateEncodingFlag>(text.c_str());
  EXPECT_FALSE(document.HasParseError()) << text;
  return document;
}

Report report(const std::vector<Result>& results) {
  const std::string text = written("gbench", results);
  strict(text);
  Report read = read_report(text, "gbench");
  EXPECT_THAT(read.notes, IsEmpty());
  EXPECT_TRUE(read.complete);
  return read;
}

std::vector<std::string> names(const Report& report) {
  std::vector<std::string> names;
  for (const ReportRow& row : report.rows) names.push_back(row.name);
  return names;
}

TEST(ResultFileNames, AreDifferentForAllFormats) {
  std::set<std::string_view> extensions;
  for (const Format& format : formats()) EXPECT_TRUE(extensions.insert(format.extension).second) << format.name;
}

// ---- Google Benchmark's JSON

TEST(GbenchFormat, IsReadBackAsTheSamples) {
  Result one = result("f/n:8", {{1.5, 2.25}, {0.1}});
  one.secondary = {cpu_time({{1.25, 2}, {0.3}}), metric("items", "", {{7, nan}, {infinity}})};
  one.ops = {{100, 200}, {300}};
  one.label = "map";
  const Report read = report({one});
  ASSERT_EQ(read.rows.size(), 3u);
  EXPECT_EQ(read.context.json_schema_version, 1);
  EXPECT_EQ(read.context.library_version, "v1.9.5");
  const std::vector<double> real{1500, 2250, 0.1 * 1e3};
  const std::vector<double> cpu{1250, 2000, 0.3 * 1e3};
  for (std::size_t i = 0; i < 3; ++i) {
    const ReportRow& row = read.rows[i];
    EXPECT_EQ(row.kind, ReportRow::Kind::iteration);
    EXPECT_EQ(row.name, "io.f/n:8");
    EXPECT_EQ(row.run_name, "io.f/n:8");
    EXPECT_EQ(row.repetition, static_cast<int>(i));
    EXPECT_EQ(row.family_index, 0);
    EXPECT_EQ(row.instance_index, 0);
    EXPECT_EQ(row.real_ns, real[i]);
    EXPECT_EQ(row.cpu_ns, cpu[i]);
    EXPECT_EQ(row.ops, 100 * (i + 1));
    EXPECT_EQ(row.label, "map");
    ASSERT_EQ(row.counters.size(), 1u);
    EXPECT_EQ(row.counters[0].first, "items");
  }
  EXPECT_EQ(read.rows[0].counters[0].second, 7);
  EXPECT_TRUE(std::isnan(read.rows[1].counters[0].second));
  EXPECT_EQ(read.rows[2].counters[0].second, infinity);
}

TEST(GbenchFormat, RealTimeHasTheMeaningOfTheLibrary) {
  for (const char* version : {"", "v1.8.5", "v1.9.0"}) {
    Result one = result("f/threads:4", {{2}});
    one.library_version = version;
    const Report read = report({one});
    EXPECT_EQ(read.rows[0].threads, 4);
    EXPECT_EQ(read.rows[0].real_ns, version == std::string("v1.9.0") ? 2000 : 500);
    EXPECT_EQ(wall_time_per_op(read.rows[0].real_ns, 4, read.context.library_version), 2000);
  }
}

TEST(GbenchFormat, ATimeIsThereOnce) {
  const Result time = result("f/threads:2", {{2}});
  const Result throughput = in_mode(result("f/threads:2", {{1}}), Mode::throughput, "ops/us");
  EXPECT_THAT(names(report({throughput, time})), ElementsAre("io.f/threads:2"));
  EXPECT_EQ(report({throughput, time}).rows[0].real_ns, 2000);
  const Report alone = report({throughput});  // two threads that together do one op in a microsecond
  EXPECT_THAT(names(alone), ElementsAre("io.f/threads:2"));
  EXPECT_EQ(alone.rows[0].real_ns, 2000);
  // Of another variant it is another.
  EXPECT_EQ(report({variant(throughput, "lto"), time}).rows.size(), 2u);
}

TEST(GbenchFormat, NamesTellVariantsAndSingleShotsBeforeTheLibrarysSuffixes) {
  const Result one = result("f/n:8/real_time/threads:2", {{2}});
  EXPECT_THAT(names(report({one, variant(one, "lto"), in_mode(one, Mode::single_shot, "us/op")})),
              ElementsAre("io.f/n:8/real_time/threads:2", "io.f/n:8/variant:lto/real_time/threads:2",
                          "io.f/n:8/mode:ss/real_time/threads:2"));
}

TEST(GbenchFormat, FamiliesAndTheirInstancesAreCounted) {
  const Report read = report({result("f/1", {{1, 2}}), result("f/2", {{1}}), result("g", {{1}}), result("f/3", {{1}})});
  std::vector<std::pair<int, int>> indices;
  for (const ReportRow& row : read.rows) indices.emplace_back(*row.family_index, *row.instance_index);
  EXPECT_THAT(indices,
              ElementsAre(std::pair(0, 0), std::pair(0, 0), std::pair(0, 1), std::pair(1, 0), std::pair(0, 2)));
}

TEST(GbenchFormat, ACounterNeverHidesAMember) {
  Result one = result("f", {{1}});
  Metric users = metric("cpu_time", "", {{42}});
  one.secondary = {cpu_time({{3}}), users, metric("name", "", {{1}}), metric("iterations", "", {{2}})};
  const auto document = strict(written("gbench", {one}));
  std::set<std::string> keys;
  for (const auto& member : document["benchmarks"][0].GetObject()) {
    EXPECT_TRUE(keys.insert(member.name.GetString()).second) << member.name.GetString();
  }
  const ReportRow row = report({one}).rows[0];
  EXPECT_EQ(row.cpu_ns, 3000);
  EXPECT_THAT(row.counters, ElementsAre(std::pair("counter:cpu_time", 42), std::pair("counter:name", 1),
                                        std::pair("counter:iterations", 2)));
}

TEST(GbenchFormat, WhatFailedIsOneRowWithoutTimes) {
  const Report read = report({failed(result("f", {{1, 2}}), Outcome::crashed, "signal 11"),
                              failed(result("g", {}), Outcome::skipped, "no file"), result("h", {})});
  ASSERT_EQ(read.rows.size(), 3u);
  EXPECT_TRUE(read.rows[0].error);
  EXPECT_EQ(read.rows[0].message, "signal 11");
  EXPECT_EQ(read.rows[0].real_ns, 0);
  EXPECT_TRUE(read.rows[1].skipped);
  EXPECT_FALSE(read.rows[1].error);
  EXPECT_EQ(read.rows[1].message, "no file");
  EXPECT_TRUE(read.rows[2].error);
}

TEST(GbenchFormat, TimedCallsAreOneRowWithTheirMean) {
  Result one = in_mode(result("f", {}), Mode::sample_time, "ms/op");
  one.primary.histograms = {{{{1, 3}, {3, 1}}}};
  one.primary.score = score_of(one.primary);
  const Report read = report({one});
  EXPECT_THAT(names(read), ElementsAre("io.f/mode:sample"));
  EXPECT_EQ(read.rows[0].real_ns, 1.5e6);
  EXPECT_EQ(read.rows[0].ops, 4u);
  EXPECT_EQ(read.rows[0].cpu_ns, 0);
}

TEST(GbenchFormat, ContextSaysWhatIsKnown) {
  RunRecord record;
  record.headers.resize(2);
  record.headers[0].time = "2026-11-30T12:00:00Z";
  Environment& environment = record.headers[0].environment;
  environment.host = hostile;
  environment.cpus = 2;
  environment.load = 0.5;
  environment.governor = "powersave";
  environment.caches = {{"Data", 1, 32768, 2}};
  record.results = {result("f", {{1}})};
  record.results[0].program = "/build/bench-io";
  record.results[0].library_build_type = "debug";
  const std::string text = written("gbench", record);
  const Report read = read_report(text, "gbench");
  EXPECT_EQ(read.context.date, "2026-11-30T12:00:00Z");
  EXPECT_EQ(read.context.executable, "/build/bench-io");
  EXPECT_EQ(read.context.num_cpus, 2);
  EXPECT_EQ(read.context.library_build_type, "debug");
  const auto document = strict(text);
  const auto& context = document["context"];
  EXPECT_TRUE(context["cpu_scaling_enabled"].GetBool());
  EXPECT_EQ(context["caches"][0]["size"].GetInt(), 32768);
  EXPECT_EQ(context["caches"][0]["num_sharing"].GetInt(), 2);
  EXPECT_EQ(context["load_avg"][0].GetDouble(), 0.5);
  EXPECT_FALSE(context.HasMember("aslr_enabled"));
  // Unknown all the same: Bencher needs the list.
  EXPECT_TRUE(strict(written("gbench", RunRecord()))["context"]["caches"].IsArray());
}

TEST(GbenchFormat, IsStrictWhateverTheNamesAre) {
  Result odd = result(hostile, {{1, 2}});
  odd.suite = odd.variant = odd.label = odd.library_version = hostile;
  odd.secondary = {metric(hostile, hostile, {{1, 2}})};
  strict(written("gbench", {odd}));
  strict(written("gbench", {failed(odd, Outcome::error, hostile), failed(odd, Outcome::skipped, hostile)}));
  strict(written("custom", {odd}));
}

// ---- Markdown

TEST(MarkdownFormat, HasTheTextTablesCells) {
  Result one = result("Read", {{1, 1, 4}});
  one.parameters = {{"size", "16"}};
  EXPECT_EQ(written("markdown", {one, failed(result("Crash", {}), Outcome::timed_out, "")}),
            "| Benchmark | (size) | Mode | Cnt | Score | Error | Units |\n"
            "| :--- | ---: | :--- | ---: | ---: | ---: | :--- |\n"
            "| io.Read | 16 | avgt | 3 | 2.000 | ± 31.599 | us/op |\n"
            "| io.Crash | N/A | avgt | | TIMED\\_OUT | | |\n");
}

TEST(MarkdownFormat, ShowsNamesAsTheyAre) {
  Result odd = result(hostile, {{1}});
  odd.parameters.clear();
  EXPECT_THAT(
      written("markdown", {odd}),
      HasSubstr("\n| io.q\" b\\\\ c\\\\x01 n\\\\n \\]\\]\\> \\& 'x' \\| \\` \\* \\_ \\[l\\](u) # \\$x ;\\<int, 4\\> "
                "ü \uFFFD \uFFFF | avgt |"));
}

// GitHub would tell people, or link what nobody has written as a link.
TEST(MarkdownFormat, MakesNoMentionsAndNoLinks) {
  EXPECT_EQ(markdown_text("@you a@b.c x @ y"), "@<!-- -->you a@<!-- -->b.c x @ y");
  EXPECT_EQ(markdown_text("#1 o/r#22 GH-3 put#n a-1"), "#<!-- -->1 o/r#<!-- -->22 GH-<!-- -->3 put#n a-1");
  EXPECT_EQ(markdown_text("https://x www.y ://"), "https:<!-- -->//x www<!-- -->.y :<!-- -->//");
  EXPECT_EQ(markdown_text("<!-- [x](http://y) |"), "\\<!-- \\[x\\](http:<!-- -->//y) \\|");
}

// ---- JUnit's XML

TEST(JunitFormat, CountsWhatHappened) {
  RunRecord record;
  record.headers.resize(1);
  record.headers[0].time = "2026-11-30T12:00:00.123Z";
  record.headers[0].environment.host = "builder";
  Result fine = result("fine/n:8", {{1, 2}});
  fine.measured_ns = 1'500'000'000;
  fine.secondary = {metric("items", "items/s", {{7}})};
  Result crash = failed(result("crash", {{1}}), Outcome::crashed, "signal 11");
  crash.details = "  | a < b\n  repeat: x\n";
  record.results = {fine, crash, failed(result("error", {}), Outcome::error, "no file"),
                    failed(result("skip", {}), Outcome::skipped, "no disk")};
  record.failures = {{"broken", "build", "x.cpp:1: error\nend"}};
  record.warnings = {{WarningKind::few_samples, "io.fine/n:8", "few", "more"},
                     {WarningKind::debug_suite, "io", "is slow", ""},
                     {WarningKind::debug_library, "", "debug", "release"}};
  record.notes = {"a note"};
  EXPECT_EQ(written("junit", record), R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="micro" tests="5" failures="1" errors="2" skipped="1" time="1.500">
  <testsuite name="io" tests="4" failures="1" errors="1" skipped="1" time="1.500" timestamp="2026-11-30T12:00:00" hostname="builder">
    <testcase classname="io" name="fine/n:8" time="1.500">
      <properties>
        <property name="mode" value="avgt"/>
        <property name="unit" value="us/op"/>
        <property name="threads" value="1"/>
        <property name="param:n" value="8"/>
        <property name="count" value="2"/>
        <property name="score" value="1.5"/>
        <property name="error" value="NaN"/>
        <property name="counter:items" value="7.0"/>
        <property name="counter:items:error" value="NaN"/>
        <property name="counter:items:unit" value="items/s"/>
      </properties>
      <system-out>Warning: few; more
</system-out>
    </testcase>
    <testcase classname="io" name="crash">
      <properties>
        <property name="mode" value="avgt"/>
        <property name="unit" value="us/op"/>
        <property name="threads" value="1"/>
      </properties>
      <error message="signal 11" type="crashed">signal 11</error>
      <system-err>  | a &lt; b
  repeat: x
</system-err>
    </testcase>
    <testcase classname="io" name="error">
      <properties>
        <property name="mode" value="avgt"/>
        <property name="unit" value="us/op"/>
        <property name="threads" value="1"/>
      </properties>
      <failure message="no file" type="error">no file</failure>
    </testcase>
    <testcase classname="io" name="skip">
      <properties>
        <property name="mode" value="avgt"/>
        <property name="unit" value="us/op"/>
        <property name="threads" value="1"/>
      </properties>
      <skipped message="no disk"/>
    </testcase>
    <system-out>Warning: is slow
Note: a note
Warning: debug; release
</system-out>
  </testsuite>
  <testsuite name="broken" tests="1" failures="0" errors="1" skipped="0" time="0.000" timestamp="2026-11-30T12:00:00" hostname="builder">
    <testcase classname="broken" name="build">
      <error message="could not be built" type="build">x.cpp:1: error
end</error>
    </testcase>
    <system-out>Note: a note
Warning: debug; release
</system-out>
  </testsuite>
</testsuites>
)");
}

TEST(JunitFormat, AReasonOfSeveralLinesIsWhole) {
  RunRecord record;
  record.results = {failed(result("skip", {}), Outcome::skipped, "no disk\n<really>")};
  record.failures = {{"left", "skip", "first\nsecond"}};
  const std::string text = written("junit", record);
  EXPECT_THAT(text, HasSubstr(">no disk\n&lt;really&gt;</skipped>\n"));
  EXPECT_THAT(text, HasSubstr(">first\nsecond</skipped>\n"));
}

TEST(JunitFormat, WarningsAreOfTheModeThatTheyAreAbout) {
  RunRecord record;
  record.results = {in_mode(result("f", {{1}}), Mode::single_shot, "us/op"), result("f", {{1}})};
  record.warnings = {{WarningKind::few_samples, "io.f", "few", "", Mode::single_shot}};
  const std::string text = written("junit", record);
  EXPECT_EQ(text.find("few"), text.rfind("few"));
  EXPECT_NE(text.find("few"), std::string::npos);
  const std::string json = written("json", record);
  EXPECT_EQ(json.find("few_samples"), json.rfind("few_samples"));
}

TEST(JunitFormat, NamesTellVariantsAndModesApart) {
  const Result one = result("f/threads:2", {{2}});
  const std::string xml = written("junit", {variant(one, "lto"), in_mode(one, Mode::throughput, "ops/us")});
  EXPECT_THAT(xml, HasSubstr("name=\"f/variant:lto/threads:2\""));
  EXPECT_THAT(xml, HasSubstr("name=\"f/mode:thrpt/threads:2\""));
}

TEST(JunitFormat, AProgramIsItsOwnSuite) {
  Result one = result("f", {{2}});
  one.suite.clear();
  one.program = "/build/my bench";
  EXPECT_THAT(written("junit", {one}), HasSubstr("<testcase classname=\"my bench\" name=\"f\">"));
}

TEST(Xml, HasNoCharacterThatItMustNot) {
  EXPECT_EQ(xml_text("a<b>&\"'\t\n\x01\x7f\xff ü \xEF\xBF\xBE\xEF\xBF\xBF\xEF\xBF\xBD \xF0\x9F\x98\x80"),
            "a&lt;b&gt;&amp;&quot;&apos;\\t\\n\\x01\\x7f\uFFFD ü \uFFFD\uFFFD\uFFFD \U0001F600");
  EXPECT_EQ(xml_lines("a\x01\n<b\n"), "a\\x01\n&lt;b\n");
}

// ---- customSmallerIsBetter

TEST(CustomFormat, HasScoresWithTheirRange) {
  Result one = result("f/n:8", {{1, 1}, {4}});
  one.forks = 2;
  Result unsure = result("g", {{1}});
  const auto document = strict(written("custom", {variant(one, "lto"), unsure}));
  ASSERT_EQ(document.Size(), 2u);
  EXPECT_STREQ(document[0]["name"].GetString(), "io.f/n:8/variant:lto");
  EXPECT_STREQ(document[0]["unit"].GetString(), "ns/op");
  EXPECT_EQ(document[0]["value"].GetDouble(), 2000);
  EXPECT_THAT(document[0]["range"].GetString(), testing::StartsWith("± 31599"));
  EXPECT_STREQ(document[0]["extra"].GetString(), "mode: avgt\nsamples: 3\nforks: 2\nthreads: 1");
  EXPECT_FALSE(document[1].HasMember("range"));
}

TEST(CustomFormat, LeavesOutWhatHasNoValue) {
  const auto document = strict(written(
      "custom", {failed(result("f", {{1}}), Outcome::crashed, "signal 11"),
                 failed(result("g", {}), Outcome::skipped, "no file"), result("h", {{infinity}}), result("i", {})}));
  EXPECT_EQ(document.Size(), 0u);
}

TEST(CustomFormat, RefusesThroughputsThatAreNotThereAsTimes) {
  const Result time = result("f", {{2}});
  const Result throughput = in_mode(result("f", {{1}}), Mode::throughput, "ops/us");
  EXPECT_EQ(strict(written("custom", {throughput, time})).Size(), 1u);
  std::ostringstream out;
  RunRecord record;
  record.results = {time, in_mode(result("g", {{1}}), Mode::throughput, "ops/us")};
  try {
    write_custom(record, {}, out);
    FAIL();
  } catch (const FormatError& error) {
    EXPECT_STREQ(error.what(),
                 "RESULTS_FORMAT=custom: io.g: a throughput is better when it is larger, and this format takes only "
                 "what is better when it is smaller\n  hint: measure with MODE=avgt");
  }
  EXPECT_EQ(out.str(), "");
}

TEST(ResultFiles, OfOtherFormatsAreWrittenWhereOneRefuses) {
  const TemporaryFolder folder;
  RunRecord record;
  record.results = {in_mode(result("g", {{1}}), Mode::throughput, "ops/us")};
  write_file(folder.path() + "/micro-result.custom.json", "of an earlier run");
  Settings settings;
  settings.formats = {"custom", "json", "gbench"};
  const ResultFiles files = write_result_files(record, folder.path(), settings);
  EXPECT_THAT(files.paths, ElementsAre(folder.path() + "/micro.txt", folder.path() + "/micro-result.json",
                                       folder.path() + "/micro-result.gbench.json"));
  ASSERT_EQ(files.refused.size(), 1u);
  EXPECT_THAT(files.refused[0], HasSubstr("RESULTS_FORMAT=custom: io.g: "));
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/micro-result.custom.json"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 3) << "and nothing temporary";
}

TEST(ResultFiles, ThatWereRefusedFailTheCommand) {
  ReplayedClock clock;
  ReplayedProgram program("{}", clock);
  World world{program, clock, [] { return std::uint64_t{42}; }, [] { return Environment(); }, {}};
  std::ostringstream out;
  std::ostringstream err;
  CommandContext context{out, err, world};
  say_result_files({{"a", "b"}, {}}, out, context);
  EXPECT_EQ(context.exit_code, ExitCode::ok);
  say_result_files({{"c"}, {"RESULTS_FORMAT=custom: x\n  hint: y"}}, out, context);
  EXPECT_EQ(context.exit_code, ExitCode::failed);
  EXPECT_EQ(out.str(), "Results: a\nResults: b\nResults: c\n");
  EXPECT_EQ(err.str(), "cmicro: RESULTS_FORMAT=custom: x\n  hint: y\n");
  context.exit_code = ExitCode::interrupted;  // says more
  say_result_files({{}, {"x"}}, out, context);
  EXPECT_EQ(context.exit_code, ExitCode::interrupted);
}

// ---- ctest's measurements

std::string measurements(const std::vector<Result>& results) {
  std::ostringstream out;
  write_ctest_measurements(results, out);
  return out.str();
}

TEST(CtestMeasurements, HaveTheSameNamesWhateverTheUnitOfTheTable) {
  Result one = result("f", {{1, 1, 4}});
  one.secondary = {metric("bytes_per_second", "B/s", {{1e9}}), cpu_time({{1.5}}), metric("entries", "", {{7}}),
                   metric("lost", "", {{nan}})};
  EXPECT_EQ(
      measurements({one, in_mode(result("f", {{2}}), Mode::throughput, "ops/ms"),
                    in_mode(result("f", {{2}}), Mode::single_shot, "ms/op")}),
      "<CTestMeasurement type=\"numeric/double\" name=\"score ns/op\">2000</CTestMeasurement>\n"
      "<CTestMeasurement type=\"numeric/double\" name=\"error ns/op\">" +
          fmt::format("{}", one.primary.score.error * 1e3) +
          "</CTestMeasurement>\n"
          "<CTestMeasurement type=\"numeric/double\" name=\"bytes_per_second B/s\">1000000000</CTestMeasurement>\n"
          "<CTestMeasurement type=\"numeric/double\" name=\"cpu time ns/op\">1500</CTestMeasurement>\n"
          "<CTestMeasurement type=\"numeric/double\" name=\"entries\">7</CTestMeasurement>\n"
          "<CTestMeasurement type=\"numeric/double\" name=\"score ops/s\">2000</CTestMeasurement>\n"
          "<CTestMeasurement type=\"numeric/double\" name=\"score ss ns/op\">2000000</CTestMeasurement>\n");
}

TEST(CtestMeasurements, AreOfOneBenchmarkThatWasMeasured) {
  EXPECT_EQ(measurements({}), "");
  EXPECT_EQ(measurements({failed(result("f", {{1}}), Outcome::crashed, "")}), "");
  EXPECT_EQ(measurements({result("f", {{1}}), result("g", {{1}})}), "");
}

TEST(CtestMeasurements, AreXmlWithoutAnOpeningBracketInside) {
  Result odd = result("f", {{1}});
  odd.secondary = {metric(hostile, "<&>", {{1}})};
  const std::string text = measurements({odd});
  EXPECT_EQ(std::ranges::count(text, '<'), 4) << text;  // ctest's pattern of one is <CTestMeasurement[^<]*</CTest…
  EXPECT_THAT(text, HasSubstr("]]&gt; &amp; &apos;x&apos;"));
  EXPECT_THAT(text, Not(HasSubstr("\x01")));
}

}  // namespace
}  // namespace micro
