#include "stats/complexity.h"

#include <algorithm>
#include <cmath>

namespace micro {

bool has_several_sizes(const std::vector<FitPoint>& points) {
  constexpr double rounding = 1e-6;
  return std::ranges::any_of(points, [&](const FitPoint& point) {
    return std::abs(point.term - points.front().term) > rounding * std::abs(points.front().term);
  });
}

Fit fit_complexity(const std::vector<FitPoint>& points) {
  double terms = 0;
  double real_by_terms = 0;
  double cpu_by_terms = 0;
  double real = 0;
  for (const FitPoint& point : points) {
    terms += point.term * point.term;
    real_by_terms += point.real_ns * point.term;
    cpu_by_terms += point.cpu_ns * point.term;
    real += point.real_ns;
  }
  Fit fit;
  fit.real_ns = real_by_terms / terms;
  fit.cpu_ns = cpu_by_terms / terms;
  double squares = 0;
  for (const FitPoint& point : points) {
    const double left = point.real_ns - fit.real_ns * point.term;
    squares += left * left;
  }
  const double count = static_cast<double>(points.size());
  fit.rms = std::sqrt(squares / count) / (real / count);
  return fit;
}

}  // namespace micro
