#include "stats/ratio.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "stats/sample.h"

namespace micro {
namespace {

// One mean and the variance of that mean.
struct Mean {
  double value = 0;
  double variance = 0;
  double degrees = 0;
};

Mean mean_with_variance(std::span<const double> samples) {
  const std::vector<HistogramBin> bins = each_once(samples);
  const double n = static_cast<double>(samples.size());
  return {mean(bins), std::pow(stdev(bins), 2) / n, n - 1};
}

bool is_positive(double value) {
  return value > 0 && std::isfinite(value);
}

// Means of the forks that have samples. None where the score is something else than a mean of these.
std::vector<double> fork_means(const Metric& metric) {
  std::vector<double> means;
  if (metric.aggregation != Aggregation::average || metric.missing > 0) return means;
  for (const std::vector<double>& fork : metric.samples) {
    if (!fork.empty()) means.push_back(mean(each_once(fork)));
  }
  return means;
}

}  // namespace

Ratio ratio_of_means(std::span<const double> numerator, std::span<const double> denominator) {
  Ratio ratio;
  if (numerator.empty() || denominator.empty()) return ratio;
  const Mean above = mean_with_variance(numerator);
  const Mean below = mean_with_variance(denominator);
  if (!is_positive(above.value) || !is_positive(below.value)) return ratio;
  ratio.value = above.value / below.value;
  if (numerator.size() < 2 || denominator.size() < 2) return ratio;
  const double squared = ratio.value * ratio.value;
  const double variance = above.variance + squared * below.variance;
  if (variance == 0) {
    ratio.low = ratio.high = ratio.value;
    return ratio;
  }
  const double degrees =
      variance * variance /
      (std::pow(above.variance, 2) / above.degrees + std::pow(squared * below.variance, 2) / below.degrees);
  if (!std::isfinite(degrees)) return ratio;
  const double t = student_t_quantile(1 - (1 - ratio_confidence) / 2, degrees);
  // The roots of (above - r below)^2 = t^2 (variance of above + r^2 variance of below), a quadratic equation in r.
  const double a = below.value * below.value - t * t * below.variance;
  const double b = above.value * below.value;
  const double c = above.value * above.value - t * t * above.variance;
  const double discriminant = b * b - a * c;
  // Divided as it stands, c / (b + root) is the lesser root also where a is 0 or negative. What lies below 0 is no
  // ratio of positive means.
  const double root = std::sqrt(std::max(0.0, discriminant));
  ratio.low = c > 0 ? c / (b + root) : 0;
  ratio.high = a > 0 ? (b + root) / a : std::numeric_limits<double>::infinity();
  return ratio;
}

std::optional<Ratio> performance_ratio(const Metric& contender, const Metric& baseline) {
  if (contender.unit != baseline.unit || contender.better != baseline.better) return std::nullopt;
  if (!is_positive(contender.score.value) || !is_positive(baseline.score.value)) return std::nullopt;
  const bool more_is_better = contender.better == Better::higher;
  const Metric& above = more_is_better ? contender : baseline;
  const Metric& below = more_is_better ? baseline : contender;
  Ratio ratio = ratio_of_means(fork_means(above), fork_means(below));
  ratio.value = above.score.value / below.score.value;
  return ratio;
}

}  // namespace micro
