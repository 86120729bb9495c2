// Comparisons in all formats with names that mean something in them.
#include "format/comparison.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

#include "fuzz/readers.h"
#include "json/json.h"

namespace micro {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string hostile = "f<int, 4>\"; \\ # | & </a> ]]> $x\n\x1b[1m \xff ü `b` {c} \r\"\" \u009b1m \u202e";

ComparisonRecord record_with(const std::string& name) {
  ComparisonRecord record;
  record.baseline = record.contender = name;
  record.comparisons.reserve(3);
  Comparison& changed = record.comparisons.emplace_back();
  for (Result* side : {&changed.baseline, &changed.contender}) {
    side->suite = side->benchmark = side->variant = side->compiler = side->flags = name;
    side->parameters.push_back({name, name});
  }
  changed.decided = {Verdict::slower, 1.1, 1.08, 1.12, 0.001, 20, 8, {}};
  changed.end = "decided";
  changed.tail = 1.5;
  changed.counters.push_back({name, name, Better::lower, 1, 2, true});
  Comparison& failed = record.comparisons.emplace_back(changed);
  failed.end = "failed";
  failed.contender.outcome = Outcome::crashed;
  failed.contender.message = name;
  Comparison& apart = record.comparisons.emplace_back(changed);
  apart.is_paired = false;
  apart.apart.undecided = name;
  apart.decided.low = 0;
  apart.decided.high = std::numeric_limits<double>::infinity();
  record.only_in_baseline = record.only_in_contender = record.notes = {name};
  record.failures.push_back({name, "build", name, name});
  record.warnings.push_back({WarningKind::sides_differ, name, name, name});
  return record;
}

std::string written(std::string_view format, const ComparisonRecord& record) {
  std::ostringstream out;
  ComparisonOptions options;
  options.verbose = true;
  options.gate.slower = 1;
  comparison_format_from(format)->write(record, options, out);
  return out.str();
}

TEST(FormatComparison, HasNoRawBytesOfNames) {
  for (const ComparisonFormat& format : comparison_formats()) {
    const std::string text = written(format.name, record_with(hostile));
    EXPECT_FALSE(has_control(text)) << format.name << ":\n" << text;
    EXPECT_EQ(text, to_valid_utf8(text)) << format.name;
    EXPECT_THAT(text, HasSubstr("ü")) << format.name;
  }
}

TEST(FormatComparison, LinesStayLines) {
  const auto lines = [](const std::string& text) { return std::ranges::count(text, '\n'); };
  // In JUnit the message of a build that failed has several.
  for (const char* format : {"text", "markdown", "json"}) {
    EXPECT_EQ(lines(written(format, record_with(hostile))), lines(written(format, record_with("f")))) << format;
  }
}

TEST(FormatComparison, EndsItsReportWithTheVerdicts) {
  const std::string text = written("text", record_with(hostile));
  EXPECT_TRUE(text.ends_with("\nverdicts: 2 slower, 0 faster, 0 equal, 0 inconclusive, 1 failed\n")) << text;
}

TEST(FormatComparison, IsStrictJson) {
  const JsonDocument document(written("json", record_with(hostile)), "json");
  const JsonValue root = document.root();
  EXPECT_EQ(root.at("micro_comparison").integer(), 1);
  const JsonItems comparisons = root.at("comparisons").items();
  ASSERT_EQ(comparisons.size(), 3U);
  EXPECT_EQ(comparisons[0].at("breach").text(), "slower");
  EXPECT_EQ(comparisons[0].at("baseline").at("benchmark").text(), to_valid_utf8(hostile));
  EXPECT_EQ(comparisons[0].at("counters").items()[0].at("label").text(), to_valid_utf8(hostile));
  EXPECT_TRUE(comparisons[1].at("verdict").is_null());
  EXPECT_TRUE(comparisons[2].at("low").is_null());
  EXPECT_FALSE(comparisons[2].find("breach"));
  EXPECT_EQ(root.at("fail_on").at("broken").text(), "slower");
  EXPECT_EQ(root.at("verdicts").at("failed").integer(), 1);
}

TEST(FormatComparison, FailsInJunitOnlyWhereTheGateBreaks) {
  const std::string text = written("junit", record_with(hostile));
  // One breach, one crash, and the suite that was not built.
  EXPECT_THAT(text, HasSubstr("<testsuites name=\"micro\" tests=\"4\" failures=\"1\" errors=\"2\" skipped=\"0\""));
  std::ostringstream ungated;
  write_comparison_junit(record_with("f"), {}, ungated);
  EXPECT_THAT(ungated.str(), HasSubstr("failures=\"0\" errors=\"2\""));
}

TEST(FormatComparison, HasAsManyCellsInEachLineOfMarkdown) {
  std::istringstream lines(written("markdown", record_with(hostile)));
  int rows = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() != '|') continue;
    ++rows;
    int cells = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '\\') {
        ++i;
      } else if (line[i] == '|') {
        ++cells;
      }
    }
    EXPECT_EQ(cells, 9) << line;
  }
  EXPECT_EQ(rows, 5);
}

}  // namespace
}  // namespace micro
