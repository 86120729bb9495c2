// Writes comparisons. What is in them is compare/comparisons.h; nothing is computed here.
//
// The last line of the report for people is always "verdicts: 1 slower, 0 faster, 12 equal, 2 inconclusive": it can be
// relied on.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "compare/comparisons.h"

namespace micro {

struct ComparisonOptions {
  bool verbose = false;  // medians, cpu time, p, and all counters
};

// One row of the table, as texts. Everything is visible() and in no way escaped.
struct ComparisonCells {
  std::string name;
  std::string unit;  // "us/op"
  std::string baseline;
  std::string contender;
  std::string change;  // "+4.1 % [+3.4, +4.9]"
  std::string verdict;
  std::string pairs;
  std::string instructions;  // change of the instructions per op; empty where they were not counted
  std::string comment;       // what would decide it, what failed; may be empty
};

ComparisonCells comparison_heading();
ComparisonCells cells_of(const Comparison& comparison);

// "+4.1 %" for a ratio of 1.041; "+4.1 % [+3.4, +4.9]" with its interval.
std::string change_text(double ratio);
std::string change_text(const Decided& decided);

// What the controls of this suite say, as a sentence; empty where there are none.
std::string control_text(const Comparison& control);

// "verdicts: 1 slower, 0 faster, 12 equal, 2 inconclusive", and those that failed, where there are any.
std::string verdicts_line(const ComparisonRecord& record);

void write_comparison_text(const ComparisonRecord& record, const ComparisonOptions& options, std::ostream& out);

}  // namespace micro
