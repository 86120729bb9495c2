// JMH's LaTeX table, needing no package. JMH escapes only _ # { } and fails where benchmarks have different parameters.
#include <cmath>
#include <set>

#include "format/columns.h"
#include "format/format.h"
#include "format/number.h"
#include "format/table.h"

namespace micro {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : visible(text)) {
    switch (c) {
      case '\\':
        out += "\\textbackslash{}";
        break;
      case '~':
        out += "\\textasciitilde{}";
        break;
      case '^':
        out += "\\textasciicircum{}";
        break;
      case '_':
      case '#':
      case '{':
      case '}':
      case '&':
      case '%':
      case '$':
        out += '\\';
        [[fallthrough]];
      default:
        out += c;
    }
  }
  return out;
}

std::string typewriter(const std::string& latex) {
  return "\\texttt{" + latex + "}";
}

std::string line_of(const Row& row, bool with_unit, bool with_label) {
  const Score& score = row.metric->score;
  const bool ok = row.result->outcome == Outcome::ok;
  std::string line = typewriter(escaped(row.name));
  for (const std::string* value : row.parameters) line += " & " + typewriter(value ? escaped(*value) : not_applicable);
  line += " & " + typewriter(ok ? latex_score_text(score.value) : escaped(outcome_text(row.result->outcome))) + " & ";
  if (ok && !is_approximate(score.value) && !std::isnan(score.error)) {
    line += "\\scriptsize $\\pm$ " + typewriter(error_text(score.error)) + " ";
  }
  if (with_unit) line += "& " + (ok ? typewriter(escaped(row.metric->unit)) : "");
  if (with_label) {
    const bool is_benchmark = row.metric == &row.result->primary && !row.result->label.empty();
    line += " & " + (is_benchmark ? typewriter(escaped(row.result->label)) : "");
  }
  return line + " \\\\\n";
}

}  // namespace

void write_latex(const RunRecord& record, const FormatOptions& options, std::ostream& out) {
  const Table table = table_for_people(record.results, options.names);
  std::set<std::string> units;
  for (const Row& row : table.rows) {
    if (row.result->outcome == Outcome::ok) units.insert(row.metric->unit);
  }
  const bool same_unit = units.size() == 1;

  out << "\\begin{tabular}{r|";
  for (std::size_t p = 0; p < table.parameters.size(); ++p) out << "l|";
  out << (same_unit ? "rl" : "rll") << (table.has_labels ? "|l" : "") << "}\n \\multicolumn{1}{c|}{"
      << typewriter("Benchmark") << "} & ";
  for (const std::string& name : table.parameters) out << typewriter(escaped(name)) << " & ";
  out << (same_unit ? "\\multicolumn{2}{c}{" + typewriter("Score, " + escaped(*units.begin()))
                    : "\\multicolumn{3}{c}{" + typewriter("Score"))
      << "}" << (table.has_labels ? " & " + typewriter("Label") : "") << " \\\\\n\\hline\n";
  for (const Row& row : table.rows) out << line_of(row, !same_unit, table.has_labels);
  out << "\\end{tabular}";
}

}  // namespace micro
