#include "format/cells.h"

#include <cmath>

#include "format/columns.h"
#include "format/number.h"

namespace micro {

Cells heading(const Table& table) {
  Cells cells{"Benchmark", {}, "Mode", "Cnt", "Score", "Error", "Units", table.has_labels ? "Label" : ""};
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
  return cells;
}

}  // namespace micro
