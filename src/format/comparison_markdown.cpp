// A comparison as a comment for a pull request in GitHub's Markdown: what came out, what changed, and the rest folded
// away.
#include <fmt/format.h>

#include <algorithm>

#include "format/comparison.h"
#include "format/markdown.h"
#include "text/text.h"

namespace micro {
namespace {

std::string line_of(const ComparisonCells& cells) {
  std::string line = "|";
  for (const std::string* cell : {&cells.name, &cells.unit, &cells.baseline, &cells.contender, &cells.change,
                                  &cells.verdict, &cells.pairs, &cells.comment}) {
    line += cell->empty() ? " |" : " " + markdown_text(*cell) + " |";
  }
  return line + '\n';
}

void write_table(const ComparisonRecord& record, const std::vector<const Comparison*>& rows, std::ostream& out) {
  out << line_of(comparison_heading(record)) << "| :--- | :--- | ---: | ---: | :--- | :--- | ---: | :--- |\n";
  for (const Comparison* comparison : rows) {
    ComparisonCells cells = cells_of(*comparison);
    for (const std::string& detail : details_of(*comparison)) {
      cells.comment += (cells.comment.empty() ? "" : "; ") + detail;
    }
    out << line_of(cells);
  }
}

}  // namespace

void write_comparison_markdown(const ComparisonRecord& record, const ComparisonOptions& options, std::ostream& out) {
  std::vector<const Comparison*> changed;
  std::vector<const Comparison*> others;
  for (const Comparison& comparison : record.comparisons) {
    (is_changed(comparison) ? changed : others).push_back(&comparison);
  }
  out << "**" << verdicts_line(record) << "** (baseline: " << markdown_text(visible(record.baseline))
      << ", contender: " << markdown_text(visible(record.contender)) << ")\n\n";
  const std::string sentence = gate_sentence(record, options.gate);
  if (!sentence.empty()) out << "> " << markdown_text(sentence) << "\n\n";
  for (const Comparison& comparison : record.comparisons) {
    if (comparison.is_control && comparison.is_decidable()) out << markdown_text(control_text(comparison)) << "\n\n";
  }
  if (!changed.empty()) {
    write_table(record, changed, out);
    out << '\n';
  }
  std::vector<std::string> lines = remarks_of(record);
  for (const Warning& warning : record.warnings) {
    lines.push_back(fmt::format("Warning: {}{}{}", visible(warning.subject), warning.subject.empty() ? "" : ": ",
                                visible(warning.message)));
  }
  if (others.empty() && lines.empty()) return;
  const std::size_t count = others.size();
  out << "<details><summary>"
      << (count == 0 ? "Notes"
                     : fmt::format("{} {}", count, count == 1 ? "benchmark has" : "benchmarks have") +
                           " not changed, or it can't be told")
      << "</summary>\n\n";
  if (!others.empty()) {
    write_table(record, others, out);
    out << '\n';
  }
  for (const std::string& line : lines) out << "- " << markdown_text(line) << '\n';
  if (!lines.empty()) out << '\n';
  out << "</details>\n";
}

}  // namespace micro
