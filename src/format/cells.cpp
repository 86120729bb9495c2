#include "format/cells.h"

#include <algorithm>
#include <cmath>

#include "format/columns.h"
#include "format/number.h"

namespace micro {
namespace {

constexpr int most_decimals = 6;  // of a ratio

}  // namespace

Cells heading(const Table& table) {
  Cells cells{"Benchmark",
              {},
              "Mode",
              "Cnt",
              "Score",
              "Error",
              "Units",
              table.has_ratios ? "Ratio" : "",
              table.has_labels ? "Label" : ""};
  for (const std::string& name : table.parameters) cells.parameters.push_back("(" + visible(name) + ")");
  return cells;
}

Cells cells_of(const Row& row) {
  const Score& score = row.metric->score;
  Cells cells;
  cells.name = visible(row.name);
  for (const std::string* value : row.parameters) cells.parameters.push_back(value ? visible(*value) : not_applicable);
  cells.mode = to_string(row.result->mode);
  if (row.metric == &row.result->primary) cells.label = visible(row.result->label);
  if (row.result->outcome != Outcome::ok) {
    cells.score = outcome_text(row.result->outcome);
    return cells;
  }
  if (score.count > 1) cells.count = std::to_string(score.count);
  cells.score = score_text(score.value);
  if (!is_approximate(score.value) && !std::isnan(score.error)) cells.error = error_text(score.error);
  cells.unit = visible(row.metric->unit);
  if (row.metric->ratio) cells.ratio = ratio_text(*row.metric->ratio, row.metric == &row.result->primary);
  return cells;
}

std::string ratio_text(const Ratio& ratio, bool is_time) {
  const bool worse = ratio.value < 1;
  const double times = worse ? 1 / ratio.value : ratio.value;
  const bool has_interval = !std::isnan(ratio.low);
  const bool may_be_equal = has_interval && ratio.low <= 1 && ratio.high >= 1;
  int decimals = 2;
  // As many as it takes to show that it is not 1.
  while (decimals < most_decimals && !may_be_equal && fixed_text(times, decimals) == fixed_text(1, decimals))
    ++decimals;
  const bool is_one = may_be_equal || fixed_text(times, decimals) == fixed_text(1, decimals);
  if (is_one) decimals = 2;
  // Of a small number as many as it takes to show three digits of it.
  const double least = has_interval ? std::min(ratio.low, ratio.value) : ratio.value;
  for (double scaled = least; scaled > 0 && scaled < 0.1 && decimals < most_decimals; scaled *= 10) ++decimals;
  std::string text = fixed_text(ratio.value, decimals);
  if (has_interval)
    text += " [" + fixed_text(ratio.low, decimals) + ", " +
            (std::isinf(ratio.high) ? "∞" : fixed_text(ratio.high, decimals)) + "]";
  if (!ratio.of_measurements) return text + " (no measurement)";
  // Without an interval nothing says that the two differ at all.
  if (is_one || !has_interval) return text;
  const char* word = is_time ? (worse ? "slower" : "faster") : (worse ? "worse" : "better");
  return text + " (" + fixed_text(times, times < 1.01 ? decimals : 2) + "x " + word + ")";
}

}  // namespace micro
