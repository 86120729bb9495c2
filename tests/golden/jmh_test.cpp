// The formats against the files that JMH's own classes wrote from the same numbers.
#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>

#include "foreign/jmh_file.h"
#include "format/extended.h"
#include "format/format.h"
#include "golden/jmh_input.h"
#include "platform/files.h"
#include "text/text.h"

namespace micro::test {
namespace {

// Files in which we differ from JMH on purpose. What we write instead is in <set>.micro.<format>.
const std::map<std::string, std::string> deviations{
    {"mixed.latex", "JMH fails where one benchmark has a parameter and another has not"},
    {"cppnames.latex", "JMH fails where one benchmark has a parameter and another has not"},
    {"cppnames.json", "JMH does not escape names and labels: its file is no JSON"},
    {"basic.extended.txt", "JMH's histogram leaves out the largest samples"},
    {"sample.extended.txt", "JMH's histogram leaves out the largest samples"},
    {"params.latex", "JMH does not escape & and backslash: its file is no LaTeX"},
};

// Sets of our own, which JMH breaks or cannot have: all their files are <set>.micro.<format>.
const std::map<std::string, std::string> own_sets{
    {"hostile", "quotes, LaTeX's special characters, delimiters and lower-case names"},
};

std::string expected_file(const std::string& set, const std::string& format) {
  const bool own = own_sets.contains(set) || deviations.contains(set + "." + format);
  return jmh_golden(set + (own ? ".micro." : ".") + format);
}

std::string written(std::vector<Result> results, std::string_view format) {
  std::ostringstream out;
  RunRecord record;
  record.results = std::move(results);
  write(*format_from(format), record, {.names = Names::shortened}, out);
  return out.str();
}

std::string written(const std::string& set, std::string_view format) {
  return written(read_jmh_input(jmh_golden(set + ".in.tsv")), format);
}

// What is written of the results that are read from the set's JSON.
std::string written_again(const std::string& set, std::string_view format) {
  const std::string file = expected_file(set, "json");
  return written(read_jmh_file(read_file(file), file), format);
}

// Every <set>.in.tsv, so that none is forgotten.
std::vector<std::string> sets() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(jmh_golden(""))) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".in.tsv")) names.push_back(name.substr(0, name.find('.')));
  }
  std::ranges::sort(names);
  return names;
}

class JmhGolden : public testing::TestWithParam<std::string> {};

TEST_P(JmhGolden, Extended) {
  std::ostringstream out;
  for (const Result& result : read_jmh_input(jmh_golden(GetParam() + ".in.tsv"))) write_extended(result, out);
  EXPECT_EQ(out.str(), read_file(expected_file(GetParam(), "extended.txt")));
}

TEST_P(JmhGolden, Text) {
  EXPECT_EQ(written(GetParam(), "text"), read_file(expected_file(GetParam(), "text")));
}
TEST_P(JmhGolden, Csv) {
  EXPECT_EQ(written(GetParam(), "csv"), read_file(expected_file(GetParam(), "csv")));
}
TEST_P(JmhGolden, Scsv) {
  EXPECT_EQ(written(GetParam(), "scsv"), read_file(expected_file(GetParam(), "scsv")));
}
TEST_P(JmhGolden, Latex) {
  EXPECT_EQ(written(GetParam(), "latex"), read_file(expected_file(GetParam(), "latex")));
}

// The number in a line of a metric's error or interval, if it is in one; `inside` says whether the interval goes on.
std::optional<double> uncertain_number(const std::string& line, bool& inside) {
  if (line.find("\"scoreConfidence\"") != std::string::npos) {
    inside = true;
    return std::nullopt;
  }
  if (line.find(']') != std::string::npos) inside = false;
  const std::string key = "\"scoreError\" : ";
  const std::size_t error = line.find(key);
  if (error == std::string::npos && !inside) return std::nullopt;
  const std::string text = line.substr(error == std::string::npos ? line.find_first_not_of(' ') : error + key.size());
  return text.starts_with('"') ? std::nullopt : std::optional(std::stod(text));
}

// Line by line, so that keys, their order and the layout are compared, too. Only the error and the interval may differ,
// by the inaccuracy of JMH's own quantile.
void expect_json(const std::string& text, const std::string& set) {
  const auto ours = split(text, '\n');
  const auto expected = split(read_file(expected_file(set, "json")), '\n');
  ASSERT_EQ(ours.size(), expected.size());
  bool inside_ours = false;
  bool inside_expected = false;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const auto our_number = uncertain_number(ours[i], inside_ours);
    const auto expected_number = uncertain_number(expected[i], inside_expected);
    if (our_number && expected_number) {
      EXPECT_NEAR(*our_number, *expected_number, 1e-9 * std::abs(*expected_number)) << "line " << i + 1;
    } else {
      EXPECT_EQ(ours[i], expected[i]) << "line " << i + 1;
    }
  }
  rapidjson::Document document;
  EXPECT_FALSE(document.Parse(text.c_str()).HasParseError());
}

TEST_P(JmhGolden, Json) {
  expect_json(written(GetParam(), "json"), GetParam());
}

// JMH's JSON says all that the other formats have: what is read from it gives all of them again.
TEST_P(JmhGolden, IsReadBack) {
  for (const std::string format : {"text", "csv", "scsv", "latex"}) {
    EXPECT_EQ(written_again(GetParam(), format), read_file(expected_file(GetParam(), format)));
  }
  expect_json(written_again(GetParam(), "json"), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Sets, JmhGolden, testing::ValuesIn(sets()), [](const auto& info) { return info.param; });

TEST(JmhGolden, HasASetForEachDeviation) {
  for (const auto& [file, reason] : deviations) {
    EXPECT_TRUE(std::filesystem::exists(jmh_golden(split(file, '.').front() + ".in.tsv"))) << file;
  }
}

}  // namespace
}  // namespace micro::test
