#include "compare/unpaired.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "compare/matching.h"
#include "stats/rank_test.h"
#include "stats/units.h"
#include "text/regular_expression.h"
#include "text/text.h"

namespace micro {
namespace {

constexpr double equal_level = 0.025;  // of either end of the interval

// What benchmarks of both sides are matched by.
std::string key_of(const Result& result) {
  const bool is_told = result.mode == Mode::single_shot || result.mode == Mode::sample_time;
  return result.identity() + (is_told ? std::string("/mode:") + to_string(result.mode) : "");
}

// Results that have times, those that are two views of the same iterations once, with what they are matched by.
struct Results {
  std::vector<Result> results;
  std::vector<std::string> keys;
};

Results times_of(std::vector<Result> results, const std::string& filter) {
  std::set<std::string> timed;
  for (const Result& result : results) {
    if (result.mode == Mode::average_time) timed.insert(result.identity());
  }
  std::optional<RegularExpression> expression;
  if (!filter.empty()) expression.emplace(filter);
  Results times;
  for (Result& result : results) {
    if (result.mode == Mode::throughput && timed.contains(result.identity())) continue;
    if (expression && !expression->is_found_in(result.full_name())) continue;
    times.keys.push_back(key_of(result));
    times.results.push_back(std::move(result));
  }
  return times;
}

// Forks of timed calls have their mean as their only sample: the fastest of thousands says nothing.
void bring_to_nanoseconds(Result& result) {
  Metric& time = result.primary;
  for (const auto& fork : time.histograms) {
    double sum = 0;
    double count = 0;
    for (const auto& iteration : fork) {
      for (const HistogramBin& bin : iteration) {
        sum += bin.value * static_cast<double>(bin.count);
        count += static_cast<double>(bin.count);
      }
    }
    time.samples.push_back(count > 0 ? std::vector{sum / count} : std::vector<double>());
  }
  time.histograms.clear();
  const auto convert = [](Metric& metric, int threads) {
    if (metric.unit == "ns/op") return;
    for (std::vector<double>& fork : metric.samples) {
      for (double& sample : fork) sample = ns_per_op(sample, metric.unit, threads).value_or(sample);
    }
    metric.better = Better::lower;
    metric.unit = "ns/op";
  };
  convert(time, result.threads);
  for (Metric& metric : result.secondary) {
    if (metric.label == cpu_time_label && !metric.in_tables) convert(metric, 1);
  }
}

bool is_time(double value) {
  return value > 0 && std::isfinite(value);
}

struct Samples {
  std::vector<double> logs;
  std::size_t left_out = 0;  // are no times: zero, negative, no number
};

Samples samples_of(const Metric& metric, bool of_forks) {
  Samples samples;
  const auto add = [&](double value) {
    if (is_time(value)) {
      samples.logs.push_back(std::log(value));
    } else {
      ++samples.left_out;
    }
  };
  for (const std::vector<double>& fork : metric.samples) {
    if (of_forks && !fork.empty()) add(std::ranges::min(fork));
    if (!of_forks) std::ranges::for_each(fork, add);
  }
  return samples;
}

std::size_t forks_of(const Metric& metric) {
  return static_cast<std::size_t>(
      std::ranges::count_if(metric.samples, [](const std::vector<double>& fork) { return !fork.empty(); }));
}

// Why there is no verdict.
std::string undecided_text(const Decided& decided, const Apart& apart, double level, const DecisionRules& rules) {
  const char* what = apart.of_forks ? "forks" : "iterations";
  const std::size_t least = std::min(apart.baseline_samples, apart.contender_samples);
  if (least < 2) return "a single sample on a side: no p, which takes 2 or more on both";
  if (RankTests::least_p(apart.baseline_samples, apart.contender_samples) > level) {
    return fmt::format("{} and {} {} can't reach p <= {:.2g} (ALPHA / {}): {} on both sides can",
                       apart.baseline_samples, apart.contender_samples, what, level, rules.family,
                       RankTests::size_for(level));
  }
  return fmt::format("p = {:.2g}, and the interval is wider than the margin: more {} would narrow it", decided.p, what);
}

void decide(Comparison& comparison, const DecisionRules& rules, RankTests& tests) {
  Decided& decided = comparison.decided;
  Apart& apart = comparison.apart;
  const Metric& before = comparison.baseline.primary;
  const Metric& after = comparison.contender.primary;
  apart.of_forks = forks_of(before) > 1 && forks_of(after) > 1;
  const Samples baseline = samples_of(before, apart.of_forks);
  const Samples contender = samples_of(after, apart.of_forks);
  apart.baseline_samples = baseline.logs.size();
  apart.contender_samples = contender.logs.size();
  decided.ratio = std::numeric_limits<double>::quiet_NaN();
  const std::size_t left_out = baseline.left_out + contender.left_out;
  if (baseline.logs.empty() || contender.logs.empty()) {
    apart.undecided = fmt::format("the {} has no positive time: no ratio",
                                  baseline.logs.empty() ? to_string(Side::baseline) : to_string(Side::contender));
    return;
  }
  const RankTests::Shift shift = tests.shift(baseline.logs, contender.logs, equal_level);
  decided.p = tests.p(baseline.logs, contender.logs);
  decided.ratio = std::exp(shift.value);
  decided.low = std::exp(shift.low);
  decided.high = std::exp(shift.high);
  const double level = rules.alpha / static_cast<double>(rules.family);
  const bool can_tell = apart.baseline_samples > 1 && apart.contender_samples > 1;
  if (can_tell && decided.p <= level && std::abs(shift.value) >= rules.threshold) {
    decided.verdict = shift.value > 0 ? Verdict::slower : Verdict::faster;
  } else if (shift.low >= -rules.margin && shift.high <= rules.margin) {
    decided.verdict = Verdict::equal;
  } else {
    apart.undecided = undecided_text(decided, apart, level, rules);
  }
  if (left_out > 0) {
    apart.undecided += fmt::format("{}{} {} no positive time and left out", apart.undecided.empty() ? "" : "; ",
                                   left_out, left_out == 1 ? "sample is" : "samples are");
  }
}

// What differs between the sides that makes times differ, with how many benchmarks it is about.
class Differences {
 public:
  void take(const char* what, const std::string& before, const std::string& after, const char* remedy) {
    if (before == after || before.empty() || after.empty()) return;
    for (Difference& known : differences_) {
      if (known.what == what && known.before == before && known.after == after) {
        ++known.count;
        return;
      }
    }
    differences_.push_back({what, before, after, remedy, 1});
  }

