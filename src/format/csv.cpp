// JMH's comma- and semicolon-separated values: names, mode and unit always quoted, numbers with six decimals and a
// point in any locale, lines that end in CR LF. Quotes inside of quoted values are doubled (RFC 4180), which JMH
// forgets in names and units.
//
// Text that a spreadsheet would run as a formula has an apostrophe in front, and control characters are written out
// ("\x1b"); line ends stay.
//
// After JMH's columns come the ratio to the baseline and the ends of its interval, where any result has one.
#include "format/csv.h"

#include <charconv>
#include <cmath>

#include "format/format.h"
#include "format/number.h"
#include "format/table.h"
#include "text/text.h"

namespace micro {
namespace {

// A spreadsheet takes a cell that begins like a formula for one, and runs it. A number is none.
bool is_formula(std::string_view text) {
  if (text.empty() || std::string_view("=+-@\t\r").find(text.front()) == std::string_view::npos) return false;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error != std::errc() || end != text.data() + text.size() || !std::isfinite(number);
}

// What a cell says. The apostrophe is what spreadsheets themselves have before text that would be something else.
std::string cell_text(std::string_view text) {
  return (is_formula(text) ? "'" : "") + visible_lines(text);
}

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out += '"';
}

std::string quoted_if_needed(const std::string& text, char delimiter) {
  const std::string said = cell_text(text);
  const bool needed = said.find_first_of(std::string(" \"\n") + delimiter) != std::string::npos;
  return needed ? in_quotes(said) : said;
}

void write_separated(const std::vector<Result>& results, char delimiter, std::ostream& out) {
  const Table table = table_for_tools(results);
  std::string line;
  for (const char* heading : {"Benchmark", "Mode", "Threads", "Samples", "Score", "Score Error (99.9%)", "Unit"}) {
    if (!line.empty()) line += delimiter;
    line += csv_quoted(heading);
  }
  for (const std::string& name : table.parameters) line += delimiter + csv_quoted("Param: " + name);
  if (table.has_ratios) {
    for (const char* heading : {"Ratio", "Ratio Low", "Ratio High"}) line += delimiter + csv_quoted(heading);
  }
  if (table.has_labels) line += delimiter + csv_quoted("Label");
  out << line << "\r\n";

  for (const Row& row : table.rows) {
    const Score& score = row.metric->score;
    const bool ok = row.result->outcome == Outcome::ok;
    line = csv_quoted(row.name);
    for (const std::string& cell : {csv_quoted(to_string(row.result->mode)), std::to_string(row.result->threads),
                                    std::to_string(ok ? score.count : 0), ok ? fixed_text(score.value, 6) : "",
                                    ok ? fixed_text(score.error, 6) : "", csv_quoted(row.metric->unit)}) {
      line += delimiter + cell;
    }
    for (const std::string* value : row.parameters)
      line += delimiter + (value ? quoted_if_needed(*value, delimiter) : "");
    if (table.has_ratios) {
      // There is no word here that could say that it is none.
      const bool is_meant = row.metric->ratio && row.metric->ratio->of_measurements;
      const Ratio ratio = is_meant ? *row.metric->ratio : Ratio();
      for (const double value : {ratio.value, ratio.low, ratio.high}) {
        line += delimiter + (std::isnan(value) ? "" : fixed_text(value, 6));
      }
    }
    if (table.has_labels) line += delimiter + quoted_if_needed(row.result->label, delimiter);
    out << line << "\r\n";
  }
}

}  // namespace

std::string csv_quoted(std::string_view text) {
  return in_quotes(cell_text(text));
}

void write_csv(const RunRecord& record, const FormatOptions&, std::ostream& out) {
  write_separated(record.results, ',', out);
}

void write_scsv(const RunRecord& record, const FormatOptions&, std::ostream& out) {
  write_separated(record.results, ';', out);
}

}  // namespace micro
