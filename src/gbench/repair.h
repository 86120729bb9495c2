// Makes JSON of what Google Benchmark writes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace micro {

// Where an object stands in a text.
struct TextSpan {
  std::size_t start = 0;
  std::size_t end = 0;
  friend bool operator==(const TextSpan&, const TextSpan&) = default;
};

struct RepairedJson {
  std::optional<std::string> text;  // absent: there is nothing to repair
  std::vector<TextSpan> rows;       // the objects of the list "benchmarks", in the repaired text
  std::vector<std::string> notes;   // what was repaired in a way that people should know of
  bool complete = true;             // false: the end was missing; what was not whole is left out
  friend bool operator==(const RepairedJson&, const RepairedJson&) = default;
};

// Control bytes in strings are escaped, bytes that are not UTF-8 become U+FFFD, numbers that were written under a
// locale are written as JSON wants, and a missing end is added after the last row that is whole. Lines keep their
// numbers. One pass, linear in time. ReportError (report.h) if a number can't be understood, or if the text ends before
// the first row could begin.
RepairedJson repaired_json(std::string_view text, const std::string& name);

}  // namespace micro
