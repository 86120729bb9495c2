#include "compare/matching.h"

#include <optional>
#include <unordered_map>

#include "text/regular_expression.h"

namespace micro {
namespace {

// By what is matched; absent of one that is left out.
using Keys = std::vector<std::optional<std::string>>;

Keys without_found(const std::vector<std::string>& names, const std::string& filter) {
  const RegularExpression expression(filter);
  Keys keys;
  for (const std::string& name : names) {
    std::optional<std::string>& key = keys.emplace_back();
    if (const auto found = expression.find_in(name))
      key = name.substr(0, found->begin) + '\0' + name.substr(found->end);
  }
  return keys;
}

std::unordered_map<std::string, std::size_t> places_of(const Keys& keys) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i]) places.emplace(*keys[i], i);
  }
  return places;
}

Matched matched(const Keys& baseline, const Keys& contender) {
  const auto before = places_of(baseline);
  const auto after = places_of(contender);
  Matched matched;
  for (std::size_t i = 0; i < contender.size(); ++i) {
    if (!contender[i] || after.at(*contender[i]) != i) continue;
    const auto other = before.find(*contender[i]);
    if (other != before.end()) {
      matched.pairs.emplace_back(other->second, i);
    } else {
      matched.only_in_contender.push_back(i);
    }
  }
  for (std::size_t i = 0; i < baseline.size(); ++i) {
    if (baseline[i] && before.at(*baseline[i]) == i && !after.contains(*baseline[i])) {
      matched.only_in_baseline.push_back(i);
    }
  }
  return matched;
}

}  // namespace

Matched matched_by_name(const std::vector<std::string>& baseline, const std::vector<std::string>& contender) {
  return matched(Keys(baseline.begin(), baseline.end()), Keys(contender.begin(), contender.end()));
}

Matched matched_by_filters(const std::vector<std::string>& baseline, const std::string& baseline_filter,
                           const std::vector<std::string>& contender, const std::string& contender_filter) {
  return matched(without_found(baseline, baseline_filter), without_found(contender, contender_filter));
}

}  // namespace micro
