#include "compare/fork_shape.h"

#include <algorithm>
#include <cmath>

namespace micro {
namespace {

constexpr double iterations_at_most = 20;

double length_ns(double op_ns) {
  return std::max(op_ns, fork_iteration_ns);
}

}  // namespace

int iterations_of(double op_ns) {
  constexpr double fork_ns = 16e6;
  return static_cast<int>(std::clamp(fork_ns / length_ns(op_ns), 2.0, double{iterations_of_fork}));
}

ForkCost fork_cost(double one_ns, double six_ns, double op_ns) {
  // Noise can make the longer process the faster one.
  const double iteration_ns = std::max(length_ns(op_ns), (six_ns - one_ns) / (iterations_of_fork - 1));
  return {std::max(0.0, one_ns - iteration_ns), iteration_ns};
}

bool has_long_start(double op_ns, double beside_ns) {
  return beside_ns > 2 * length_ns(op_ns) * iterations_of(op_ns);
}

int iterations_worth(double op_ns, const ForkCost& cost) {
  const double worth = iterations_of_fork * std::sqrt(cost.start_ns / (iterations_of_fork * cost.iteration_ns));
  return static_cast<int>(std::clamp(worth, static_cast<double>(iterations_of(op_ns)), iterations_at_most));
}

}  // namespace micro
