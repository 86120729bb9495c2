#include "model/restriction.h"

#include <algorithm>
#include <optional>
#include <string_view>

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

// %2C is a comma in a value, %252C is %2C.
std::string part_decoded(const std::string& part) {
  std::string decoded;
  const auto stands_at = [&](std::size_t at, std::string_view escape) {
    return std::ranges::equal(std::string_view(part).substr(at, escape.size()), escape,
                              [](char a, char b) { return a == b || (a == 'c' && b == 'C'); });
  };
  for (std::size_t at = 0; at < part.size();) {
    if (stands_at(at, "%2C")) {
      decoded += ',';
      at += 3;
    } else if (stands_at(at, "%252C")) {
      decoded += "%2C";
      at += 5;
    } else {
      decoded += part[at++];
    }
  }
  return decoded;
}

bool has(const std::string& assignment, const BenchmarkName& name) {
  const std::size_t equals = assignment.find('=');
  return value_of(assignment.substr(0, equals), name) == part_decoded(assignment.substr(equals + 1));
}

}  // namespace

bool keeps(const std::vector<std::string>& restrictions, const std::vector<std::string>& exclusions,
           const BenchmarkName& name) {
  const bool allowed = std::all_of(restrictions.begin(), restrictions.end(), [&](const std::string& restriction) {
    const std::size_t equals = restriction.find('=');
    const std::optional<std::string> value = value_of(restriction.substr(0, equals), name);
    const std::vector<std::string> wanted = split(restriction.substr(equals + 1), ',');
    return value && std::ranges::find(wanted, *value, part_decoded) != wanted.end();
  });
  const bool excluded = std::any_of(exclusions.begin(), exclusions.end(), [&](const std::string& exclusion) {
    const std::vector<std::string> assignments = split(exclusion, ',');
    return std::all_of(assignments.begin(), assignments.end(), [&](const std::string& a) { return has(a, name); });
  });
  return allowed && !excluded;
}

}  // namespace micro
