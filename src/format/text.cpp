// JMH's table: one line for each benchmark and each of its secondary metrics.
#include <algorithm>
#include <cmath>

#include "format/columns.h"
#include "format/format.h"
#include "format/number.h"
#include "format/table.h"

namespace micro {
namespace {

// One line, as texts.
struct Cells {
  std::string name;
  std::vector<std::string> parameters;
  std::string mode;
  std::string count;
  std::string score;
  std::string separator;  // between score and error: two characters
  std::string error;
  std::string unit;
};

Cells heading(const Table& table) {
  Cells cells{"Benchmark", {}, "Mode", "Cnt", "Score", "  ", "Error", "Units"};
  for (const std::string& name : table.parameters) cells.parameters.push_back("(" + visible(name) + ")");
  return cells;
}

Cells cells_of(const Row& row) {
  const Score& score = row.metric->score;
  Cells cells;
  cells.name = visible(row.name);
  for (const std::string* value : row.parameters) cells.parameters.push_back(value ? visible(*value) : not_applicable);
  cells.mode = to_string(row.result->mode);
  cells.separator = "  ";
  if (row.result->outcome != Outcome::ok) {
    cells.score = outcome_text(row.result->outcome);
    return cells;
  }
  if (score.count > 1) cells.count = std::to_string(score.count);
  cells.score = score_text(score.value);
  if (!is_approximate(score.value) && !std::isnan(score.error)) {
    cells.separator = " ±";
    cells.error = error_text(score.error);
  }
  cells.unit = visible(row.metric->unit);
  return cells;
}

struct Widths {
  std::size_t name = 0;
  std::vector<std::size_t> parameters;
  std::size_t mode = 0;
  std::size_t count = 0;
  std::size_t score = 0;
  std::size_t error = 0;
  std::size_t unit = 0;
};

void widen(std::size_t& column, std::string_view text) {
  column = std::max(column, width(text));
}

// An error counts with the text that it would have as a score: JMH's widths.
Widths widths_of(const Table& table, const Cells& head, const std::vector<Cells>& lines) {
  Widths widths{width(head.name), {}, width(head.mode), width(head.count), width(head.score), width(head.error),
                width(head.unit)};
  for (const std::string& name : head.parameters) widths.parameters.push_back(width(name));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Row& row = table.rows[i];
    widen(widths.name, lines[i].name);
    for (std::size_t p = 0; p < lines[i].parameters.size(); ++p) {
      widen(widths.parameters[p], lines[i].parameters[p]);
    }
    widen(widths.mode, lines[i].mode);
    widen(widths.count, lines[i].count);
    widen(widths.score, lines[i].score);
    if (row.result->outcome == Outcome::ok) widen(widths.error, score_text(row.metric->score.error));
    widen(widths.unit, lines[i].unit);
  }
  return widths;
}

std::string line_of(const Cells& cells, const Widths& widths) {
  std::string line = left_aligned(cells.name, widths.name);
  for (std::size_t p = 0; p < cells.parameters.size(); ++p) {
    line += right_aligned(cells.parameters[p], widths.parameters[p] + 2);
  }
  line += right_aligned(cells.mode, widths.mode + 2);
  line += right_aligned(cells.count, widths.count + 2);
  line += right_aligned(cells.score, widths.score + 2);
  line += cells.separator;
  line += right_aligned(cells.error, widths.error + 1);
  line += right_aligned(cells.unit, widths.unit + 2);
  line.erase(line.find_last_not_of(' ') + 1);  // where there is no unit
  return line += '\n';
}

}  // namespace

void write_text(const RunRecord& record, const FormatOptions& options, std::ostream& out) {
  const Table table = table_for_people(record.results, options.names);
  const Cells head = heading(table);
  std::vector<Cells> lines;
  lines.reserve(table.rows.size());
  for (const Row& row : table.rows) lines.push_back(cells_of(row));
  const Widths widths = widths_of(table, head, lines);
  out << line_of(head, widths);
  for (const Cells& line : lines) out << line_of(line, widths);
}

}  // namespace micro
