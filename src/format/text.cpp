// JMH's table: one line for each benchmark and each of its secondary metrics.
#include <algorithm>

#include "format/cells.h"
#include "format/columns.h"
#include "format/format.h"
#include "format/number.h"
#include "format/table.h"

namespace micro {
namespace {

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

// `plus_minus`: what stands between score and error, two characters.
std::string line_of(const Cells& cells, const char* plus_minus, const Widths& widths) {
  std::string line = left_aligned(cells.name, widths.name);
  for (std::size_t p = 0; p < cells.parameters.size(); ++p) {
    line += right_aligned(cells.parameters[p], widths.parameters[p] + 2);
  }
  line += right_aligned(cells.mode, widths.mode + 2);
  line += right_aligned(cells.count, widths.count + 2);
  line += right_aligned(cells.score, widths.score + 2);
  line += plus_minus;
  line += right_aligned(cells.error, widths.error + 1);
  line += right_aligned(cells.unit, widths.unit + 2);
  if (!cells.label.empty()) line += "  " + cells.label;
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
  out << line_of(head, "  ", widths);
  for (const Cells& line : lines) out << line_of(line, line.error.empty() ? "  " : " ±", widths);
}

}  // namespace micro
