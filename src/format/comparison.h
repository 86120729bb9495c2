// Writes comparisons. What is in them is compare/comparisons.h; nothing is computed here.
//
// The last line of the report for people is always "verdicts: 1 slower, 0 faster, 12 equal, 2 inconclusive": it can be
// relied on.
#pragma once

#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compare/comparisons.h"

namespace micro {

struct ComparisonOptions {
  bool verbose = false;  // in the report: medians, cpu time, p, and all counters
  GateRules gate;        // what of it is a failure, for formats that say so
};

// The formats that a comparison can be said in, in the order in which they are listed to users.
struct ComparisonFormat {
  std::string_view name;       // as in RESULTS_FORMAT and --format
  std::string_view extension;  // of a result file, without the dot
  void (*write)(const ComparisonRecord& record, const ComparisonOptions& options, std::ostream& out);
};
std::span<const ComparisonFormat> comparison_formats();
std::optional<ComparisonFormat> comparison_format_from(std::string_view name);

// One row of the table, as texts. Everything is visible() and in no way escaped.
struct ComparisonCells {
  std::string name;
  std::string unit;  // "us/op"
  std::string baseline;
  std::string contender;
  std::string change;  // "+4.1 % [+3.4, +4.9]"
  std::string verdict;
  std::string pairs;         // or samples: "10 vs 10"; empty where instructions alone were counted
  std::string instructions;  // change of the instructions per op; empty where they were not counted
  std::string calls;         // of the function that is delayed, in each op; empty where none is
  std::string comment;       // what would decide it, what failed; may be empty
};

ComparisonCells comparison_heading(const ComparisonRecord& record);
ComparisonCells cells_of(const Comparison& comparison);

// "+4.1 %" for a ratio of 1.041; "+4.1 % [+3.4, +4.9]" with its interval.
std::string change_text(double ratio);
std::string change_text(const Decided& decided);

// What else is to be known of it, a line each, without its end: a change that the estimate can't see ("the slower half
// of the forks: +8.1 %, …"), and counters that are exact and have changed ("bytes: 8.000 → 16.000 (+100.0 %),
// exactly").
std::vector<std::string> details_of(const Comparison& comparison);

// The benchmarks of one side only, the geometric mean and the notes, a line each, without its end.
std::vector<std::string> remarks_of(const ComparisonRecord& record);

// Of a benchmark in a table: it has changed, or failed; what is not to be overlooked.
bool is_changed(const Comparison& comparison);

// What the controls of this suite say, as a sentence; empty where there are none.
std::string control_text(const Comparison& control);

// "verdicts: 1 slower, 0 faster, 12 equal, 2 inconclusive", and those that failed or were skipped, where there
// are any.
std::string verdicts_line(const ComparisonRecord& record);

// "50ns more in each call of f: 1 noticed, 0 not noticed, 2 never calls it, 0 inconclusive"; empty where nothing was
// delayed.
std::string notices_line(const ComparisonRecord& record);

// Why a comparison breaks the rules of FAIL_ON: "+7.1 % [+6.4, +7.9], beyond +5.0 %"; empty if it does not.
std::string breach_text(const Comparison& comparison, const GateRules& rules);
// The same of all of them, in one line that names the worst; empty if nothing is broken.
std::string gate_sentence(const ComparisonRecord& record, const GateRules& rules);

void write_comparison_text(const ComparisonRecord& record, const ComparisonOptions& options, std::ostream& out);
void write_comparison_csv(const ComparisonRecord& record, const ComparisonOptions& options, std::ostream& out);
void write_comparison_json(const ComparisonRecord& record, const ComparisonOptions& options, std::ostream& out);
void write_comparison_markdown(const ComparisonRecord& record, const ComparisonOptions& options, std::ostream& out);
void write_comparison_junit(const ComparisonRecord& record, const ComparisonOptions& options, std::ostream& out);

}  // namespace micro
