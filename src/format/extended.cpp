#include "format/extended.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "format/columns.h"
#include "format/number.h"
#include "stats/score.h"

namespace micro {
namespace {

constexpr std::size_t histogram_bins_at_least = 10;

const char* name_of(Aggregation aggregation) {
  switch (aggregation) {
    case Aggregation::average:
      return "Average";
    case Aggregation::sum:
      return "Sum";
    case Aggregation::maximum:
      return "Maximum";
    case Aggregation::minimum:
      return "Minimum";
  }
  return "";
}

// Value and how often it was seen.
using Seen = std::vector<std::pair<double, std::uint64_t>>;

Seen samples_of(const Metric& metric) {
  Seen seen;
  for (const auto& fork : metric.histograms) {
    for (const auto& iteration : fork) {
      for (const HistogramBin& bin : iteration) seen.emplace_back(bin.value, bin.count);
    }
  }
  for (const auto& fork : metric.samples) {
    for (const double sample : fork) seen.emplace_back(sample, 1);
  }
  return seen;
}

// Bins that are a power of ten wide, halved until there are enough.
void write_histogram(const Metric& metric, std::ostream& out) {
  const double low = metric.score.least;
  const double high = metric.score.most;
  out << "\n  Histogram, " << visible(metric.unit) << ":\n";
  if (!(high > low) || !std::isfinite(high - low)) {
    out << fmt::format("    [{}, {}] = {}\n", score_text(low), score_text(high), metric.score.count);
    return;
  }
  double size = std::pow(10, std::floor(std::log10(high - low)));
  const double start = std::floor(low / size) * size;
  const double end = std::ceil(high / size) * size;
  // At the ends of what a double can hold there are no such bins.
  if (size == 0 || !std::isfinite(start) || !std::isfinite(end)) {
    out << fmt::format("    [{}, {}] = {}\n", score_text(low), score_text(high), metric.score.count);
    return;
  }
  while ((end - start) / size < histogram_bins_at_least) size /= 2;
  const auto bins = static_cast<std::size_t>(std::ceil((end - start) / size));
  std::vector<std::uint64_t> counts(bins);
  for (const auto& [value, count] : samples_of(metric)) {
    const double place = (value - start) / size;
    if (place >= 0) counts[std::min(static_cast<std::size_t>(place), bins - 1)] += count;
  }
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const double from = start + static_cast<double>(bin) * size;
    out << fmt::format("    [{}, {}{} = {} \n", fixed_text(from, 3), fixed_text(from + size, 3),
                       bin + 1 == bins ? ']' : ')', counts[bin]);
  }
}

void write_distribution(const Metric& metric, std::ostream& out) {
  const Score& score = metric.score;
  const std::string unit = visible(metric.unit);
  out << fmt::format("  N = {}\n  mean = {} ±(99.9%) {} {}\n", score.count, right_aligned(score_text(score.value), 10),
                     error_text(score.error), unit);
  write_histogram(metric, out);
  out << "\n  Percentiles, " << unit << ":\n";
  for (std::size_t i = 0; i < percentile_ranks.size(); ++i) {
    out << fmt::format("    {} = {} {}\n", right_aligned("p(" + fixed_text(percentile_ranks[i], 4) + ")", 11),
                       right_aligned(score_text(score.percentiles[i]), 10), unit);
  }
}

void write_block(const Metric& metric, bool is_distribution, std::ostream& out) {
  const Score& score = metric.score;
  const std::string unit = metric.unit.empty() ? "" : " " + visible(metric.unit);
  if (score.count <= 2 || is_approximate(score.value)) {
    out << "  " << score_text(score.value) << unit << '\n';
  } else if (is_distribution) {
    write_distribution(metric, out);
  } else {
    // A sum is its own interval, and no width is printed as 0.
    out << fmt::format("  {} ±(99.9%) {}{} [{}]\n", score_text(score.value), error_text((score.high - score.low) / 2),
                       unit, name_of(metric.aggregation));
    out << fmt::format("  (min, avg, max) = ({}, {}, {}), stdev = {}\n", score_text(score.least),
                       score_text(score.mean), score_text(score.most), error_text(score.stdev));
    out << fmt::format("  CI (99.9%): [{}, {}] (assumes normal distribution)\n", score_text(score.low),
                       score_text(score.high));
  }
  out << '\n';
}

}  // namespace

void write_extended(const Result& result, std::ostream& out) {
  const std::string name = visible(of_variant(result.name(), result.variant));
  const bool is_distribution = result.mode == Mode::sample_time || result.mode == Mode::single_shot;
  out << "Result \"" << name << "\":\n";
  write_block(result.primary, is_distribution, out);
  for (const Metric& metric : result.secondary) {
    // The percentiles of timed calls stand in the block already.
    if (!metric.in_tables || (result.mode == Mode::sample_time && is_percentile(metric))) continue;
    out << "Secondary result \"" << name << ":" << visible(metric.label) << "\":\n";
    write_block(metric, false, out);
  }
  out << '\n';
}

}  // namespace micro
