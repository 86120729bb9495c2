#include "format/table.h"

#include <algorithm>
#include <set>

#include "format/names.h"

namespace micro {
namespace {

const std::string* value_of(const Result& result, const std::string& parameter) {
  const auto found = std::ranges::find(result.parameters, parameter, &Parameter::name);
  return found == result.parameters.end() ? nullptr : &found->value;
}

enum class Metrics { in_tables, all };

Table table_of(const std::vector<Result>& results, Metrics metrics) {
  std::set<std::string> parameters;
  for (const Result& result : results) {
    for (const Parameter& parameter : result.parameters) parameters.insert(parameter.name);
  }
  const bool has_variants =
      std::ranges::any_of(results, [](const Result& result) { return result.variant != "default"; });

  Table table;
  for (const Result& result : results) {
    std::vector<const std::string*> values;
    for (const std::string& parameter : parameters) values.push_back(value_of(result, parameter));
    if (has_variants) values.push_back(&result.variant);
    table.rows.push_back({result.name(), &result, &result.primary, values});
    if (result.outcome != Outcome::ok) continue;
    for (const Metric& metric : result.secondary) {
      if (metrics == Metrics::in_tables && !metric.in_tables) continue;
      table.rows.push_back({result.name() + ":" + metric.label, &result, &metric, values});
    }
  }
  table.parameters.assign(parameters.begin(), parameters.end());
  table.has_labels = std::ranges::any_of(results, [](const Result& result) { return !result.label.empty(); });
  // A parameter of the benchmarks may have the name already, and columns are known by theirs.
  if (has_variants) table.parameters.emplace_back(variant_columns[parameters.contains(variant_columns[0]) ? 1 : 0]);
  return table;
}

}  // namespace

Table table_for_tools(const std::vector<Result>& results) {
  return table_of(results, Metrics::all);
}

Table table_for_people(const std::vector<Result>& results, Names names) {
  Table table = table_of(results, Metrics::in_tables);
  if (names == Names::shortened) {
    std::vector<std::string> texts;
    for (const Row& row : table.rows) texts.push_back(row.name);
    texts = shortened_names(texts);
    for (std::size_t i = 0; i < texts.size(); ++i) table.rows[i].name = std::move(texts[i]);
  }
  return table;
}

std::string outcome_text(Outcome outcome) {
  std::string text = to_string(outcome);
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

}  // namespace micro
