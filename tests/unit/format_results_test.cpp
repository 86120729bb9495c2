// What the formats do with results that JMH cannot have: variants, failures, names of any bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <locale>
#include <sstream>
#include <string>
#include <vector>

#include "cli/report.h"
#include "format/format.h"
#include "fuzz/readers.h"
#include "model/order.h"
#include "stats/score.h"
#include "text/text.h"

namespace micro {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Result result(const std::string& function, std::vector<double> samples, std::vector<Parameter> parameters = {}) {
  Result made;
  made.suite = "io";
  made.function = function;
  made.parameters = std::move(parameters);
  made.primary.unit = "ns/op";
  made.primary.samples = {std::move(samples)};
  made.primary.score = score_of(made.primary);
  return made;
}

Result with_counter(Result made, const std::string& label, const std::string& unit, std::vector<double> samples) {
  Metric& counter = made.secondary.emplace_back();
  counter.label = label;
  counter.unit = unit;
  counter.samples = {std::move(samples)};
  counter.score = score_of(counter);
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

std::string written(std::string_view format, const std::vector<Result>& results, FormatOptions options = {}) {
  std::ostringstream out;
  RunRecord record;
  record.results = results;
  write(*format_from(format), record, options, out);
  return out.str();
}

rapidjson::Document json(const std::vector<Result>& results) {
  rapidjson::Document document;
  document.Parse(written("json", results).c_str());  // strict: no bare NaN
  EXPECT_FALSE(document.HasParseError());
  return document;
}

TEST(Formats, AreKnownByTheirNames) {
  std::vector<std::string_view> names;
  for (const Format& format : formats()) {
    names.push_back(format.name);
    ASSERT_TRUE(format_from(format.name));
    EXPECT_EQ(format_from(format.name)->write, format.write);
    EXPECT_FALSE(format.extension.empty());
  }
  EXPECT_THAT(names, ElementsAre("text", "csv", "scsv", "json", "latex", "markdown", "gbench", "junit", "custom"));
  EXPECT_FALSE(format_from("xml"));
  EXPECT_FALSE(format_from(""));
}

TEST(Formats, NamesAreFullUnlessAskedOtherwise) {
  const std::vector<Result> results{result("Read", {1, 2})};
  EXPECT_THAT(written("text", results), HasSubstr("\nio.Read "));
  EXPECT_THAT(written("text", results, {.names = Names::shortened}), HasSubstr("\nRead "));
  EXPECT_THAT(written("latex", results), HasSubstr("\\texttt{io.Read}"));
  // Tools need the full name, as in JMH.
  EXPECT_THAT(written("csv", results, {.names = Names::shortened}), HasSubstr("\"io.Read\""));
  EXPECT_THAT(written("json", results, {.names = Names::shortened}), HasSubstr("\"io.Read\""));
}

TEST(Formats, TablesForPeopleLeaveOutMetricsForTools) {
  Result one = with_counter(result("Read", {1, 2}), "cpu", "ns/op", {1});
  one.secondary.front().in_tables = false;
  EXPECT_THAT(written("text", {one}), Not(HasSubstr("cpu")));
  EXPECT_THAT(written("latex", {one}), Not(HasSubstr("cpu")));
  for (const char* format : {"csv", "scsv", "json"}) EXPECT_THAT(written(format, {one}), HasSubstr("cpu"));
}

struct Comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(Formats, DoNotDependOnTheLocale) {
  Result large = with_counter(result("Read", {123456.5, 123457.5, 123459.5}), "items", "items/s", {1e7, 2e7});
  large.threads = 1000;
  large.iterations = 10000;
  std::vector<std::string> plain;
  for (const Format& format : formats()) plain.push_back(written(format.name, {large}));
  const std::locale previous = std::locale::global(std::locale(std::locale(), new Comma));
  std::vector<std::string> foreign;
  for (const Format& format : formats()) foreign.push_back(written(format.name, {large}));
  std::locale::global(previous);
  EXPECT_EQ(plain, foreign);
}

// ---- variants

TEST(FormatVariants, AreAColumnOnlyIfThereAreAny) {
  const Result one = result("Read", {1, 2}, {{"size", "16"}});
  EXPECT_EQ(written("text", {one}),
            "Benchmark  (size)  Mode  Cnt  Score   Error  Units\n"
            "io.Read        16  avgt    2  1.500          ns/op\n");
  EXPECT_EQ(written("text", {one, variant(one, "lto")}),
            "Benchmark  (size)  (variant)  Mode  Cnt  Score   Error  Units\n"
            "io.Read        16    default  avgt    2  1.500          ns/op\n"
            "io.Read        16        lto  avgt    2  1.500          ns/op\n");
  EXPECT_THAT(written("csv", {one, variant(one, "lto")}), HasSubstr("\"Param: size\",\"Param: variant\"\r\n"));
  const auto document = json({one, variant(one, "lto")});
  EXPECT_STREQ(document[0]["params"]["variant"].GetString(), "default");
  EXPECT_STREQ(document[1]["params"]["variant"].GetString(), "lto");
}

TEST(FormatVariants, DoNotHideAParameterOfThatName) {
  const Result one = result("Read", {1, 2}, {{"variant", "a"}});
  EXPECT_THAT(written("text", {variant(one, "lto")}), StartsWith("Benchmark  (variant)  (micro_variant)  "));
  const auto document = json({variant(one, "lto")});
  EXPECT_STREQ(document[0]["params"]["variant"].GetString(), "a");
  EXPECT_STREQ(document[0]["params"]["micro_variant"].GetString(), "lto");
}

Result on_axes(Result made, const std::string& name, std::vector<Parameter> axes) {
  made.variant = name;
  made.axes = std::move(axes);
  return made;
}

TEST(FormatVariants, AxesAreColumnsInsteadOfTheVariantWhereTheyTellAllApart) {
  const Result one = result("Read", {1, 2});
  const Result fast = on_axes(one, "O3-glibc", {{"opt", "O3"}, {"alloc", "glibc"}});
  const Result slow = on_axes(one, "O2-glibc", {{"opt", "O2"}, {"alloc", "glibc"}});
  EXPECT_EQ(written("text", {one, fast, slow}),
            "Benchmark    (opt)  (alloc)  Mode  Cnt  Score   Error  Units\n"
            "io.Read    default  default  avgt    2  1.500          ns/op\n"
            "io.Read         O3    glibc  avgt    2  1.500          ns/op\n"
            "io.Read         O2    glibc  avgt    2  1.500          ns/op\n");
  // Tools find a variant by its name.
  EXPECT_THAT(written("csv", {one, fast}), HasSubstr("\"Param: opt\",\"Param: alloc\",\"Param: variant\"\r\n"));
  const Result twin = on_axes(one, "O3-again", fast.axes);
  EXPECT_EQ(written("text", {fast, twin}),
            "Benchmark  (opt)  (alloc)  (variant)  Mode  Cnt  Score   Error  Units\n"
            "io.Read       O3    glibc   O3-glibc  avgt    2  1.500          ns/op\n"
            "io.Read       O3    glibc   O3-again  avgt    2  1.500          ns/op\n");
  EXPECT_EQ(written("text", {fast, variant(one, "debug")}),
            "Benchmark  (opt)  (alloc)  (variant)  Mode  Cnt  Score   Error  Units\n"
            "io.Read       O3    glibc   O3-glibc  avgt    2  1.500          ns/op\n"
            "io.Read      N/A      N/A      debug  avgt    2  1.500          ns/op\n");
}

TEST(FormatVariants, AnAxisDoesNotHideAParameterOfThatName) {
  const Result one =
      on_axes(result("Read", {1, 2}, {{"n", "1"}, {"axis:n", "2"}}), "x", {{"n", "O3"}, {"variant", "y"}});
  EXPECT_THAT(written("text", {one}), StartsWith("Benchmark  (axis:n)  (n)  (axis:axis:n)  (variant)  Mode"));
  EXPECT_THAT(written("csv", {one}), HasSubstr("\"Param: variant\",\"Param: micro_variant\""));
}

// ---- benchmarks that failed

std::vector<Result> with_failures() {
  return {failed(with_counter(result("Crash", {1, 2, 3}), "items", "items/s", {7}), Outcome::crashed, "signal 11"),
          result("Fine", {1, 2}), failed(result("Skip", {}), Outcome::skipped, "no such file")};
}

TEST(Ratios, OfWhatIsNoMeasurementAreNoNumbersForTools) {
  Result one = result("Read", {2});
  one.primary.ratio = Ratio{.value = 0.5};
  EXPECT_THAT(written("csv", {one}), HasSubstr(",0.500000,"));
  one.primary.ratio->of_measurements = false;
  EXPECT_THAT(written("csv", {one}), Not(HasSubstr("0.500000")));
  EXPECT_THAT(written("text", {one}), HasSubstr("0.50 (no measurement)"));
}

TEST(FormatFailures, TextHasTheOutcomeInsteadOfNumbers) {
  EXPECT_EQ(written("text", with_failures()),
            "Benchmark  Mode  Cnt    Score   Error  Units\n"
            "io.Crash   avgt       CRASHED\n"
            "io.Fine    avgt    2    1.500          ns/op\n"
            "io.Skip    avgt       SKIPPED\n");
}

TEST(FormatFailures, CsvHasNoSamplesAndNoScore) {
  EXPECT_THAT(written("csv", with_failures()), HasSubstr("\r\n\"io.Crash\",\"avgt\",1,0,,,\"ns/op\"\r\n"
                                                         "\"io.Fine\",\"avgt\",1,2,1.500000,NaN,\"ns/op\"\r\n"
                                                         "\"io.Skip\",\"avgt\",1,0,,,\"ns/op\"\r\n"));
}

TEST(FormatFailures, LatexHasTheOutcomeInsteadOfNumbers) {
  EXPECT_EQ(written("latex", with_failures()),
            "\\begin{tabular}{r|rl}\n"
            " \\multicolumn{1}{c|}{\\texttt{Benchmark}} & \\multicolumn{2}{c}{\\texttt{Score, ns/op}} \\\\\n"
            "\\hline\n"
            "\\texttt{io.Crash} & \\texttt{CRASHED} &  \\\\\n"
            "\\texttt{io.Fine} & \\texttt{1.500} &  \\\\\n"
            "\\texttt{io.Skip} & \\texttt{SKIPPED} &  \\\\\n"
            "\\end{tabular}");
  EXPECT_THAT(written("latex", {failed(result("Late", {}), Outcome::timed_out, "")}),
              HasSubstr("\\texttt{io.Late} & \\texttt{TIMED\\_OUT} & &  \\\\\n"));
}

TEST(FormatFailures, JsonHasSamplesMarkedAndLeavesOutWhatHasNone) {
  const auto document = json(with_failures());
  ASSERT_EQ(document.Size(), 2u);
  EXPECT_STREQ(document[0]["benchmark"].GetString(), "io.Crash");
  EXPECT_STREQ(document[0]["outcome"].GetString(), "crashed");
  EXPECT_STREQ(document[0]["message"].GetString(), "signal 11");
  EXPECT_EQ(document[0]["primaryMetric"]["rawData"][0].Size(), 3u);
  EXPECT_STREQ(document[1]["benchmark"].GetString(), "io.Fine");
  EXPECT_FALSE(document[1].HasMember("outcome"));
}

// ---- names of any bytes

TEST(FormatNames, OfAnyBytesStayInTheirLine) {
  const std::vector<Result> results{
      with_counter(result("a\nb", {1, 2}, {{"x\ty", "\x1b[31m\xff"}}), "c\nd", "e\nf", {1})};
  const std::string text = written("text", results);
  EXPECT_EQ(split(text, '\n').size(), 4u) << text;
  EXPECT_THAT(text, HasSubstr("io.a\\nb:c\\nd"));
  EXPECT_THAT(text, HasSubstr("(x\\ty)"));
  EXPECT_THAT(text, HasSubstr("\\x1b[31m\uFFFD"));
  EXPECT_THAT(text, HasSubstr("e\\nf"));
  EXPECT_EQ(split(written("latex", results), '\n').size(), 6u);
}

TEST(FormatNames, WithoutAUnitLeaveNoBlanksAtTheEnd) {
  EXPECT_THAT(written("text", {with_counter(result("Read", {1}), "entries", "", {5})}), Not(HasSubstr(" \n")));
}

TEST(JsonFormat, IsStrictWhateverTheNamesAre) {
  const std::string hostile = "q\" b\\ c\x01 n\n \u2028 [;{}<int, 4> ü \xff";
  const std::string valid = "q\" b\\ c\x01 n\n \u2028 [;{}<int, 4> ü \uFFFD";
  Result odd = with_counter(result(hostile, {1, 2}, {{hostile, hostile}}), hostile, hostile, {1});
  odd.suite = odd.variant = odd.program = odd.compiler = odd.library = odd.library_version = odd.cmicro_version =
      hostile;
  odd.arguments = {hostile, ""};
  odd.primary.unit = hostile;
  const auto document = json({failed(odd, Outcome::crashed, hostile)});
  ASSERT_EQ(document.Size(), 1u);
  const auto& object = document[0];
  EXPECT_EQ(object["benchmark"].GetString(), valid + "." + valid);
  EXPECT_EQ(object["params"][valid.c_str()].GetString(), valid);
  EXPECT_EQ(object["params"]["variant"].GetString(), valid);
  EXPECT_EQ(object["secondaryMetrics"][valid.c_str()]["scoreUnit"].GetString(), valid);
  EXPECT_EQ(object["jvmArgs"][0].GetString(), valid);
  EXPECT_STREQ(object["jvmArgs"][1].GetString(), "");
  EXPECT_EQ(object["message"].GetString(), valid);
}

// The JMH Visualizer takes the parameters of a class's first method to be those of all.
TEST(JsonFormat, ResultsOfAClassHaveTheSameParameters) {
  const auto document = json({result("Read", {1, 2}, {{"size", "16"}}), result("Plain", {1, 2}), [] {
                                Result other = result("Other", {1, 2});
                                other.suite = "net";
                                return other;
                              }()});
  EXPECT_STREQ(document[0]["params"]["size"].GetString(), "16");
  EXPECT_STREQ(document[1]["params"]["size"].GetString(), "N/A");
  EXPECT_FALSE(document[2].HasMember("params"));
}

TEST(JsonFormat, SayWhatMeasured) {
  Result one = result("Read", {1, 2});
  one.program = "/build/bench-io";
  one.library_version = "1.8.4";
  one.compiler = "GNU 12.2.0";
  const auto document = json({one});
  EXPECT_STREQ(document[0]["jvm"].GetString(), "/build/bench-io");
  EXPECT_STREQ(document[0]["vmName"].GetString(), "Google Benchmark");
  EXPECT_STREQ(document[0]["vmVersion"].GetString(), "1.8.4");
  EXPECT_STREQ(document[0]["jdkVersion"].GetString(), "GNU 12.2.0");
}

// ---- separated values

TEST(CsvFormat, QuotesParametersWhereNeeded) {
  const auto cell = [](const std::string& value, const char* format) {
    const std::string text = written(format, {result("Read", {1, 2}, {{"p", value}})});
    const std::string before = format == std::string("csv") ? "\"ns/op\"," : "\"ns/op\";";
    const std::size_t start = text.find(before) + before.size();
    return text.substr(start, text.size() - 2 - start);
  };
  EXPECT_EQ(cell("plain", "csv"), "plain");
  EXPECT_EQ(cell("a;b", "csv"), "a;b");
  EXPECT_EQ(cell("a,b", "csv"), "\"a,b\"");
  EXPECT_EQ(cell("a,b", "scsv"), "a,b");
  EXPECT_EQ(cell("a;b", "scsv"), "\"a;b\"");
  EXPECT_EQ(cell("a b", "csv"), "\"a b\"");
  EXPECT_EQ(cell("a\"b", "csv"), "\"a\"\"b\"");
  EXPECT_EQ(cell("a\nb", "csv"), "\"a\nb\"");
  EXPECT_EQ(cell("a\rb\x1b\u009b\u202e", "csv"), "a\\rb\\x1b\\u009b\\u202e");
  EXPECT_EQ(cell("a\xff", "csv"), "a\uFFFD");
  EXPECT_EQ(cell("a \xff", "csv"), "\"a \uFFFD\"");
}

// A spreadsheet would run them.
TEST(CsvFormat, HasNoFormulas) {
  for (const char* format : {"csv", "scsv"}) {
    for (const char* value : {"=1+1", "+1", "-O2", "@SUM(A1)", "\t=1", "\r=1", "-inf", "-1-1", "=cmd|' /C calc'!A0"}) {
      Result hostile = result("Read", {1, 2}, {{"p", value}});
      hostile.suite = "";
      hostile.function = value;
      hostile.label = value;
      const std::string text = written(format, {hostile});
      const std::string apostrophe = std::string("'") + visible(value);
      EXPECT_THAT(text, HasSubstr("\r\n\"" + apostrophe + "\"")) << value;
      EXPECT_EQ(std::ranges::count(text, '\''), 3 * std::ranges::count(apostrophe, '\'')) << text;
    }
    for (const char* value : {"-1", "-1.5e-3", "", "a=b", "0", "1-1"}) {
      EXPECT_THAT(written(format, {result("Read", {1, 2}, {{"p", value}})}), Not(HasSubstr("'"))) << value;
    }
  }
}

// ---- all of them

TEST(Formats, HaveNothingThatATerminalObeys) {
  const std::string hostile = "n\x1b[2J\x07\r\x7f\u009b2J\u202e\u2066\xff\xc2\u2028";
  Result odd = result("Read", {1, 2}, {{hostile, hostile}});
  for (std::string* text : {&odd.suite, &odd.function, &odd.benchmark, &odd.label, &odd.variant, &odd.primary.unit,
                            &odd.program, &odd.compiler, &odd.flags, &odd.library_version}) {
    *text = hostile;
  }
  odd.axes = {{hostile, hostile}};
  Metric counter = odd.primary;
  counter.label = hostile;
  odd.secondary = {counter};
  Result crashed = odd;
  crashed.outcome = Outcome::crashed;
  crashed.message = hostile;
  RunRecord record;
  record.results = {odd, crashed};
  record.headers.resize(1);
  record.headers[0].environment.host = hostile;
  record.failures.push_back({hostile, "build", hostile, hostile});
  record.warnings.push_back({WarningKind::sides_differ, hostile, hostile, hostile});
  record.notes = {hostile};
  for (const Format& format : formats()) {
    std::ostringstream out;
    write(format, record, {}, out);
    EXPECT_FALSE(has_control(out.str())) << format.name << ":\n" << visible_lines(out.str());
  }
  std::ostringstream out;
  write_report(record, {}, out);
  EXPECT_FALSE(has_control(out.str())) << visible_lines(out.str());
}

// ---- order

std::vector<std::string> order(std::vector<Result> results) {
  order_results(results);
  std::vector<std::string> names;
  for (const Result& r : results) {
    std::string name = std::string(to_string(r.mode)) + " " + r.function;
    for (const Parameter& p : r.parameters) name += " " + p.name + "=" + p.value;
    names.push_back(name + (r.variant == "default" ? "" : " " + r.variant));
  }
  return names;
}

TEST(ResultOrder, IsModeThenName) {
  Result throughput = result("b", {});
  throughput.mode = Mode::throughput;
  Result once = result("a", {});
  once.mode = Mode::single_shot;
  EXPECT_THAT(order({once, result("B", {}), result("a", {}), throughput}),
              ElementsAre("thrpt b", "avgt B", "avgt a", "ss a"));
}

TEST(ResultOrder, OfParameterValuesIsThatOfTheirFirstAppearance) {
  const auto r = [](const char* size, const char* kind) { return result("f", {}, {{"size", size}, {"kind", kind}}); };
  // "kind" comes first, being the first in the alphabet; 16 came before 1024 and 8.
  EXPECT_THAT(order({r("16", "z"), r("1024", "z"), r("8", "a"), r("16", "a"), r("8", "z"), r("1024", "a")}),
              ElementsAre("avgt f size=16 kind=z", "avgt f size=1024 kind=z", "avgt f size=8 kind=z",
                          "avgt f size=16 kind=a", "avgt f size=1024 kind=a", "avgt f size=8 kind=a"));
}

TEST(ResultOrder, KeepsThatOfVariants) {
  const Result f = result("f", {}, {{"n", "1"}});
  const Result g = result("g", {}, {{"n", "1"}});
  EXPECT_THAT(order({f, g, variant(f, "off"), variant(g, "off"), variant(f, "all")}),
              ElementsAre("avgt f n=1", "avgt f n=1 off", "avgt f n=1 all", "avgt g n=1", "avgt g n=1 off"));
}

TEST(ResultOrder, IsStableInALongList) {
  std::vector<Result> results;
  std::vector<std::string> expected;
  for (int i = 0; i < 100; ++i) {
    results.push_back(variant(result("f", {}), std::to_string(i)));
    expected.push_back("avgt f " + std::to_string(i));
  }
  EXPECT_EQ(order(results), expected);
}

}  // namespace
}  // namespace micro
