#include "model/order.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

namespace micro {
namespace {

// What a result is ordered by: mode, name, and its parameters with the place of each value among those of its
// benchmark.
using Key = std::tuple<Mode, std::string, std::vector<std::pair<std::string, std::size_t>>>;

}  // namespace

void order_results(std::vector<Result>& results) {
  std::map<std::pair<std::string, std::string>, std::map<std::string, std::size_t>>
      places;  // name, parameter → value → place
  std::vector<Key> keys;
  keys.reserve(results.size());
  for (const Result& result : results) {
    std::vector<std::pair<std::string, std::size_t>> parameters;
    for (const Parameter& parameter : result.parameters) {
      auto& seen = places[{result.name(), parameter.name}];
      parameters.emplace_back(parameter.name, seen.try_emplace(parameter.value, seen.size()).first->second);
    }
    std::ranges::sort(parameters);
    keys.emplace_back(result.mode, result.name(), std::move(parameters));
  }

  std::vector<std::size_t> order(results.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) -> const Key& { return keys[i]; });
  std::vector<Result> ordered;
  ordered.reserve(results.size());
  for (const std::size_t i : order) ordered.push_back(std::move(results[i]));
  results = std::move(ordered);
}

}  // namespace micro
