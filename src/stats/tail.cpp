#include "stats/tail.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

namespace micro {
namespace {

constexpr std::size_t pairs_at_least = 12;
constexpr unsigned choices_exponent = 12;
double mean_of_slower_half(std::vector<double>& values) {
  const std::size_t count = values.size() / 2;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(count);
  std::ranges::nth_element(values, middle, std::ranges::greater{});
  double sum = 0;
  for (auto value = values.begin(); value != middle; ++value) sum += *value;
  return sum / static_cast<double>(count);
}

// The statistic of each choice, the observed one first, when the contender is taken to be slower by exp(shift).
std::vector<double> statistics(std::span<const LogPair> pairs, const Exchanges& exchanges, double shift) {
  std::vector<double> all;
  all.reserve(exchanges.size());
  std::array<std::vector<double>, 2> sides{std::vector<double>(pairs.size()), std::vector<double>(pairs.size())};
  for (std::size_t choice = 0; choice < exchanges.size(); ++choice) {
    const auto& exchanged = exchanges.of(choice);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const std::size_t side = exchanged[i / Exchanges::pairs_in_word] >> (i % Exchanges::pairs_in_word) & 1;
      sides[side][i] = pairs[i].baseline;
      sides[1 - side][i] = pairs[i].contender - shift;
    }
    all.push_back(mean_of_slower_half(sides[1]) - mean_of_slower_half(sides[0]));
  }
  return all;
}

}  // namespace

std::optional<TailChange> tail_change(std::span<const LogPair> pairs, const LogInterval& estimate, double margin,
                                      double level, std::uint64_t seed) {
  if (pairs.size() < pairs_at_least || !std::isfinite(estimate.low) || !std::isfinite(estimate.high)) {
    return std::nullopt;
  }
  std::vector<double> before;
  std::vector<double> after;
  for (const LogPair& pair : pairs) {
    before.push_back(pair.baseline);
    after.push_back(pair.contender);
  }
  TailChange tail;
  tail.change = mean_of_slower_half(after) - mean_of_slower_half(before);
  const bool above = tail.change > estimate.high + margin;
  if (!above && !(tail.change < estimate.low - margin)) return std::nullopt;
  Exchanges exchanges(choices_exponent, seed);
  exchanges.extend(pairs.size());
  const std::vector<double> all = statistics(pairs, exchanges, above ? estimate.high : estimate.low);
  const double direction = above ? 1 : -1;
  const auto reached =
      std::ranges::count_if(all, [&](double other) { return direction * (other - all.front()) >= -statistics_tie; });
  tail.p = static_cast<double>(reached) / static_cast<double>(all.size());
  if (tail.p > level) return std::nullopt;
  return tail;
}

}  // namespace micro
