// What the formats that are tables have in common: which rows and parameter columns there are.
#pragma once

#include <string>
#include <vector>

#include "format/format.h"
#include "model/result.h"

namespace micro {

// A benchmark's time, or one of its secondary metrics.
struct Row {
  std::string name;  // of the benchmark; "benchmark:label" for a secondary metric
  const Result* result;
  const Metric* metric;
  std::vector<const std::string*>
      parameters;  // values in the order of Table::parameters; null where the benchmark has none
};

struct Table {
  // Names in alphabetical order; after them the axes of the variants; after them the variant, if any benchmark has
  // another than "default". People, to whom the axes may tell the variants apart, are not shown it then.
  std::vector<std::string> parameters;
  bool has_ratios = false;  // some row has a ratio to a baseline
  bool has_labels = false;  // a benchmark says something of itself: a last column, which JMH does not have
  std::vector<Row>
      rows;  // of each benchmark, then of its secondary metrics; a benchmark that failed has none of the latter
};

// The rows point into `results`. For people without the metrics that are not `in_tables`, for tools with all and full
// names.
Table table_for_people(const std::vector<Result>& results, Names names);
Table table_for_tools(const std::vector<Result>& results);

// What stands in place of a value that a benchmark does not have.
inline constexpr char not_applicable[] = "N/A";

// The column of the variant: the second name where a parameter of the benchmarks has the first.
inline constexpr const char* variant_columns[] = {"variant", "micro_variant"};

// The next name for the column of an axis, where a parameter of the benchmarks has the one before.
std::string axis_column(const std::string& name);

// What stands in place of the score of a benchmark that failed or was skipped: "CRASHED".
std::string outcome_text(Outcome outcome);

}  // namespace micro
