// Statistics of samples, computed as JMH computes them: sums are plain and in order, so that results agree to the last
// digit.
//
// Samples are given as values with how often each occurred. A list of measured iterations is that with a count of 1
// each (each_once); a histogram of timed calls is it as it stands. Nothing throws: what has no answer is NaN.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/result.h"

namespace micro {

using Samples = std::span<const HistogramBin>;

std::vector<HistogramBin> each_once(std::span<const double> values);

std::uint64_t count(Samples samples);
double sum(Samples samples);
double mean(Samples samples);
double minimum(Samples samples);  // NaN if any value is
double maximum(Samples samples);  // NaN if any value is
double stdev(Samples samples);    // of the population that they were drawn from (divisor n - 1); NaN below 2 samples

// Percentiles at `ranks` (0 … 100) by the rule that commons-math calls LEGACY: position p (n + 1) / 100 in the
// ascending list, interpolated between neighbours. Values that are NaN are left out, except that rank 0 is minimum().
std::vector<double> percentiles(Samples samples, std::span<const double> ranks);

// The value that a t-distributed variable stays below with this probability.
double student_t_quantile(double probability, double degrees_of_freedom);

// The probability that an F-distributed variable is above `value`.
double f_tail(double value, double numerator_degrees, double denominator_degrees);

// Half the width of the interval that holds the mean with 99.9 % confidence, if the samples are drawn from a normal
// distribution. NaN below 3 samples: JMH's rule, as two samples say next to nothing (their t is 636).
double mean_error(std::uint64_t count, double stdev);

}  // namespace micro
