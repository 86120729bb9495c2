#include "stats/swap_test.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace micro {
namespace {

// The part of the sorted values that a statistic takes the mean of.
struct Band {
  double from;
  double to;
};

// From the fastest runs, which noise that only adds time leaves alone, to the middle, where a few runs that are faster
// by luck don't matter.
constexpr std::array<Band, 6> bands{{{0, 0.1}, {0, 0.25}, {0, 0.5}, {0.1, 0.5}, {0.25, 0.75}, {0.4, 0.6}}};

struct Slice {
  std::size_t begin;
  std::size_t end;
};

// At least two values where there are two.
Slice slice_of(const Band& band, std::size_t n) {
  const auto count = static_cast<double>(n);
  const auto rounded = [](double value) { return static_cast<std::size_t>(std::llround(value)); };
  const std::size_t begin = std::min(rounded(band.from * count), n < 2 ? 0 : n - 2);
  return {begin, std::min(n, std::max(begin + 2, rounded(band.to * count)))};
}

// A value of one of the two programs in one pair.
struct Value {
  double value;
  std::size_t pair;
  bool of_contender;
};

std::vector<Value> sorted_values(std::span<const LogPair> pairs, double shift) {
  std::vector<Value> values;
  values.reserve(2 * pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    values.push_back({pairs[i].baseline, i, false});
    values.push_back({pairs[i].contender - shift, i, true});
  }
  std::ranges::sort(values, {}, &Value::value);
  // Around zero, so that sums of them are exact enough for ties to be ties.
  const double middle = values[values.size() / 2].value;
  for (Value& value : values) value.value -= middle;
  return values;
}

}  // namespace

Exchanges::Exchanges(unsigned exponent, std::uint64_t seed)
    : exponent_(exponent), random_(seed), choices_(std::size_t{1} << exponent) {}

void Exchanges::extend(std::size_t pairs) {
  for (; pairs_ < pairs; pairs_ += pairs_in_word) {
    // A whole word at once: bits beyond the last pair are drawn already when it comes.
    for (std::size_t choice = 0; choice < choices_.size(); ++choice) {
      const std::uint64_t drawn = choice == 0 ? 0 : random_();
      const std::uint64_t enumerated = (std::uint64_t{1} << exponent_) - 1;
      choices_[choice].push_back(pairs_ == 0 ? (drawn & ~enumerated) | choice : drawn);
    }
  }
}

std::vector<double> exchanged_statistics(std::span<const LogPair> pairs, const Exchanges& exchanges, double shift) {
  const std::size_t n = pairs.size();
  const std::vector<Value> values = sorted_values(pairs, shift);
  std::array<Slice, bands.size()> slices{};
  std::ranges::transform(bands, slices.begin(), [n](const Band& band) { return slice_of(band, n); });
  std::array<std::vector<double>, bands.size()> statistics;
  for (std::vector<double>& of_band : statistics) of_band.reserve(exchanges.size());
  std::array<double, bands.size()> spread{};
  // Sums of the first values of either program, once the choice has said whose they are.
  std::array<std::vector<double>, 2> sums{std::vector<double>(n + 1), std::vector<double>(n + 1)};
  for (std::size_t choice = 0; choice < exchanges.size(); ++choice) {
    std::array<double*, 2> last{sums[0].data(), sums[1].data()};
    const std::vector<std::uint64_t>& exchanged = exchanges.of(choice);
    for (const Value& value : values) {
      const bool is_exchanged =
          (exchanged[value.pair / Exchanges::pairs_in_word] >> (value.pair % Exchanges::pairs_in_word) & 1) != 0;
      double*& sum = last[static_cast<std::size_t>(value.of_contender != is_exchanged)];
      sum[1] = sum[0] + value.value;
      ++sum;
    }
    for (std::size_t band = 0; band < bands.size(); ++band) {
      const auto [begin, end] = slices[band];
      const double difference = (sums[1][end] - sums[1][begin]) - (sums[0][end] - sums[0][begin]);
      const double statistic = difference / static_cast<double>(end - begin);
      statistics[band].push_back(statistic);
      spread[band] += statistic * statistic;
    }
  }
  const auto least = std::ranges::min_element(spread) - spread.begin();
  return std::move(statistics[static_cast<std::size_t>(least)]);
}

