#include "model/restriction.h"

#include <algorithm>
#include <optional>

#include "text/text.h"

namespace micro {
namespace {

std::optional<std::string> value_of(const std::string& parameter, const BenchmarkName& name) {
  for (const Parameter& candidate : name.parameters) {
    if (candidate.name == parameter) return candidate.value;
  }
  if (parameter == "threads") return std::to_string(name.threads);
  return std::nullopt;
}

bool has(const std::string& assignment, const BenchmarkName& name) {
  const std::size_t equals = assignment.find('=');
  return value_of(assignment.substr(0, equals), name) == assignment.substr(equals + 1);
}

}  // namespace

bool keeps(const std::vector<std::string>& restrictions, const std::vector<std::string>& exclusions,
           const BenchmarkName& name) {
  const bool allowed = std::all_of(restrictions.begin(), restrictions.end(), [&](const std::string& restriction) {
    const std::size_t equals = restriction.find('=');
    const std::optional<std::string> value = value_of(restriction.substr(0, equals), name);
    const std::vector<std::string> wanted = split(restriction.substr(equals + 1), ',');
    return value && std::find(wanted.begin(), wanted.end(), *value) != wanted.end();
  });
  const bool excluded = std::any_of(exclusions.begin(), exclusions.end(), [&](const std::string& exclusion) {
    const std::vector<std::string> assignments = split(exclusion, ',');
    return std::all_of(assignments.begin(), assignments.end(), [&](const std::string& a) { return has(a, name); });
  });
  return allowed && !excluded;
}

}  // namespace micro
