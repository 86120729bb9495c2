// Sums of what a stranger's file says, which can be as large as a number can be.
#pragma once

#include <concepts>
#include <limits>

namespace micro {

// The sum, or the number of the type that is nearest to it.
template <std::signed_integral Number>
Number saturated_sum(Number a, Number b) {
  Number sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b > 0 ? std::numeric_limits<Number>::max() : std::numeric_limits<Number>::min();
}

}  // namespace micro
