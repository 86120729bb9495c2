// The table for people in GitHub's Markdown, for a comment or a summary of a build. Names are escaped, so that they are
// shown as they are.
#include "format/cells.h"
#include "format/format.h"
#include "format/table.h"

namespace micro {
namespace {

// Each character that means something inside of a cell, or may end it. A line break can't be there: Cells are
// visible().
std::string escaped(std::string_view text) {
  constexpr std::string_view meaning = "\\`*_{}[]<>|~&$";
  std::string out;
  for (const char c : text) {
    if (meaning.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string line_of(const Cells& cells, bool with_label) {
  std::string line = "| " + escaped(cells.name) + " |";
  const auto add = [&](const std::string& text) { line += text.empty() ? " |" : " " + text + " |"; };
  for (const std::string& value : cells.parameters) add(escaped(value));
  add(cells.mode);
  add(cells.count);
  add(escaped(cells.score));
  add(cells.error);
  add(escaped(cells.unit));
  if (with_label) add(escaped(cells.label));
  return line += '\n';
}

}  // namespace

void write_markdown(const RunRecord& record, const FormatOptions& options, std::ostream& out) {
  const Table table = table_for_people(record.results, options.names);
  out << line_of(heading(table), table.has_labels) << "| :--- |";
  for (std::size_t p = 0; p < table.parameters.size(); ++p) out << " ---: |";
  out << " :--- | ---: | ---: | ---: | :--- |" << (table.has_labels ? " :--- |\n" : "\n");
  for (const Row& row : table.rows) {
    Cells cells = cells_of(row);
    if (!cells.error.empty()) cells.error.insert(0, "± ");
    out << line_of(cells, table.has_labels);
  }
}

}  // namespace micro
