#include "format/names.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "golden/jmh_input.h"

namespace micro {
namespace {

using test::jmh_golden;
using test::read_lines;

// JMH erases a single name that is all lower case; we keep its last part.
const std::map<std::string, std::string> erased_by_jmh{{"lower.case.only", "only"}, {"bm_sort", "bm_sort"}};

std::vector<std::string> names_in(std::string line) {
  std::vector<std::string> names;
  const std::string separator = " | ";
  for (std::size_t end; (end = line.find(separator)) != std::string::npos; line.erase(0, end + separator.size())) {
    names.push_back(line.substr(0, end));
  }
  names.push_back(line);
  return names;
}

TEST(ShortNames, ShortenedAsInTheTable) {
  const auto lines = read_lines(jmh_golden("dense.txt"));
  ASSERT_EQ(lines.size(), 44u);
  for (std::size_t i = 0; i < lines.size(); i += 2) {
    const std::string in = lines[i].substr(5);
    const auto own = erased_by_jmh.find(in);
    const std::string expected = own == erased_by_jmh.end() ? lines[i + 1].substr(5) : own->second;
    EXPECT_EQ(shortened_names(names_in(in)), names_in(expected)) << in;
  }
}

TEST(ShortNames, LastPartIsNeverTakenAway) {
  EXPECT_EQ(shortened_names({"a.b", "a.b.c"}), (std::vector<std::string>{"b", "c"}));
  EXPECT_EQ(shortened_names({"xx.yy.zz.W", "xx.yy"}), (std::vector<std::string>{"x.y.zz.W", "x.yy"}));
  EXPECT_EQ(shortened_names({"same", "same"}), (std::vector<std::string>{"same", "same"}));
}

TEST(ShortNames, AbbreviatesToWholeCharacters) {
  EXPECT_EQ(shortened_names({"über.alles.X", "über.nichts.Y"}), (std::vector<std::string>{"ü.alles.X", "ü.nichts.Y"}));
}

TEST(ShortNames, NoneAreNone) {
  EXPECT_TRUE(shortened_names({}).empty());
}

}  // namespace
}  // namespace micro
