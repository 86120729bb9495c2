#include "text/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>

#include "platform/process.h"
#include "text/regular_expression.h"

namespace micro {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Text, SplitGivesEveryPart) {
  EXPECT_THAT(split("a,b,,c", ','), ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(split("", ','), ElementsAre(""));
}

TEST(Text, NearWordsComeNearestFirst) {
  const std::vector<std::string> known{"FORK", "ITER", "TIME", "TIMEOUT", "TIMEOUT_FACTOR"};
  EXPECT_THAT(near_words("FROK", known), ElementsAre("FORK"));
  EXPECT_THAT(near_words("TIMEOU", known), ElementsAre("TIMEOUT", "TIME"));
  EXPECT_THAT(near_words("something else", known), IsEmpty());
}

TEST(Text, RegularExpressionsAreFoundOrMatchWhole) {
  EXPECT_TRUE(RegularExpression("b+").is_found_in("abbc"));
  EXPECT_FALSE(RegularExpression("^b").is_found_in("abbc"));
  EXPECT_TRUE(matches_whole("a|bc", "bc"));
  EXPECT_FALSE(matches_whole("a|b", "bc"));
  EXPECT_FALSE(matches_whole(".*", std::string("a\0b", 3)));
  EXPECT_TRUE(matches_whole("(x|.)*", std::string(1'000'000, 'y')));
  EXPECT_THROW(RegularExpression("["), RegularExpressionError);
}

TEST(Text, DurationsAreWholeNumbersOfTheLargestUnit) {
  EXPECT_EQ(duration_text(0), "single-shot");
  EXPECT_EQ(duration_text(10e9), "10 s");
  EXPECT_EQ(duration_text(200e6), "200 ms");
  EXPECT_EQ(duration_text(1500e6), "1500 ms");
  EXPECT_EQ(duration_text(600e9), "10 min");
  EXPECT_EQ(duration_text(7200e9), "2 hr");
  EXPECT_EQ(duration_text(86400e9), "1 day");
  EXPECT_EQ(duration_text(5e3), "5 us");
  EXPECT_EQ(duration_text(20e6 / 1.4), "14285714 ns");
  EXPECT_EQ(duration_text(-1), "single-shot");
  EXPECT_EQ(duration_text(std::nan("")), "single-shot");
}

TEST(Text, DurationsAreReadBack) {
  for (const double time : {0.0, 1.0, 5e3, 200e6, 10e9, 1500e6, 600e9, 7200e9, 86400e9}) {
    EXPECT_EQ(duration_from(duration_text(time)), time);
  }
  for (const char* wrong : {"", "10", "10 ", "10s", "-1 s", "s", "1.5 s", "10 S", "99999999999999999999 s"}) {
    EXPECT_EQ(duration_from(wrong), std::nullopt) << wrong;
  }
}

TEST(Text, QuotedTailGivesTheLastLines) {
  EXPECT_EQ(quoted_tail("a\nb\nc\n\n", 2), "  | b\n  | c\n");
  EXPECT_EQ(quoted_tail("a", 2), "  | a\n");
  EXPECT_EQ(quoted_tail("\na", 2), "  | \n  | a\n");
  EXPECT_EQ(quoted_tail("\n", 2), "");
}

// A terminal obeys control characters of C1, too, and shows text in another order after the controls of direction.
TEST(Text, WhatWouldBeObeyedIsVisible) {
  EXPECT_EQ(visible("a\x1b[2J\n\r\t\x7f\xff"), "a\\x1b[2J\\n\\r\\t\\x7f\xEF\xBF\xBD");
  EXPECT_EQ(visible("\u0080\u009b31m\u009f"), "\\u0080\\u009b31m\\u009f");
  EXPECT_EQ(visible("\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069"),
            "\\u061c\\u200e\\u200f\\u2028\\u2029\\u202a\\u202e\\u2066\\u2069");
  for (const char* shown : {"\u00a0", "\u200d", "\u2027", "\u202f", "\u2065", "\u206a", "ü≥→", "😀", "שלום"}) {
    EXPECT_EQ(visible(shown), shown);
  }
  EXPECT_EQ(visible_lines("a\u202e\nb"), "a\\u202e\nb");
}

// The line is pasted into a real shell, which must find the very words again.
TEST(Text, ShellLineSurvivesTheShell) {
  const std::vector<std::string> words{"printf", "%s\\n", "a b", "it's", "$HOME", "`x`", "\"q\"",
                                       "",       "a\nb",  "*",   "ü;#",  "-n",    "\\"};
  SystemProcessRunner runner;
  const std::string line = shell_line(words, {"V=x y"}, "/usr");
  const ProcessResult result = runner.run({{"/bin/sh", "-c", line + "; pwd"}, {"PATH=/usr/bin:/bin"}, ""}, 0, {});
  EXPECT_EQ(result.standard_output, "a b\nit's\n$HOME\n`x`\n\"q\"\n\na\nb\n*\nü;#\n-n\n\\\n/usr\n");
}

// What is pasted is typed to the terminal: an escape in it would be a key.
TEST(Text, ShellLineHasNothingThatATerminalObeys) {
  std::string every;
  for (int c = 1; c < 256; ++c) every += static_cast<char>(c);
  const std::vector<std::string> hostile{every, "-\x1b\n\n", "\n", "\x1b", "\u202e", "\xff", "%s\\\x01'", "a\tb"};
  std::vector<std::string> words{"printf", "%s|"};
  words.insert(words.end(), hostile.begin(), hostile.end());
  const std::string line = shell_line(words);
  for (const std::string& part : split(line, '\n')) EXPECT_EQ(visible(part), part);
  std::string expected;
  for (const std::string& word : hostile) expected += word + "|";
  SystemProcessRunner runner;
  for (const char* shell : {"/bin/sh", "/bin/bash"}) {
    if (access(shell, X_OK) != 0) continue;
    const ProcessResult result = runner.run({{shell, "-c", line}, {"PATH=/usr/bin:/bin"}, ""}, 0, {});
    EXPECT_EQ(result.standard_output, expected) << shell << ": " << line;
  }
}

}  // namespace
}  // namespace micro
