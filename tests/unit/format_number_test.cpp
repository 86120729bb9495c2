#include "format/number.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>

#include "format/columns.h"
#include "golden/jmh_input.h"
#include "text/text.h"

namespace micro {
namespace {

using test::jmh_golden;
using test::read_lines;

// Where Java (before 19) does not print the shortest digits: it gives two digits at least, and one double more digits
// than it needs. Column of numbers.tsv → ours.
struct Freak {
  std::string bits;
  std::map<std::string, std::string> ours;
};
const Freak freaks[] = {
    {"1", {{"Double.toString", "5.0E-324"}}},
    {"44b52d02c7e14af6",
     {{"Double.toString", "1.0E23"},
      {"ScoreFormatter.format", "100000000000000000000000.000"},
      {"format(12)", "[100000000000000000000000.000]"},
      {"formatError", "100000000000000000000000.000"},
      {"formatLatex", "100000000000000000000000.000"},
      {"%f", "100000000000000000000000.000000"}}},
};

TEST(NumberText, TextsAreThoseOfTheTable) {
  const auto lines = read_lines(jmh_golden("numbers.tsv"));
  ASSERT_EQ(lines.size(), 73u);
  const auto heading = split(lines[0], '\t');
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto row = split(lines[i], '\t');
    const auto number = std::bit_cast<double>(static_cast<std::uint64_t>(std::stoull(row[0], nullptr, 16)));
    const std::map<std::string, std::string> ours{
        {"Double.toString", java_text(number)},
        {"ScoreFormatter.format", score_text(number)},
        {"format(12)", "[" + right_aligned(score_text(number), 12) + "]"},
        {"formatError", error_text(number)},
        {"formatLatex", latex_score_text(number)},
        {"%f", fixed_text(number, 6)},
    };
    for (std::size_t column = 1; column < heading.size(); ++column) {
      std::string expected = row[column];
      for (const Freak& freak : freaks) {
        if (freak.bits == row[0] && freak.ours.contains(heading[column])) expected = freak.ours.at(heading[column]);
      }
      EXPECT_EQ(ours.at(heading[column]), expected) << row[0] << ", " << heading[column];
    }
  }
}

TEST(NumberText, RoundsHalvesUpOnDecimalDigits) {
  EXPECT_EQ(fixed_text(1.0005, 3), "1.001");
  EXPECT_EQ(fixed_text(-1.0005, 3), "-1.001");
  EXPECT_EQ(fixed_text(0.0005, 3), "0.001");
  EXPECT_EQ(fixed_text(0.00049999, 3), "0.000");
  EXPECT_EQ(fixed_text(9.9995, 3), "10.000");
  EXPECT_EQ(fixed_text(0.99951, 3), "1.000");
  EXPECT_EQ(fixed_text(2.5, 0), "3");
  EXPECT_EQ(fixed_text(0.5, 0), "1");
  EXPECT_EQ(fixed_text(0.04, 1), "0.0");
}

TEST(Columns, WidthCountsUtf16Units) {
  EXPECT_EQ(width(""), 0u);
  EXPECT_EQ(width("abc"), 3u);
  EXPECT_EQ(width("≈ 10⁻⁵"), 6u);
  EXPECT_EQ(width("ü±"), 2u);
  EXPECT_EQ(width("😀"), 2u);
}

TEST(Columns, PadsButNeverCuts) {
  EXPECT_EQ(left_aligned("ü", 3), "ü  ");
  EXPECT_EQ(right_aligned("ü", 3), "  ü");
  EXPECT_EQ(left_aligned("long", 2), "long");
  EXPECT_EQ(right_aligned("long", 2), "long");
}

TEST(Columns, VisibleTextIsOneLineOfUtf8) {
  EXPECT_EQ(visible("a\nb\tc\rd\x1b[31m\x7f"), "a\\nb\\tc\\rd\\x1b[31m\\x7f");
  EXPECT_EQ(visible("ü\xff"), "ü\uFFFD");
  EXPECT_EQ(visible("a\\b \"c\""), "a\\b \"c\"");
}

}  // namespace
}  // namespace micro
