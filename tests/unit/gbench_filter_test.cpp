#include "gbench/filter.h"

#include <gtest/gtest.h>
#include <regex.h>

#include <regex>
#include <string>
#include <vector>

#include "json/json.h"

namespace micro {
namespace {

// The two ways in which Google Benchmark is built. A filter that one of them rejects matches nothing.
bool std_regex_finds(const std::string& filter, const std::string& name) {
  try {
    return std::regex_search(name, std::regex(filter, std::regex_constants::extended | std::regex_constants::nosubs));
  } catch (const std::regex_error& error) {
    ADD_FAILURE() << "std::regex rejects " << filter << ": " << error.what();
    return false;
  }
}

bool posix_finds(const std::string& filter, const std::string& name) {
  regex_t compiled;
  if (regcomp(&compiled, filter.c_str(), REG_EXTENDED | REG_NOSUB) != 0) {
    ADD_FAILURE() << "regcomp rejects " << filter;
    return false;
  }
  const bool found = regexec(&compiled, name.c_str(), 0, nullptr, 0) == 0;
  regfree(&compiled);
  return found;
}

// What Google Benchmark makes of a filter before it is a regular expression: such a filter would select something else.
bool is_special(const std::string& filter) {
  return filter.empty() || filter == "all" || filter.front() == '-';
}

const std::vector<std::string> hostile_names{
    "",        "a",         "b",      "ab",     "aab",    "aa",   "xab",      "T<int, 4>",   "T<int,4>", "a[b]",
    "a(b)",    "a+b",       "a.b",    "axb",    "a\\b",   "a^$b", "a{pipe}b", "a|b",         "all",      "-x",
    "x",       "größe/x:1", "grosse", "*",      "?",      "]",    "}",        "{",           "\\]",      "a]b",
    "^",       "$",         "^$",     "a\\<b",  "<b",     "X/1",  "X/16",     "[[:alpha:]]", "a\\",      "\\a",
    "\\\\",    "\\.",       "()",     "(|)",    "[^a]",   "[]",   "[a-z]",    "a{2}",        "{2}",      "a b",
    "\"q\"",   "a;b",       "${Y}",   "#c",     "%d",     "a\tb", "a\nb",     "~&@!='`",     "\x01\x7F", "\\d",
    "\\w+",    "\\b",       ".",      ".*",     "^a",     "a$",   "^.*$",     "(a)",         "[.a.]",    "[=a=]",
    "\\(a\\)", "a**b",      "f/x:1",  "f/x:10", "g/f/x:1"};

TEST(ExactFilter, SelectsThatNameAndNoOther) {
  for (const std::string& name : hostile_names) {
    const std::string filter = exact_filter(name);
    EXPECT_FALSE(is_special(filter)) << filter;
    for (const std::string& other : hostile_names) {
      EXPECT_EQ(std_regex_finds(filter, other), name == other) << filter << " against " << other;
      EXPECT_EQ(posix_finds(filter, other), name == other) << filter << " against " << other;
    }
  }
}

TEST(ExactFilter, FindsNamesThatAreNotUtf8) {
  // The name has been through JSON; the program still has the bytes.
  const std::string in_program =
      "gr\xF6\xDF"
      "e/x:1";
  const std::string filter = exact_filter(to_valid_utf8(in_program));
  EXPECT_TRUE(std_regex_finds(filter, in_program));
  EXPECT_TRUE(posix_finds(filter, in_program));
  EXPECT_FALSE(std_regex_finds(filter, "gre/x:1"));
  EXPECT_TRUE(std_regex_finds(exact_filter("a\xEF\xBF\xBD"), "a\xEF\xBF\xBD"));
}

TEST(EmptyFilter, SelectsNothing) {
  EXPECT_FALSE(is_special(empty_filter()));
  for (const std::string& name : hostile_names) {
    EXPECT_FALSE(std_regex_finds(empty_filter(), name)) << name;
    EXPECT_FALSE(posix_finds(empty_filter(), name)) << name;
  }
}

}  // namespace
}  // namespace micro
