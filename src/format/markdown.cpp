// The table for people in GitHub's Markdown, for a comment or a summary of a build. Names are escaped, so that they are
// shown as they are.
#include "format/markdown.h"

#include "format/cells.h"
#include "format/format.h"
#include "format/table.h"

namespace micro {
namespace {

std::string line_of(const Cells& cells, const Table& table) {
  std::string line = "| " + markdown_text(cells.name) + " |";
  const auto add = [&](const std::string& text) { line += text.empty() ? " |" : " " + text + " |"; };
  for (const std::string& value : cells.parameters) add(markdown_text(value));
  add(cells.mode);
  add(cells.count);
  add(markdown_text(cells.score));
  add(cells.error);
  add(markdown_text(cells.unit));
  if (table.has_ratios) add(markdown_text(cells.ratio));
  if (table.has_labels) add(markdown_text(cells.label));
  return line += '\n';
}

}  // namespace

std::string markdown_text(std::string_view text) {
  constexpr std::string_view meaning = "\\`*_{}[]<>|~&$";
  // Nothing is to be seen of it, but what is on its two sides is no longer one word.
  constexpr std::string_view gap = "<!-- -->";
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : ' ';
    if (meaning.find(c) != std::string_view::npos) out += '\\';
    out += c;
    // Of its own accord GitHub tells whoever is named in "@name", links issues ("#1", "GH-1") and addresses.
    const bool is_link = text.substr(i).starts_with("://") || (c == 'w' && text.substr(0, i + 1).ends_with("www"));
    const bool is_issue = next >= '0' && next <= '9' && (c == '#' || (c == '-' && text.substr(0, i).ends_with("GH")));
    if ((c == '@' && next != ' ') || is_link || is_issue) out += gap;
  }
  return out;
}

void write_markdown(const RunRecord& record, const FormatOptions& options, std::ostream& out) {
  const Table table = table_for_people(record.results, options.names);
  out << line_of(heading(table), table) << "| :--- |";
  for (std::size_t p = 0; p < table.parameters.size(); ++p) out << " ---: |";
  out << " :--- | ---: | ---: | ---: | :--- |" << (table.has_ratios ? " :--- |" : "")
      << (table.has_labels ? " :--- |\n" : "\n");
  for (const Row& row : table.rows) {
    Cells cells = cells_of(row);
    if (!cells.error.empty()) cells.error.insert(0, "± ");
    out << line_of(cells, table);
  }
}

}  // namespace micro
