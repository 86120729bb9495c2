#include "stats/rank_test.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace micro {
namespace {

constexpr std::size_t exact_at_most = 50;       // of values of each sample
constexpr std::size_t exact_ties_at_most = 20;  // of values of both
constexpr double rounding = 1e-12;              // of sums of probabilities

// Twice the mean rank of each value of both samples, those of the first before; and the sum of t³ - t over all ties of
// t.
struct Ranks {
  std::vector<std::size_t> doubled;
  double ties = 0;
};

Ranks ranks_of(std::span<const double> first, std::span<const double> second) {
  std::vector<std::pair<double, std::size_t>> values;
  values.reserve(first.size() + second.size());
  for (const double value : first) values.emplace_back(value, values.size());
  for (const double value : second) values.emplace_back(value, values.size());
  std::ranges::sort(values);
  Ranks ranks;
  ranks.doubled.resize(values.size());
  for (std::size_t begin = 0; begin < values.size();) {
    std::size_t end = begin;
    while (end < values.size() && values[end].first == values[begin].first) ++end;
    // Ranks from begin + 1 to end.
    for (std::size_t i = begin; i < end; ++i) ranks.doubled[values[i].second] = begin + 1 + end;
    const auto count = static_cast<double>(end - begin);
    ranks.ties += count * count * count - count;
    begin = end;
  }
  return ranks;
}

// Of all choices of as many ranks as the first sample has: the part whose sum is not above that of the first sample,
// and the part whose sum is not below it; twice the smaller.
double p_by_enumeration(const Ranks& ranks, std::size_t first) {
  std::size_t sum = 0;
  std::size_t most = 0;
  for (std::size_t i = 0; i < ranks.doubled.size(); ++i) {
    if (i < first) sum += ranks.doubled[i];
    most += ranks.doubled[i];
  }
  // Choices of some ranks by their number and sum.
  std::vector<std::vector<double>> choices(first + 1, std::vector<double>(most + 1));
  choices[0][0] = 1;
  for (const std::size_t rank : ranks.doubled) {
    for (std::size_t count = first; count > 0; --count) {
      for (std::size_t total = most; total >= rank; --total) {
        choices[count][total] += choices[count - 1][total - rank];
      }
    }
  }
  double all = 0;
  double below = 0;
  double above = 0;
  for (std::size_t total = 0; total <= most; ++total) {
    const double count = choices[first][total];
    all += count;
    if (total <= sum) below += count;
    if (total >= sum) above += count;
  }
  return std::min(1.0, 2 * std::min(below, above) / all);
}

}  // namespace

const std::vector<double>& RankTests::reversed_at_most(std::size_t first, std::size_t second) {
  const auto [place, is_new] = kept_.try_emplace({std::min(first, second), std::max(first, second)});
  std::vector<double>& sums = place->second;
  if (!is_new) return sums;
  // The largest value of all is of the first sample with probability first / (first + second); then it is in reverse
  // order with all of the second. Row by row: `rows[n]` is the distribution for n values of the first.
  std::vector<std::vector<double>> rows(first + 1, std::vector<double>{1});
  for (std::size_t m = 1; m <= second; ++m) {
    std::vector<std::vector<double>> next{{1}};
    for (std::size_t n = 1; n <= first; ++n) {
      std::vector<double> of_both(n * m + 1);
      const double part = static_cast<double>(n) / static_cast<double>(n + m);
      for (std::size_t u = 0; u < next[n - 1].size(); ++u) of_both[u + m] += part * next[n - 1][u];
      for (std::size_t u = 0; u < rows[n].size(); ++u) of_both[u] += (1 - part) * rows[n][u];
      next.push_back(std::move(of_both));
    }
    rows = std::move(next);
  }
  sums = std::move(rows[first]);
  for (std::size_t u = 1; u < sums.size(); ++u) sums[u] += sums[u - 1];
  return sums;
}

double RankTests::p(std::span<const double> first, std::span<const double> second) {
  if (first.empty() || second.empty()) return 1;
  const Ranks ranks = ranks_of(first, second);
  if (ranks.ties > 0 && ranks.doubled.size() <= exact_ties_at_most) return p_by_enumeration(ranks, first.size());
  const auto n = static_cast<double>(first.size());
  const auto m = static_cast<double>(second.size());
  double sum = 0;
  for (std::size_t i = 0; i < first.size(); ++i) sum += static_cast<double>(ranks.doubled[i]) / 2;
  const double above = sum - n * (n + 1) / 2;  // pairs in which the first is above; ties count half
  const double fewer = std::min(above, n * m - above);
  if (ranks.ties == 0 && first.size() <= exact_at_most && second.size() <= exact_at_most) {
    return std::min(1.0, 2 * reversed_at_most(first.size(), second.size())[static_cast<std::size_t>(fewer)]);
  }
  const double all = n + m;
  const double variance = n * m / 12 * (all + 1 - ranks.ties / (all * (all - 1)));
  if (!(variance > 0)) return 1;
  const double distance = std::max(0.0, n * m / 2 - fewer - 0.5) / std::sqrt(variance);
  return std::erfc(distance / std::numbers::sqrt2);
}

RankTests::Shift RankTests::shift(std::span<const double> first, std::span<const double> second, double level) {
  std::vector<double> differences;
  differences.reserve(first.size() * second.size());
  for (const double before : first) {
    for (const double after : second) differences.push_back(after - before);
  }
  const std::size_t count = differences.size();
  const auto at = [&](std::size_t place) {
    std::ranges::nth_element(differences, differences.begin() + static_cast<std::ptrdiff_t>(place));
    return differences[place];
  };
  Shift shift;
  shift.value = count % 2 == 1 ? at(count / 2) : (at(count / 2 - 1) + at(count / 2)) / 2;
  // As many differences as may lie outside on each side.
  std::size_t outside = 0;
  if (first.size() <= exact_at_most && second.size() <= exact_at_most) {
    const std::vector<double>& sums = reversed_at_most(first.size(), second.size());
    while (outside < sums.size() && sums[outside] <= level + rounding) ++outside;
  } else {
    const auto n = static_cast<double>(first.size());
    const auto m = static_cast<double>(second.size());
    const double deviation = std::sqrt(n * m * (n + m + 1) / 12);
    const auto probability = [&](std::size_t u) {
      return std::erfc((n * m / 2 - static_cast<double>(u) - 0.5) / deviation / std::numbers::sqrt2) / 2;
    };
    std::size_t too_many = count / 2;
    while (outside < too_many) {
      const std::size_t middle = (outside + too_many) / 2;
      if (probability(middle) <= level) {
        outside = middle + 1;
      } else {
        too_many = middle;
      }
    }
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  shift.low = outside == 0 ? -infinity : at(outside - 1);
  shift.high = outside == 0 ? infinity : at(count - outside);
  return shift;
}

double RankTests::least_p(std::size_t first, std::size_t second) {
  if (first == 0 || second == 0) return 1;
  double ways = 1;  // to choose the first of all
  for (std::size_t i = 1; i <= first; ++i) ways *= static_cast<double>(second + i) / static_cast<double>(i);
  return std::min(1.0, 2 / ways);
}

std::size_t RankTests::size_for(double p) {
  std::size_t size = 2;
  while (least_p(size, size) > p) ++size;
  return size;
}

}  // namespace micro
