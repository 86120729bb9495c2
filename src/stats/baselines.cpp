#include "stats/baselines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "stats/ratio.h"

namespace micro {
namespace {

// What tells results apart.
using Key = std::tuple<std::string, Mode, int, std::string, std::map<std::string, std::string>>;

Key key_of(const Result& result) {
  std::map<std::string, std::string> parameters;
  for (const Parameter& parameter : result.parameters) parameters.emplace(parameter.name, parameter.value);
  // Threads that the name tells are a parameter, which may be the one that differs.
  const int threads = parameters.contains("threads") ? 0 : result.threads;
  return {result.name(), result.mode, threads, result.variant, std::move(parameters)};
}

bool has_parameter(const Result& result, const std::string& name) {
  return std::ranges::find(result.parameters, name, &Parameter::name) != result.parameters.end();
}

// Of the metrics in `secondary`; their labels are in order.
const Metric* metric_of(const Result& result, const std::string& label) {
  const auto found = std::ranges::find(result.secondary, label, &Metric::label);
  return found == result.secondary.end() ? nullptr : &*found;
}

}  // namespace

void add_ratios(std::vector<Result>& results) {
  std::map<Key, const Result*> places;
  const bool any = std::ranges::any_of(results, [](const Result& result) { return result.baseline.is_set(); });
  if (!any) return;
  for (const Result& result : results) places.emplace(key_of(result), &result);
  for (Result& result : results) {
    const Baseline& asked = result.baseline;
    if (!asked.is_set() || result.outcome != Outcome::ok) continue;
    if (!asked.parameter.empty() && !has_parameter(result, asked.parameter)) continue;
    Key key = key_of(result);
    if (!asked.variant.empty()) std::get<3>(key) = asked.variant;
    if (!asked.parameter.empty()) std::get<4>(key)[asked.parameter] = asked.value;
    const auto found = places.find(key);
    if (found == places.end() || found->second->outcome != Outcome::ok) continue;
    const Result& baseline = *found->second;
    if (&baseline == &result) {
      // It is not compared with itself.
      Ratio one{.value = 1};
      one.of_measurements = !result.not_a_measurement;
      result.primary.ratio = one;
      for (Metric& metric : result.secondary) metric.ratio = one;
      continue;
    }
    const auto compare = [&](Metric& metric, const Metric& with) {
      metric.ratio = performance_ratio(metric, with);
      if (metric.ratio) metric.ratio->of_measurements = !result.not_a_measurement && !baseline.not_a_measurement;
    };
    compare(result.primary, baseline.primary);
    for (Metric& metric : result.secondary) {
      const Metric* other = metric_of(baseline, metric.label);
      if (other) compare(metric, *other);
    }
  }
}

std::vector<std::string> notes_on_baselines(const std::vector<Result>& results) {
  std::map<std::pair<std::string, std::string>, bool> variants;    // suite and variant → some result is it
  std::map<std::pair<std::string, std::string>, bool> parameters;  // parameter and value → likewise
  std::set<std::string> has_name;
  for (const Result& result : results) {
    const Baseline& asked = result.baseline;
    if (!asked.variant.empty()) variants.try_emplace({result.suite, asked.variant}, false);
    if (!asked.parameter.empty()) parameters.try_emplace({asked.parameter, asked.value}, false);
  }
  for (const Result& result : results) {
    const auto variant = variants.find({result.suite, result.variant});
    if (variant != variants.end()) variant->second = true;
    for (const Parameter& parameter : result.parameters) {
      has_name.insert(parameter.name);
      const auto place = parameters.find({parameter.name, parameter.value});
      if (place != parameters.end()) place->second = true;
    }
  }
  std::vector<std::string> notes;
  for (const auto& [asked, is_there] : variants) {
    if (is_there) continue;
    notes.push_back(fmt::format("{}{}there are no results of the variant {}, so there are no ratios to it (BASELINE)",
                                asked.first, asked.first.empty() ? "" : ": ", asked.second));
  }
  for (const auto& [asked, is_there] : parameters) {
    if (is_there) continue;
    const bool known = has_name.contains(asked.first);
    notes.push_back(fmt::format(
        "no benchmark has {}, so there are no ratios to it (BASELINE_PARAM); {}",
        known ? fmt::format("{}={}", asked.first, asked.second) : fmt::format("the parameter {}", asked.first),
        has_name.empty() ? "there are no parameters" : fmt::format("parameters are {}", fmt::join(has_name, ", "))));
  }
  return notes;
}

}  // namespace micro
