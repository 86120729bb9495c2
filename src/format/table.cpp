#include "format/table.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "format/names.h"

namespace micro {
namespace {

const std::string* value_of(const std::vector<Parameter>& parameters, const std::string& name) {
  const auto found = std::ranges::find(parameters, name, &Parameter::name);
  return found == parameters.end() ? nullptr : &found->value;
}

// The suite as it is stands on no axis.
const std::string* place_on(const std::string& axis, const Result& result) {
  const std::string* value = value_of(result.axes, axis);
  return !value && result.variant == "default" ? &result.variant : value;
}

// In the order in which they come.
std::vector<std::string> axes_of(const std::vector<Result>& results) {
  std::vector<std::string> axes;
  for (const Result& result : results) {
    for (const Parameter& axis : result.axes) {
      if (std::ranges::find(axes, axis.name) == axes.end()) axes.push_back(axis.name);
    }
  }
  return axes;
}

bool axes_tell_variants_apart(const std::vector<Result>& results, const std::vector<std::string>& axes) {
  if (axes.empty()) return false;
  std::map<std::pair<std::string, std::vector<std::string>>, std::string> variants;  // suite and place → variant
  for (const Result& result : results) {
    if (result.axes.empty() && result.variant != "default") return false;  // N/A would be all that is said of it
    std::vector<std::string> place;
    for (const std::string& axis : axes) {
      const std::string* value = place_on(axis, result);
      place.push_back(value ? *value : not_applicable);
    }
    const auto [known, is_new] = variants.try_emplace({result.suite, place}, result.variant);
    if (known->second != result.variant) return false;
  }
  return true;
}

enum class For { people, tools };

Table table_of(const std::vector<Result>& results, For for_whom) {
  std::set<std::string> parameters;
  for (const Result& result : results) {
    for (const Parameter& parameter : result.parameters) parameters.insert(parameter.name);
  }
  const std::vector<std::string> axes = axes_of(results);
  const bool any_variants =
      std::ranges::any_of(results, [](const Result& result) { return result.variant != "default"; });
  const bool has_variants = any_variants && (for_whom == For::tools || !axes_tell_variants_apart(results, axes));

  Table table;
  for (const Result& result : results) {
    std::map<std::string_view, const std::string*> own;  // of a name that is there twice the first
    for (const Parameter& parameter : result.parameters) own.emplace(parameter.name, &parameter.value);
    std::vector<const std::string*> values;
    values.reserve(parameters.size() + axes.size() + 1);
    for (const std::string& parameter : parameters) {
      const auto found = own.find(parameter);
      values.push_back(found == own.end() ? nullptr : found->second);
    }
    for (const std::string& axis : axes) values.push_back(place_on(axis, result));
    if (has_variants) values.push_back(&result.variant);
    table.rows.push_back({result.name(), &result, &result.primary, values});
    if (result.outcome != Outcome::ok) continue;
    for (const Metric& metric : result.secondary) {
      if (for_whom == For::people && !metric.in_tables) continue;
      table.rows.push_back({result.name() + ":" + metric.label, &result, &metric, values});
    }
  }
  table.has_ratios = std::ranges::any_of(table.rows, [](const Row& row) { return row.metric->ratio.has_value(); });
  table.parameters.assign(parameters.begin(), parameters.end());
  table.has_labels = std::ranges::any_of(results, [](const Result& result) { return !result.label.empty(); });
  // A parameter of the benchmarks may have the name already, and columns are known by theirs.
  for (std::string axis : axes) {
    while (std::ranges::find(table.parameters, axis) != table.parameters.end()) axis = axis_column(axis);
    table.parameters.push_back(std::move(axis));
  }
  if (has_variants) {
    const bool taken = std::ranges::find(table.parameters, variant_columns[0]) != table.parameters.end();
    table.parameters.emplace_back(variant_columns[taken ? 1 : 0]);
  }
  return table;
}

}  // namespace

Table table_for_tools(const std::vector<Result>& results) {
  return table_of(results, For::tools);
}

Table table_for_people(const std::vector<Result>& results, Names names) {
  Table table = table_of(results, For::people);
  if (names == Names::shortened) {
    std::vector<std::string> texts;
    for (const Row& row : table.rows) texts.push_back(row.name);
    texts = shortened_names(texts);
    for (std::size_t i = 0; i < texts.size(); ++i) table.rows[i].name = std::move(texts[i]);
  }
  return table;
}

std::string axis_column(const std::string& name) {
  return "axis:" + name;
}

std::string outcome_text(Outcome outcome) {
  std::string text = to_string(outcome);
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

}  // namespace micro
