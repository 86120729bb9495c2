// How time grows with size, fitted as Google Benchmark fits it.
#pragma once

#include <string>
#include <vector>

namespace micro {

// One benchmark of a family: its time, and the value of the term there (n, n log n, …).
struct FitPoint {
  double real_ns = 0;
  double cpu_ns = 0;
  double term = 0;
};

// time = coefficient · term, by least squares.
struct Fit {
  double real_ns = 0;
  double cpu_ns = 0;
  double rms = 0;  // root of the mean square of what is left of the real times, as a part of their mean
};

// Whether the points are of more than one size: terms that differ by more than rounding does.
bool has_several_sizes(const std::vector<FitPoint>& points);

// The formulas are those of the library's complexity.cc (1.5 … 1.9). NaN where there is no answer.
Fit fit_complexity(const std::vector<FitPoint>& points);

}  // namespace micro
