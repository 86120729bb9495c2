#include "foreign/jmh_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "format/names.h"
#include "format/number.h"
#include "format/table.h"
#include "json/json.h"
#include "stats/score.h"
#include "text/text.h"

namespace micro {
namespace {

double number_in(const JsonValue& value) {
  if (value.is_text()) {
    const std::string text = value.text();
    if (text == "+INF") return std::numeric_limits<double>::infinity();
    if (text == "-INF") return -std::numeric_limits<double>::infinity();
  }
  return value.number();
}

// Members that imitators of JMH leave out.
std::string text_in(const JsonValue& json, std::string_view key) {
  const auto value = json.find(key);
  return value && !value->is_null() ? value->text() : "";
}

int count_in(const JsonValue& json, std::string_view key, int otherwise) {
  const auto value = json.find(key);
  if (!value) return otherwise;
  const std::uint64_t count = value->unsigned_integer();
  if (count > std::numeric_limits<int>::max()) throw value->error(fmt::format("is too large: {}", count));
  return static_cast<int>(count);
}

double duration_in(const JsonValue& json, std::string_view key) {
  const auto value = json.find(key);
  if (!value) return 0;
  const auto duration = duration_from(value->text());
  if (!duration) throw value->error(fmt::format("expected a time such as \"10 s\", found \"{}\"", value->text()));
  return *duration;
}

std::vector<double> numbers_in(const JsonValue& list) {
  std::vector<double> numbers;
  for (const JsonValue& item : list.items()) numbers.push_back(number_in(item));
  return numbers;
}

std::vector<HistogramBin> bins_in(const JsonValue& list) {
  std::vector<HistogramBin> bins;
  for (const JsonValue& item : list.items()) {
    const JsonItems bin = item.items();
    if (bin.size() != 2) throw item.error(fmt::format("expected a value and its count, found {} items", bin.size()));
    bins.push_back({number_in(bin[0]), bin[1].unsigned_integer()});
  }
  return bins;
}

// The score as the file has it; how many samples it is of is not in there.
Score written_score(const JsonValue& json) {
  Score score;
  score.value = number_in(json.at("score"));
  if (const auto error = json.find("scoreError"); error && !error->is_null()) score.error = number_in(*error);
  if (const auto ends = json.find("scoreConfidence")) {
    const std::vector<double> interval = numbers_in(*ends);
    if (interval.size() != 2) throw ends->error(fmt::format("expected two numbers, found {}", interval.size()));
    score.low = interval[0];
    score.high = interval[1];
  }
  if (const auto percentiles = json.find("scorePercentiles")) {
    for (std::size_t i = 0; i < percentile_ranks.size(); ++i) {
      const auto value = percentiles->find(java_text(percentile_ranks[i]));
      if (value) score.percentiles[i] = number_in(*value);
    }
  }
  return score;
}

// Whether two numbers are the same but for the inaccuracy of JMH's quantile, which is relative to `scale`.
bool agree(double a, double b, double scale) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::abs(a - b) <= 1e-9 * scale;
}

bool agree(const Score& derived, const Score& written) {
  const double scale = std::abs(written.value) + (std::isfinite(written.error) ? std::abs(written.error) : 0);
  for (std::size_t i = 0; i < percentile_ranks.size(); ++i) {
    const bool known = !std::isnan(written.percentiles[i]);
    if (known && !agree(derived.percentiles[i], written.percentiles[i], scale)) return false;
  }
  return agree(derived.value, written.value, scale) && agree(derived.error, written.error, scale) &&
         agree(derived.low, written.low, scale) && agree(derived.high, written.high, scale);
}

// Chooses the aggregation by which the samples give what is written, and sets the score.
void derive_score(Metric& metric, const Score& written, std::uint64_t expected_samples) {
  const std::uint64_t samples = score_of(metric).count;
  if (samples > 0) {
    const std::uint64_t missing = expected_samples > samples ? expected_samples - samples : 0;
    for (const Aggregation aggregation :
         {Aggregation::average, Aggregation::sum, Aggregation::maximum, Aggregation::minimum}) {
      for (const std::uint64_t zeros : {missing, std::uint64_t{0}}) {
        metric.aggregation = aggregation;
        metric.missing = zeros;
        metric.score = score_of(metric);
        if (agree(metric.score, written)) return;
      }
    }
  }
  metric.aggregation = Aggregation::average;
  metric.missing = 0;
  metric.score = written;
  metric.score.count = std::max(samples, expected_samples);
}

bool is_rate(const std::string& unit) {
  return unit.starts_with("ops/") || unit.ends_with("/s") || unit.ends_with("/sec");
}

struct ReadMetric {
  Metric metric;
  Score written;
};

ReadMetric metric_in(const JsonValue& json) {
  ReadMetric read;
  read.metric.unit = text_in(json, "scoreUnit");
  read.written = written_score(json);
  if (const auto histograms = json.find("rawDataHistogram")) {
    for (const JsonValue& fork : histograms->items()) {
      auto& iterations = read.metric.histograms.emplace_back();
      for (const JsonValue& iteration : fork.items()) iterations.push_back(bins_in(iteration));
    }
  } else if (const auto forks = json.find("rawData")) {
    for (const JsonValue& fork : forks->items()) read.metric.samples.push_back(numbers_in(fork));
  }
  return read;
}

// Splits "org.example.Class.method" at the last dot; dots of template arguments and the like are the function's.
void set_name(Result& result, const std::string& name) {
  const std::size_t dot = name.rfind('.', name.find_first_of("</( "));
  const bool has_suite = dot != std::string::npos && dot + 1 < name.size();
  if (has_suite) result.suite = name.substr(0, dot);
  result.function = has_suite ? name.substr(dot + 1) : name;
}

// Imitators of our writer may leave out what wrote the file.
bool has_our_library(const Result& result) {
  return result.library == Result().library;
}

std::uint64_t iterations_asked_for(const Result& result) {
  return static_cast<std::uint64_t>(result.forks) * static_cast<std::uint64_t>(result.iterations);
}

void read_primary(Result& result, const JsonValue& json) {
  ReadMetric read = metric_in(json);
  read.metric.better = result.mode == Mode::throughput ? Better::higher : Better::lower;
  // Without raw data nothing says how many calls were timed.
  const bool counted = read.metric.samples.empty() && result.mode != Mode::sample_time;
  derive_score(read.metric, read.written, counted ? iterations_asked_for(result) : 0);
  result.primary = std::move(read.metric);
}

// How many samples a secondary metric has, if it has one in each iteration; or in each fork, where the lists of its
// iterations are there but empty, as profilers outside of the process leave them.
std::uint64_t expected_samples(const Result& result, const Metric& metric) {
  const bool of_forks = !metric.samples.empty() && score_of(metric).count == 0;
  if (of_forks) return metric.samples.size();
  if (!result.primary.samples.empty()) return result.primary.score.count;
  return iterations_asked_for(result);
}

void read_secondary(Result& result, const JsonValue& json) {
  std::vector<Metric> percentiles;
  if (result.mode == Mode::sample_time) percentiles = percentile_metrics(result.primary);
  for (const auto& [label, value] : json.members()) {
    const auto percentile = std::ranges::find(percentiles, label, &Metric::label);
    const bool is_percentile = percentile != percentiles.end();
    if (is_percentile && !result.primary.histograms.empty()) {
      result.secondary.push_back(*percentile);
      continue;
    }
    ReadMetric read = metric_in(value);
    read.metric.label = label;
    read.metric.better = is_rate(read.metric.unit) ? Better::higher : Better::lower;
    read.metric.in_tables = !(has_our_library(result) && label == "cpu_time");
    derive_score(read.metric, read.written, is_percentile ? 1 : expected_samples(result, read.metric));
    result.secondary.push_back(std::move(read.metric));
  }
}

Result result_in(const JsonValue& json) {
  Result result;
  const std::string name = json.at("benchmark").text();
  set_name(result, name);
  const JsonValue mode = json.at("mode");
  const auto known_mode = mode_from(mode.text());
  if (!known_mode) throw mode.error(fmt::format("expected thrpt, avgt, sample or ss, found \"{}\"", mode.text()));
  result.mode = *known_mode;
  result.threads = count_in(json, "threads", 1);
  result.forks = result.planned_forks = count_in(json, "forks", 1);
  result.program = text_in(json, "jvm");
  if (const auto arguments = json.find("jvmArgs"); arguments && !arguments->is_null()) {
    result.arguments = arguments->texts();
  }
  result.compiler = text_in(json, "jdkVersion");
  result.library = text_in(json, "vmName");
  result.library_version = text_in(json, "vmVersion");
  result.cmicro_version = text_in(json, "jmhVersion");
  result.warmup_iterations = count_in(json, "warmupIterations", 0);
  result.warmup_time_ns = duration_in(json, "warmupTime");
  result.iterations = count_in(json, "measurementIterations", 0);
  result.iteration_time_ns = duration_in(json, "measurementTime");
  if (const auto parameters = json.find("params"); parameters && !parameters->is_null()) {
    for (const auto& [key, value] : parameters->members()) result.parameters.push_back({key, value.text()});
  }
  read_primary(result, json.at("primaryMetric"));
  if (const auto secondary = json.find("secondaryMetrics")) read_secondary(result, *secondary);
  if (const auto axes = json.find("axes")) {
    for (const auto& [axis, value] : axes->members()) result.axes.push_back({axis, value.text()});
  }
  if (const auto outcome = json.find("outcome")) {
    const auto known_outcome = outcome_from(outcome->text());
    if (!known_outcome) throw outcome->error(fmt::format("\"{}\" is no outcome", outcome->text()));
    result.outcome = *known_outcome;
    result.message = text_in(json, "message");
  }
  return result;
}

void remove_filling(std::vector<Result>& results) {
  std::set<std::pair<std::string, std::string>> used;  // class, parameter
  for (const Result& result : results) {
    for (const Parameter& parameter : result.parameters) {
      if (parameter.value != not_applicable) used.emplace(class_of(result.name()), parameter.name);
    }
  }
  for (Result& result : results) {
    const std::string in_class = class_of(result.name());
    std::erase_if(result.parameters, [&](const Parameter& parameter) {
      return parameter.value == not_applicable && used.contains({in_class, parameter.name});
    });
  }
}

// The columns of the axes of variants, which stand among the parameters of all results. Where a parameter of the
// benchmarks has the name of an axis, that one's column has another (axis_column).
void take_axes(std::vector<Result>& results) {
  std::set<std::string> axes;
  for (const Result& result : results) {
    for (const Parameter& axis : result.axes) axes.insert(axis.name);
  }
  for (const std::string& axis : axes) {
    std::string column = axis;
    const auto is_column = [&](const Parameter& parameter) { return parameter.name == column; };
    const auto is_there = [&](const Result& result) { return std::ranges::any_of(result.parameters, is_column); };
    for (std::string longer = axis_column(axis);; longer = axis_column(longer)) {
      const std::string before = std::exchange(column, longer);
      if (std::ranges::any_of(results, is_there)) continue;
      column = before;
      break;
    }
    for (Result& result : results) std::erase_if(result.parameters, is_column);
  }
}

void take_variant(Result& result) {
  // The second name is there only beside the first, which then is a parameter.
  for (const char* name : {variant_columns[1], variant_columns[0]}) {
    const auto found = std::ranges::find(result.parameters, std::string_view(name), &Parameter::name);
    if (found == result.parameters.end()) continue;
    result.variant = found->value;
    result.parameters.erase(found);
    return;
  }
}

}  // namespace

std::vector<Result> read_jmh_file(std::string_view text, const std::string& name) {
  std::vector<Result> results;
  try {
    const JsonDocument document(text, name);
    for (const JsonValue& item : document.root().items()) results.push_back(result_in(item));
  } catch (const JsonError& error) {
    throw JmhFileError(fmt::format(
        "{}\n  hint: expected is what JMH writes with -rf json; JMH does not escape names of benchmarks and "
        "metrics, so that odd ones make a file that is no JSON",
        error.what()));
  }
  take_axes(results);
  remove_filling(results);
  for (Result& result : results) {
    if (has_our_library(result)) take_variant(result);
    // The name by which people know it, as Google Benchmark would print it.
    result.benchmark = result.function;
    for (const Parameter& parameter : result.parameters) {
      result.benchmark += fmt::format("/{}:{}", parameter.name, parameter.value);
    }
  }
  return results;
}

}  // namespace micro
