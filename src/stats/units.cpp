#include "stats/units.h"

#include <fmt/format.h>

#include <optional>

#include "stats/score.h"

namespace micro {
namespace {

bool is_throughput(const Result& result) {
  return result.mode == Mode::throughput;
}

// The least positive score of results without a unit of their own; absent if there is none.
std::optional<double> least_score(const std::vector<Result>& results, bool throughput) {
  std::optional<double> least;
  for (const Result& result : results) {
    if (is_throughput(result) != throughput || result.unit) continue;
    const double score = score_value_of(result.primary);
    if (score > 0 && (!least || score < *least)) least = score;
  }
  return least;
}

TimeUnit unit_of_throughput(double ops_per_ns) {
  for (const TimeUnit unit : {TimeUnit::nanoseconds, TimeUnit::microseconds, TimeUnit::milliseconds}) {
    if (ops_per_ns * nanoseconds_in(unit) >= 1) return unit;
  }
  return TimeUnit::seconds;
}

void scale(Metric& metric, double factor, const std::string& unit) {
  for (std::vector<double>& fork : metric.samples) {
    for (double& sample : fork) sample *= factor;
  }
  metric.unit = unit;
}

void to_time_unit(Metric& metric, TimeUnit unit) {
  // Divided, not multiplied by an inverse that is inexact.
  for (std::vector<double>& fork : metric.samples) {
    for (double& sample : fork) sample /= nanoseconds_in(unit);
  }
  metric.unit = fmt::format("{}/op", to_string(unit));
}

}  // namespace

std::optional<OpUnit> op_unit_from(std::string_view unit) {
  constexpr std::string_view per_op = "/op";
  constexpr std::string_view throughput = "ops/";
  if (unit.ends_with(per_op)) {
    const auto time = time_unit_from(unit.substr(0, unit.size() - per_op.size()));
    if (time) return OpUnit{*time, false};
  } else if (unit.starts_with(throughput)) {
    const auto time = time_unit_from(unit.substr(throughput.size()));
    if (time) return OpUnit{*time, true};
  }
  return std::nullopt;
}

std::optional<double> ns_per_op(double value, std::string_view unit, int threads) {
  const auto op_unit = op_unit_from(unit);
  if (!op_unit) return std::nullopt;
  const double ns = nanoseconds_in(op_unit->time);
  return op_unit->is_throughput ? threads * ns / value : value * ns;
}

TimeUnit unit_of_time(double ns) {
  for (const TimeUnit unit : {TimeUnit::seconds, TimeUnit::milliseconds, TimeUnit::microseconds}) {
    if (ns >= nanoseconds_in(unit)) return unit;
  }
  return TimeUnit::nanoseconds;
}

void bring_to_units(std::vector<Result>& results) {
  const TimeUnit for_times = unit_of_time(least_score(results, false).value_or(0));
  const TimeUnit for_throughputs = unit_of_throughput(least_score(results, true).value_or(1));
  for (Result& result : results) {
    const TimeUnit unit = result.unit.value_or(is_throughput(result) ? for_throughputs : for_times);
    if (is_throughput(result)) {
      scale(result.primary, nanoseconds_in(unit), fmt::format("ops/{}", to_string(unit)));
    } else {
      to_time_unit(result.primary, unit);
    }
    for (Metric& metric : result.secondary) {
      if (metric.label == cpu_time_label) to_time_unit(metric, unit);
    }
  }
}

}  // namespace micro
