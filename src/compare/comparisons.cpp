#include "compare/comparisons.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "gbench/wall_time.h"
#include "stats/sample.h"

namespace micro {
namespace {

double median(std::vector<double> values) {
  constexpr double half = 50;
  return percentiles(each_once(values), std::array{half}).front();
}

// Of each fork the least sample.
std::vector<double> least_of_forks(const Metric& metric) {
  std::vector<double> least;
  for (const std::vector<double>& fork : metric.samples) {
    if (!fork.empty()) least.push_back(std::ranges::min(fork));
  }
  return least;
}

std::vector<double> all_samples(const Metric& metric) {
  std::vector<double> all;
  for (const std::vector<double>& fork : metric.samples) all.insert(all.end(), fork.begin(), fork.end());
  return all;
}

bool is_one_value(const std::vector<double>& values) {
  return !values.empty() && std::ranges::all_of(values, [&](double value) { return value == values.front(); });
}

const Metric* find_metric(const Result& result, const std::string& label) {
  const auto found = std::ranges::find(result.secondary, label, &Metric::label);
  return found == result.secondary.end() ? nullptr : &*found;
}

std::optional<InstructionChange> instructions_of(const Comparison& comparison) {
  const Metric* before = find_metric(comparison.baseline, instructions_label);
  const Metric* after = find_metric(comparison.contender, instructions_label);
  const bool are_ours = before && after && before->unit == instructions_unit && after->unit == instructions_unit;
  if (!are_ours || !(before->score.value > 0) || !(after->score.value > 0)) return std::nullopt;
  return InstructionChange{before->score.value, after->score.value};
}

void add_medians(Comparison& comparison) {
  const bool of_forks = comparison.is_paired || comparison.apart.of_forks;
  const auto samples_of = of_forks ? least_of_forks : all_samples;
  comparison.baseline_ns = median(samples_of(comparison.baseline.primary));
  comparison.contender_ns = median(samples_of(comparison.contender.primary));
  for (const Metric& metric : comparison.baseline.secondary) {
    const Metric* other = find_metric(comparison.contender, metric.label);
    if (other == nullptr) continue;
    if (metric.label == cpu_time_label) {
      comparison.baseline_cpu_ns = median(samples_of(metric));
      comparison.contender_cpu_ns = median(samples_of(*other));
      continue;
    }
    if (metric.label == instructions_label && metric.unit == instructions_unit) continue;  // instructions_of()
    const std::vector<double> before = all_samples(metric);
    const std::vector<double> after = all_samples(*other);
    comparison.counters.push_back({metric.label, metric.unit, metric.better, median(before), median(after),
                                   is_one_value(before) && is_one_value(after)});
  }
}

// The value of PROVE; nothing for what is none, as strangers' journals may have it.
std::optional<DelayedFunction> delayed_function(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) return std::nullopt;
  DelayedFunction delayed{text.substr(0, colon), text.substr(colon + 1), 0, {}};
  double number = 0;
  const char* const end = delayed.delay.data() + delayed.delay.size();
  const auto [unit, error] = std::from_chars(delayed.delay.data(), end, number);
  const auto in = time_unit_from(std::string_view(unit, static_cast<std::size_t>(end - unit)));
  if (error != std::errc() || !in) return std::nullopt;
  delayed.delay_ns = number * nanoseconds_in(*in);
  return delayed;
}

// Counts have no noise: what differs by more than the threshold has changed, by exactly that.
Decided decided_by_count(const Comparison& comparison, const DecisionRules& rules) {
  Decided decided;
  if (!comparison.instructions) return decided;
  decided.ratio = decided.low = decided.high = comparison.instructions->ratio();
  const double change = std::log(decided.ratio);
  decided.verdict = std::abs(change) < rules.threshold ? Verdict::equal
                    : change > 0                       ? Verdict::slower
                                                       : Verdict::faster;
  decided.p = decided.verdict == Verdict::equal ? 1 : 0;
  return decided;
}

Trust trust_of(const std::vector<const Comparison*>& controls) {
  Trust trust = controls.empty() ? Trust::not_asked : Trust::believed;
  for (const Comparison* control : controls) {
    const Verdict verdict = control->decided.verdict;
    if (verdict == Verdict::slower || verdict == Verdict::faster) return Trust::moved;
    if (verdict != Verdict::equal) trust = Trust::undecided;
  }
  return trust;
}

}  // namespace

void ComparisonBuilder::take(const JournalEntry& entry) {
  if (const auto* sides = std::get_if<SidesEntry>(&entry)) {
    record_.baseline = sides->baseline;
    record_.contender = sides->contender;
    record_.only_in_baseline = sides->only_in_baseline;
    record_.only_in_contender = sides->only_in_contender;
    return;
  }
  if (const auto* count = std::get_if<CountEntry>(&entry); count && count->metric == calls_label) {
    delayed_[count->id].calls_per_op = count->value;
    if (count->outcome != Outcome::ok) failures_of_calls_[count->id] = *count;
    return;
  }
  if (const auto* count = std::get_if<CountEntry>(&entry); count && count->outcome != Outcome::ok) {
    record_.notes.push_back(fmt::format("{}: instructions of the {} could not be counted: {}", count->id.identity(),
                                        to_string(count->id.side), count->message));
  }
  if (const auto* count = std::get_if<CountEntry>(&entry); count && count->method == "process") {
    record_.notes.push_back(
        fmt::format("{}: instructions of whole processes of the {} were counted, as it has no symbols",
                    count->id.identity(), to_string(count->id.side)));
  }
  if (const auto* comparison = std::get_if<ComparisonEntry>(&entry)) {
    for (const std::string& note : comparison->notes) {
      if (std::ranges::find(record_.notes, note) == record_.notes.end()) record_.notes.push_back(note);
    }
  }
  if (const auto* planned = std::get_if<BenchmarkEntry>(&entry)) {
    const auto* unit = planned->option("UNIT");
    if (unit != nullptr) units_[planned->id] = time_unit_from(unit->front());
    const auto* proof = planned->option("PROVE");
    const auto delayed = proof ? delayed_function(proof->front()) : std::nullopt;
    if (delayed && planned->id.side == Side::contender) delayed_[planned->id] = *delayed;
  }
  pairs_.take(entry);
  results_.take(entry);
}

