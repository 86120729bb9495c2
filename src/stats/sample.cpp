#include "stats/sample.h"

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace micro {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double confidence = 0.999;

// The ascending list of all samples, values of higher count standing in it as often as they occurred.
class Ascending {
 public:
  explicit Ascending(Samples samples) : bins_(samples.begin(), samples.end()) {
    std::erase_if(bins_, [](const HistogramBin& bin) { return std::isnan(bin.value) || bin.count == 0; });
    std::ranges::sort(bins_, {}, &HistogramBin::value);
    std::uint64_t before = 0;
    for (const HistogramBin& bin : bins_) ends_.push_back(before += bin.count);
  }

  [[nodiscard]] std::uint64_t size() const { return ends_.empty() ? 0 : ends_.back(); }
  [[nodiscard]] double operator[](std::uint64_t position) const {
    return bins_[static_cast<std::size_t>(std::ranges::upper_bound(ends_, position) - ends_.begin())].value;
  }

 private:
  std::vector<HistogramBin> bins_;
  std::vector<std::uint64_t> ends_;  // position after the last sample of each bin
};

double percentile(const Ascending& ascending, double rank) {
  const std::uint64_t size = ascending.size();
  if (size == 0) return nan;
  const double position = rank * static_cast<double>(size + 1) / 100;
  if (position < 1) return ascending[0];
  if (position >= static_cast<double>(size)) return ascending[size - 1];
  const double whole = std::floor(position);
  const double lower = ascending[static_cast<std::uint64_t>(whole) - 1];
  const double upper = ascending[static_cast<std::uint64_t>(whole)];
  return lower + (position - whole) * (upper - lower);
}

}  // namespace

std::vector<HistogramBin> each_once(std::span<const double> values) {
  std::vector<HistogramBin> bins;
  bins.reserve(values.size());
  for (const double value : values) bins.push_back({value, 1});
  return bins;
}

std::uint64_t count(Samples samples) {
  std::uint64_t result = 0;
  for (const HistogramBin& bin : samples) result += bin.count;
  return result;
}

double sum(Samples samples) {
  double result = 0;
  for (const HistogramBin& bin : samples) result += bin.value * static_cast<double>(bin.count);
  return result;
}

double mean(Samples samples) {
  return sum(samples) / static_cast<double>(count(samples));
}

double minimum(Samples samples) {
  double result = samples.empty() ? nan : std::numeric_limits<double>::infinity();
  for (const HistogramBin& bin : samples) result = bin.value < result || std::isnan(bin.value) ? bin.value : result;
  return result;
}

double maximum(Samples samples) {
  double result = samples.empty() ? nan : -std::numeric_limits<double>::infinity();
  for (const HistogramBin& bin : samples) result = bin.value > result || std::isnan(bin.value) ? bin.value : result;
  return result;
}

double stdev(Samples samples) {
  const std::uint64_t n = count(samples);
  if (n < 2) return nan;
  const double centre = mean(samples);
  double squares = 0;
  for (const HistogramBin& bin : samples) {
    const double distance = bin.value - centre;
    squares += distance * distance * static_cast<double>(bin.count);
  }
  return std::sqrt(squares / static_cast<double>(n - 1));
}

std::vector<double> percentiles(Samples samples, std::span<const double> ranks) {
  const Ascending ascending(samples);
  std::vector<double> values;
  values.reserve(ranks.size());
  for (const double rank : ranks) values.push_back(rank == 0 ? minimum(samples) : percentile(ascending, rank));
  return values;
}

double student_t_quantile(double probability, double degrees_of_freedom) {
  return boost::math::quantile(boost::math::students_t(degrees_of_freedom), probability);
}

double f_tail(double value, double numerator_degrees, double denominator_degrees) {
  const boost::math::fisher_f distribution(numerator_degrees, denominator_degrees);
  return boost::math::cdf(boost::math::complement(distribution, value));
}

double mean_error(std::uint64_t count, double stdev) {
  if (count <= 2) return nan;
  const double n = static_cast<double>(count);
  return student_t_quantile(1 - (1 - confidence) / 2, n - 1) * stdev / std::sqrt(n);
}

}  // namespace micro