bool SequentialTest::look(std::span<const LogPair> pairs, const Exchanges& exchanges, double level) {
  std::vector<double> scores = exchanged_statistics(pairs, exchanges, shift_);
  estimate_ = scores.front() + shift_;
  for (double& score : scores) score = tail_ == Tail::both ? std::abs(score) : tail_ == Tail::lower ? -score : score;
  crossed_.resize(scores.size());
  std::vector<std::size_t> live;
  live.reserve(scores.size());
  for (std::size_t choice = 0; choice < scores.size(); ++choice) {
    if (!crossed_[choice]) live.push_back(choice);
  }
  const double observed = scores.front();
  const auto reached = crossed_count_ + static_cast<std::size_t>(std::ranges::count_if(live, [&](std::size_t choice) {
                         return scores[choice] >= observed - statistics_tie;
                       }));
  const auto allowed = static_cast<std::size_t>(level * static_cast<double>(scores.size()));
  p_ = static_cast<double>(reached) / static_cast<double>(scores.size());
  if (reached <= allowed) return true;
  if (allowed > crossed_count_) {
    const auto more = static_cast<std::ptrdiff_t>(std::min(allowed - crossed_count_, live.size()));
    std::ranges::partial_sort(live, live.begin() + more, std::ranges::greater{},
                              [&](std::size_t choice) { return scores[choice]; });
    for (auto choice = live.begin(); choice != live.begin() + more; ++choice) crossed_[*choice] = true;
    crossed_count_ += static_cast<std::size_t>(more);
  }
  return false;
}

double estimated_change(std::span<const LogPair> pairs, const Exchanges& exchanges) {
  std::vector<double> sides[2];
  for (const LogPair& pair : pairs) {
    sides[0].push_back(pair.baseline);
    sides[1].push_back(pair.contender);
  }
  for (std::vector<double>& side : sides) {
    std::ranges::nth_element(side, side.begin() + static_cast<std::ptrdiff_t>(side.size() / 2));
  }
  double change = sides[1][sides[1].size() / 2] - sides[0][sides[0].size() / 2];
  // With the change taken off as far as it is known, the choice of the band depends on the noise alone.
  constexpr int rounds = 3;
  for (int round = 0; round < rounds; ++round) change += exchanged_statistics(pairs, exchanges, change).front();
  return change;
}

LogInterval interval_by_inversion(std::span<const LogPair> pairs, const Exchanges& exchanges, double level) {
  // The part of the choices whose statistic is at least as far in the direction (+1, -1) as the observed one.
  const auto p_of = [&](double shift, double direction) {
    const std::vector<double> statistics = exchanged_statistics(pairs, exchanges, shift);
    const auto reached = std::ranges::count_if(
        statistics, [&](double other) { return direction * (other - statistics.front()) >= -statistics_tie; });
    return static_cast<double>(reached) / static_cast<double>(statistics.size());
  };
  const double estimate = estimated_change(pairs, exchanges);
  // Outwards in doubling steps until the ratio is rejected, then between the last two by halves.
  const auto end_at = [&](double direction) {
    constexpr double first_step = 0.001;
    constexpr double last_step = 20;  // a factor of 5e8
    double kept = estimate;
    double rejected = std::numeric_limits<double>::infinity() * direction;
    for (double step = first_step; step < last_step; step *= 2) {
      const double shift = estimate + direction * step;
      if (p_of(shift, -direction) <= level) {
        rejected = shift;
        break;
      }
      kept = shift;
    }
    if (!std::isfinite(rejected)) return rejected;
    constexpr double precision = 0.0001;
    while (std::abs(rejected - kept) > std::max(precision, 0.01 * std::abs(rejected - estimate))) {
      const double middle = (kept + rejected) / 2;
      (p_of(middle, -direction) <= level ? rejected : kept) = middle;
    }
    // The outer one: where hardly anything varies, an interval narrower than the precision is still one.
    return rejected;
  };
  return {end_at(-1), end_at(+1)};
}

}  // namespace micro
