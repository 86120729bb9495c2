// A change of the slower runs alone, which an estimate from the faster ones can't see: locks that are waited for,
// memory that is now and then collected.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "stats/swap_test.h"

namespace micro {

// Logarithms of ratios.
struct TailChange {
  double change = 0;  // of the mean of the slower half of the runs
  double p = 1;       // of it being no other than the nearest end of the estimate's interval
};

// By exchanging pairs (stats/swap_test.h), with the difference of the means of the slower halves as the statistic.
// Absent unless it lies outside of `estimate` (an interval) at `level`, and by more than `margin`. Twelve pairs are
// the least: a half of six.
std::optional<TailChange> tail_change(std::span<const LogPair> pairs, const LogInterval& estimate, double margin,
                                      double level, std::uint64_t seed);

}  // namespace micro