  // Of so many benchmarks.
  [[nodiscard]] std::vector<Warning> warnings(std::size_t all) const {
    std::vector<Warning> warnings;
    for (const Difference& difference : differences_) {
      const std::string some =
          difference.count < all && difference.of_benchmarks
              ? fmt::format(", of {} benchmark{}", difference.count, difference.count == 1 ? "" : "s")
              : "";
      warnings.push_back({WarningKind::sides_differ, "",
                          fmt::format("the sides differ in {}: {} in the baseline, {} in the contender{}",
                                      difference.what, difference.before, difference.after, some),
                          difference.remedy});
    }
    return warnings;
  }

  void take_of_all(const char* what, const std::string& before, const std::string& after, const char* remedy) {
    const std::size_t known = differences_.size();
    take(what, before, after, remedy);
    if (differences_.size() > known) differences_.back().of_benchmarks = false;
  }

 private:
  struct Difference {
    std::string what;
    std::string before;
    std::string after;
    const char* remedy;
    std::size_t count;
    bool of_benchmarks = true;
  };
  std::vector<Difference> differences_;
};

// Each value once, in order.
std::string values_of(const std::vector<HeaderEntry>& headers,
                      const std::function<std::string(const Environment&)>& value) {
  std::vector<std::string> values;
  for (const HeaderEntry& header : headers) {
    const std::string text = value(header.environment);
    if (!text.empty() && std::ranges::find(values, text) == values.end()) values.push_back(text);
  }
  return fmt::format("{}", fmt::join(values, ", "));
}

constexpr char same_machine[] = "only times of one machine can be compared";
constexpr char same_build[] = "it may be the cause of every change";

void take_machines(Differences& differences, const std::vector<HeaderEntry>& before,
                   const std::vector<HeaderEntry>& after) {
  const auto number = [](const auto& optional) { return optional ? fmt::format("{}", *optional) : std::string(); };
  const std::pair<const char*, std::function<std::string(const Environment&)>> facts[] = {
      {"the host", [](const Environment& machine) { return machine.host; }},
      {"the processor", [](const Environment& machine) { return machine.cpu; }},
      {"the number of processors", [&](const Environment& machine) { return number(machine.cpus); }},
      {"the processors that may be used", [&](const Environment& machine) { return number(machine.cpu_quota); }},
      {"the operating system", [](const Environment& machine) { return machine.os; }},
      {"the governor of the frequency", [](const Environment& machine) { return machine.governor; }},
      {"the boost of the frequency", [](const Environment& machine) { return machine.boost; }},
      {"ASLR of the system", [](const Environment& machine) { return machine.aslr; }}};
  for (const auto& [what, fact] : facts) {
    differences.take_of_all(what, values_of(before, fact), values_of(after, fact), same_machine);
  }
  const auto load = [](const std::vector<HeaderEntry>& headers) {
    std::optional<double> most;
    for (const HeaderEntry& header : headers) {
      if (header.environment.load) most = std::max(*header.environment.load, most.value_or(0));
    }
    return most;
  };
  const auto idle = load(before);
  const auto busy = load(after);
  constexpr double another_program = 1;
  if (idle && busy && std::abs(*idle - *busy) >= another_program) {
    differences.take_of_all("the load of the machine", fmt::format("{:.2f}", *idle), fmt::format("{:.2f}", *busy),
                            "other programs were at work in one of the runs: measure again");
  }
}

// Old versions of the library don't say which they are.
std::string library_of(const Result& result, const Result& other) {
  if (!result.library_version.empty()) return result.library + " " + result.library_version;
  if (result.library != other.library) return result.library;
  return result.library == Result().library ? result.library + " before 1.8.4" : "";
}

void take_builds(Differences& differences, const Result& before, const Result& after) {
  differences.take("the compiler", before.compiler, after.compiler, same_build);
  differences.take("the flags", before.flags, after.flags, same_build);
  differences.take("the build type", before.build_type, after.build_type, same_build);
  const bool has_threads = before.threads > 1 || after.threads > 1;
  differences.take("the library", library_of(before, after), library_of(after, before),
                   has_threads ? "it may be the cause of a change; that versions before 1.9.0 divide real times by "
                                 "the number of threads is made good"
                               : "it may be the cause of a change");
  differences.take("the build type of the library", before.library_build_type, after.library_build_type, same_build);
  const auto features = [](const Result& result) {
    return result.features.empty() ? std::string("none") : fmt::format("{}", fmt::join(result.features, " "));
  };
  if (before.is_ours() && after.is_ours()) {
    differences.take("the features", features(before), features(after), same_build);
    differences.take("ASLR", before.aslr ? "on" : "off", after.aslr ? "on" : "off", same_build);
  }
  differences.take("the number of threads", fmt::format("{}", before.threads), fmt::format("{}", after.threads),
                   same_build);
}

// Warnings of one side that say something of a comparison.
void append_warnings(std::vector<Warning>& to, const std::vector<Warning>& of_side) {
  for (const Warning& warning : of_side) {
    if (says_nothing_of_comparisons(warning.kind)) continue;
    if (std::ranges::find(to, warning) == to.end()) to.push_back(warning);
  }
}

}  // namespace

ComparisonRecord compare_apart(RunRecord baseline, RunRecord contender, const DecisionRules& asked,
                               const ApartSelection& selection) {
  ComparisonRecord record;
  Results before = times_of(std::move(baseline.results), selection.filter);
  Results after = times_of(std::move(contender.results), selection.filter);
  const Matched matched =
      selection.baseline_filter.empty()
          ? matched_by_name(before.keys, after.keys)
          : matched_by_filters(before.keys, selection.baseline_filter, after.keys, selection.contender_filter);
  for (const std::size_t place : matched.only_in_baseline) {
    record.only_in_baseline.push_back(before.results[place].identity());
  }
  for (const std::size_t place : matched.only_in_contender) {
    record.only_in_contender.push_back(after.results[place].identity());
  }
  DecisionRules rules = asked;
  rules.family = std::max<std::size_t>(1, matched.pairs.size());
  RankTests tests;
  Differences differences;
  take_machines(differences, baseline.headers, contender.headers);
  std::vector<std::string> of_iterations;
  for (const auto& [place_before, place_after] : matched.pairs) {
    Comparison& comparison = record.comparisons.emplace_back();
    comparison.is_paired = false;
    comparison.baseline = std::move(before.results[place_before]);
    comparison.contender = std::move(after.results[place_after]);
    comparison.baseline.side = Side::baseline;
    comparison.contender.side = Side::contender;
    take_builds(differences, comparison.baseline, comparison.contender);
    bring_to_nanoseconds(comparison.baseline);
    bring_to_nanoseconds(comparison.contender);
    if (!comparison.is_decidable()) continue;
    decide(comparison, rules, tests);
    if (!comparison.apart.of_forks) of_iterations.push_back(comparison.name());
  }
  record.notes.push_back(
      "the sides were measured one after the other: what changed on the machine in between is taken for a change of "
      "the code. cmicro compare --run measures them in turns");
  if (!of_iterations.empty()) {
    record.notes.push_back(fmt::format(
        "{}{}: one process on a side; iterations of one process are no independent samples, so p is too small and the "
        "interval too narrow. Several files a side, each of a process of its own, are",
        of_iterations.front(), of_iterations.size() > 1 ? fmt::format(" and {} more", of_iterations.size() - 1) : ""));
  }
  for (const auto& [side, notes] : {std::pair("baseline", &baseline.notes), {"contender", &contender.notes}}) {
    for (const std::string& note : *notes) record.notes.push_back(fmt::format("{}: {}", side, note));
  }
  record.warnings = differences.warnings(matched.pairs.size());
  append_warnings(record.warnings, baseline.warnings);
  append_warnings(record.warnings, contender.warnings);
  record.headers = std::move(baseline.headers);
  record.headers.insert(record.headers.end(), contender.headers.begin(), contender.headers.end());
  record.failures = std::move(baseline.failures);
  record.failures.insert(record.failures.end(), contender.failures.begin(), contender.failures.end());
  complete(record);
  return record;
}

}  // namespace micro
