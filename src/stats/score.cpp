#include "stats/score.h"

#include <algorithm>
#include <array>
#include <compare>
#include <iterator>
#include <utility>

#include "stats/sample.h"

namespace micro {
namespace {

// The percentiles that JMH gives as metrics in sample mode, in the order of their labels.
constexpr std::array<std::pair<const char*, double>, 8> percentile_labels{{{"p0.00", 0},
                                                                           {"p0.50", 50},
                                                                           {"p0.90", 90},
                                                                           {"p0.95", 95},
                                                                           {"p0.99", 99},
                                                                           {"p0.999", 99.9},
                                                                           {"p0.9999", 99.99},
                                                                           {"p1.00", 100}}};

std::vector<HistogramBin> all_samples(const Metric& metric) {
  std::vector<HistogramBin> samples;
  for (const auto& fork : metric.histograms) {
    for (const auto& iteration : fork) samples.insert(samples.end(), iteration.begin(), iteration.end());
  }
  // JMH adds timed calls up in ascending order. A strong order, so that a NaN in a file does no harm.
  std::ranges::sort(samples, [](const HistogramBin& a, const HistogramBin& b) {
    return std::is_lt(std::strong_order(a.value, b.value));
  });
  std::size_t count = samples.size() + 1;
  for (const auto& fork : metric.samples) count += fork.size();
  samples.reserve(count);
  for (const auto& fork : metric.samples) {
    for (const double value : fork) samples.push_back({value, 1});
  }
  if (metric.missing > 0) samples.push_back({0, metric.missing});
  return samples;
}

double aggregate(Aggregation aggregation, Samples samples) {
  switch (aggregation) {
    case Aggregation::average:
      return mean(samples);
    case Aggregation::sum:
      return sum(samples);
    case Aggregation::maximum:
      return maximum(samples);
    case Aggregation::minimum:
      return minimum(samples);
  }
  return mean(samples);
}

}  // namespace

Score score_of(const Metric& metric) {
  Score score;
  const std::vector<HistogramBin> samples = all_samples(metric);
  score.count = count(samples);
  if (score.count == 0) return score;
  score.value = aggregate(metric.aggregation, samples);
  score.stdev = stdev(samples);
  score.mean = mean(samples);
  score.least = minimum(samples);
  score.most = maximum(samples);
  if (metric.aggregation == Aggregation::average) {
    score.error = mean_error(score.count, score.stdev);
    score.low = score.value - score.error;
    score.high = score.value + score.error;
  } else {
    score.low = score.high = score.value;
  }
  std::ranges::copy(percentiles(samples, percentile_ranks), score.percentiles.begin());
  return score;
}

double score_value_of(const Metric& metric) {
  const std::vector<HistogramBin> samples = all_samples(metric);
  return count(samples) == 0 ? Score().value : aggregate(metric.aggregation, samples);
}

std::vector<Metric> percentile_metrics(const Metric& sampled) {
  const std::vector<HistogramBin> samples = all_samples(sampled);
  std::vector<Metric> metrics;
  for (const auto& [label, rank] : percentile_labels) {
    const auto at_rank = [rank = rank](Samples of) { return percentiles(of, std::span(&rank, 1)).front(); };
    Metric metric;
    metric.label = label;
    metric.unit = sampled.unit;
    metric.better = sampled.better;
    for (const auto& fork : sampled.histograms) {
      auto& values = metric.samples.emplace_back();
      std::ranges::transform(fork, std::back_inserter(values), at_rank);
    }
    metric.score.value = at_rank(samples);
    metric.score.count = 1;
    metric.score.percentiles.fill(metric.score.value);
    metrics.push_back(std::move(metric));
  }
  return metrics;
}

bool is_percentile(const Metric& metric) {
  return std::ranges::any_of(percentile_labels, [&](const auto& known) { return metric.label == known.first; });
}

}  // namespace micro