ComparisonRecord ComparisonBuilder::finish() {
  RunRecord run = results_.finish();
  ComparisonRecord record = std::move(record_);
  record.headers = std::move(run.headers);
  record.failures = std::move(run.failures);
  record.warnings = std::move(run.warnings);
  std::erase_if(record.warnings, [](const Warning& warning) { return says_nothing_of_comparisons(warning.kind); });
  std::map<BenchmarkId, const Result*> places;
  for (const Result& result : run.results) {
    places.emplace(
        BenchmarkId{result.suite, result.benchmark, result.variant, result.mode == Mode::single_shot, result.side},
        &result);
  }
  const auto take_result = [&](const BenchmarkId& id) {
    if (const auto found = places.find(id); found != places.end()) return *found->second;
    Result none;
    none.suite = id.suite;
    none.benchmark = id.benchmark;
    none.variant = id.variant;
    none.side = id.side;
    none.forks = 0;
    return none;
  };
  for (const PairedComparison& paired : pairs_.finish()) {
    Comparison& comparison = record.comparisons.emplace_back();
    comparison.baseline = take_result(paired.comparison.baseline);
    comparison.contender = take_result(paired.comparison.contender);
    comparison.is_control = paired.comparison.is_control;
    comparison.unit = units_[paired.comparison.contender];
    comparison.decided = paired.decided;
    comparison.end = paired.end.empty() ? "interrupted" : paired.end;
    comparison.unpaired = paired.unpaired;
    comparison.instructions = instructions_of(comparison);
    const auto delayed = delayed_.find(paired.comparison.contender);
    if (delayed != delayed_.end()) comparison.delayed = delayed->second;
    // Nothing can have changed.
    if (comparison.is_not_called()) comparison.decided.verdict = Verdict::equal;
    const auto uncounted = failures_of_calls_.find(paired.comparison.contender);
    if (uncounted != failures_of_calls_.end()) {
      comparison.contender.outcome = uncounted->second.outcome;
      comparison.contender.message = uncounted->second.message;
    }
    if (comparison.is_counted()) comparison.decided = decided_by_count(comparison, paired.comparison.rules);
    comparison.is_layout = comparison.is_same_work() && may_be_layout(comparison.decided);
    if (comparison.is_layout) comparison.decided.verdict = Verdict::equal;
    comparison.tail = paired.tail;
  }
  complete(record);
  return record;
}

bool says_nothing_of_comparisons(WarningKind kind) {
  return kind == WarningKind::disturbed || kind == WarningKind::large_error || kind == WarningKind::forks_differ ||
         kind == WarningKind::few_samples;
}

void complete(ComparisonRecord& record) {
  std::map<std::string, std::vector<const Comparison*>> controls;  // suite → its controls
  for (Comparison& comparison : record.comparisons) {
    add_medians(comparison);
    if (comparison.is_control) controls[comparison.contender.suite].push_back(&comparison);
  }
  for (Comparison& comparison : record.comparisons) comparison.trust = trust_of(controls[comparison.contender.suite]);
  // Stable: suites stay in the order in which they came.
  std::map<std::string, std::size_t> order;
  for (const Comparison& comparison : record.comparisons) order.emplace(comparison.contender.suite, order.size());
  std::ranges::stable_sort(record.comparisons, {}, [&](const Comparison& comparison) {
    return std::pair(order.at(comparison.contender.suite), !comparison.is_control);
  });
}

std::size_t count_of(const ComparisonRecord& record, Verdict verdict) {
  return static_cast<std::size_t>(std::ranges::count_if(record.comparisons, [&](const Comparison& comparison) {
    return comparison.is_decidable() && !comparison.is_untrusted() && comparison.decided.verdict == verdict;
  }));
}

namespace {

bool is_skipped(const Comparison& comparison) {
  const auto is_fine = [](Outcome outcome) { return outcome == Outcome::ok || outcome == Outcome::skipped; };
  const Outcome before = comparison.baseline.outcome;
  const Outcome after = comparison.contender.outcome;
  return is_fine(before) && is_fine(after) && (before == Outcome::skipped || after == Outcome::skipped);
}

}  // namespace

std::size_t count_of_skipped(const ComparisonRecord& record) {
  return static_cast<std::size_t>(std::ranges::count_if(record.comparisons, [](const Comparison& comparison) {
    return !comparison.is_decidable() && is_skipped(comparison);
  }));
}

std::size_t count_of_failed(const ComparisonRecord& record) {
  return static_cast<std::size_t>(std::ranges::count_if(record.comparisons, [](const Comparison& comparison) {
    return !comparison.is_decidable() && !is_skipped(comparison);
  }));
}

MeanRatio mean_ratio(const ComparisonRecord& record) {
  MeanRatio mean;
  double sum = 0;
  for (const Comparison& comparison : record.comparisons) {
    if (comparison.is_control || !comparison.has_ratio()) continue;
    sum += std::log(comparison.decided.ratio);
    ++mean.count;
  }
  if (mean.count > 0) mean.ratio = std::exp(sum / static_cast<double>(mean.count));
  return mean;
}

}  // namespace micro
