// Results: what a run measured, grouped by benchmark, in the terms of JMH.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/benchmark_name.h"

namespace micro {

// What a score means. The order is JMH's, in which results are listed.
enum class Mode { throughput, average_time, sample_time, single_shot };

// Which direction of a metric is good.
enum class Better { lower, higher };

// How the iterations of a metric become its score.
enum class Aggregation { average, sum, maximum, minimum };

enum class TimeUnit { nanoseconds, microseconds, milliseconds, seconds };

// One bar of a sample-mode histogram.
struct HistogramBin {
  double value = 0;  // in the metric's unit
  std::uint64_t count = 0;
  friend bool operator==(const HistogramBin&, const HistogramBin&) = default;
};

// The percentiles that are kept of every metric, in percent; 0 is the minimum and 100 the maximum.
inline constexpr std::array<double, 10> percentile_ranks{0, 50, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100};
inline constexpr auto no_percentiles = [] {
  std::array<double, percentile_ranks.size()> values{};
  values.fill(std::numeric_limits<double>::quiet_NaN());
  return values;
}();

// The centre of a metric and how sure it is. Derived from the samples by stats/score.h, never stored.
struct Score {
  double value = std::numeric_limits<double>::quiet_NaN();  // in the metric's unit
  double error = std::numeric_limits<double>::quiet_NaN();  // half of the 99.9 % interval; NaN below 3 samples
  double low = std::numeric_limits<double>::quiet_NaN();    // ends of the interval; NaN where the error is
  double high = std::numeric_limits<double>::quiet_NaN();
  double stdev = std::numeric_limits<double>::quiet_NaN();  // NaN below 2 samples
  double mean = std::numeric_limits<double>::quiet_NaN();   // of the samples, whatever the value is
  double least = std::numeric_limits<double>::quiet_NaN();  // sample; NaN if any is
  double most = std::numeric_limits<double>::quiet_NaN();
  std::uint64_t count = 0;  // samples (iterations of all forks; timed calls in sample mode)
  std::array<double, percentile_ranks.size()> percentiles = no_percentiles;  // of the samples, at percentile_ranks
};

// How much better a metric is than that of the baseline: above 1 better, below 1 worse, whatever its direction is.
struct Ratio {
  double value = std::numeric_limits<double>::quiet_NaN();
  double low = std::numeric_limits<double>::quiet_NaN();  // ends of the 99 % interval; NaN where forks tell none
  double high = std::numeric_limits<double>::quiet_NaN();
  bool of_measurements = true;  // false: one of the two is so built that its numbers are none (a sanitizer)
  friend bool operator==(const Ratio&, const Ratio&) = default;
};

// Which result others are compared with: the one of this variant, or that has this value of a parameter, or both.
struct Baseline {
  std::string variant;    // empty: the same
  std::string parameter;  // empty: all the same
  std::string value;      // of the parameter
  [[nodiscard]] bool is_set() const { return !variant.empty() || !parameter.empty(); }
  friend bool operator==(const Baseline&, const Baseline&) = default;
};

// The secondary metric that every benchmark has: processor time per op.
inline constexpr char cpu_time_label[] = "cpu_time";

// Instructions per op, where they were counted (COUNT).
inline constexpr char instructions_label[] = "instructions";
inline constexpr char calls_label[] = "calls";  // of the function that PROVE delays
inline constexpr char instructions_unit[] = "instructions/op";

// One measured quantity of a benchmark: the time (primary) or a counter (secondary).
struct Metric {
  std::string label;  // empty for the primary metric
  std::string unit;   // "us/op", "ops/s", "MB/s", "entries"; empty where a counter has none
  Better better = Better::lower;
  Aggregation aggregation = Aggregation::average;
  bool in_tables = true;                     // false: only formats for tools have it
  std::vector<std::vector<double>> samples;  // forks → measured iterations, in `unit`; empty in sample mode
  // forks → for each sample the iteration that it is of; empty: it is of the first ones, without a gap.
  std::vector<std::vector<std::size_t>> iterations;
  std::uint64_t missing = 0;  // measured iterations without a sample: each counts as 0 in the score, as in JMH
  std::vector<std::vector<std::vector<HistogramBin>>> histograms;  // sample mode: forks → iterations → bins, ascending
  Score score;
  std::optional<Ratio> ratio;  // to the baseline; absent where there is none

  // The sample of an iteration; null if it has none.
  [[nodiscard]] const double* sample_of(std::size_t fork, std::size_t iteration) const;
};

// How a benchmark ended. Everything but `ok` and `skipped` fails it.
enum class Outcome {
  ok,
  error,      // the benchmark reported an error (SkipWithError)
  skipped,    // the benchmark asked to be skipped (SkipWithMessage)
  crashed,    // ended by a signal
  exited,     // ended before it wrote its results
  timed_out,  // ended by us, with its process group
  invalid,    // its results cannot be read
  missing,    // its results lack the benchmark, or hold another
  command,    // a command around it failed (BEFORE_FORK, AFTER_FORK)
};

// Of the two programs of a comparison: which one.
enum class Side { none, baseline, contender };

// A name with the suite's before it: "suite.name", or "name" without a suite.
std::string in_suite(const std::string& suite, const std::string& name);
// A name with the variant after it where that is not the default: "name@variant".
std::string of_variant(const std::string& name, const std::string& variant);

// "Google Benchmark 1.9.5 (debug build)"; without the version where it is unknown.
std::string library_text(const std::string& library, const std::string& version, const std::string& build_type);

// One benchmark of a run: one row of the table, and its secondary rows.
struct Result {
  std::string suite;      // empty for a program that is no suite
  std::string function;   // the benchmark without parameters; with the suite before it, the name in tables
  std::string benchmark;  // the full name that Google Benchmark knows
  std::string variant = "default";
  Side side = Side::none;             // of a comparison
  std::vector<Parameter> axes;        // of the variant in its matrix; empty if it is in none
  std::vector<Parameter> parameters;  // with `threads` where the name has /threads:N: they tell results apart
  Baseline baseline;                  // that was asked for
  Mode mode = Mode::average_time;
  std::optional<TimeUnit> unit;  // asked for; absent: chosen for the table
  int threads = 1;
  int forks = 1;          // measured forks that the score rests on
  int planned_forks = 1;  // forks that were asked for
  int warmup_iterations = 0;
  double warmup_time_ns = 0;
  int iterations = 1;  // measured iterations in each fork
  double iteration_time_ns = 0;
  std::string program;                       // path of the executable
  std::vector<int> cpus;                     // that its forks were pinned to; empty: to none
  bool aslr = true;                          // false: all its forks had the same address space (ASLR=off)
  std::vector<std::string> arguments;        // its own arguments
  std::string compiler;                      // "GNU 12.2.0"; empty if unknown
  std::string flags;                         // compile flags; empty if unknown
  std::string build_type;                    // "Release"; empty if unknown
  std::vector<std::string> features;         // that it is built with
  bool not_a_measurement = false;            // so built that its times say nothing: with a sanitizer
  std::string library = "Google Benchmark";  // which measured
  std::string library_version;               // empty if unknown
  std::string library_build_type;            // "debug", "release"; empty if unknown
  std::string cmicro_version;
  Outcome outcome = Outcome::ok;
  std::string message;  // of an outcome other than ok
  std::string details;  // of it, for people: the end of stderr and the command that repeats the fork; whole lines
  std::string label;    // what the benchmark says of itself (SetLabel); empty if nothing
  std::int64_t measured_ns = 0;  // that its forks took, the failed ones too, from start to end; 0 if unknown
  std::vector<std::vector<std::uint64_t>> ops;  // as the samples of `primary`: calls in each; empty if unknown
  Metric primary;
  std::vector<Metric> secondary;  // in the order of their labels

  // False for what was read from a file of another tool: our options can't be raised for it.
  [[nodiscard]] bool is_ours() const { return library == Result().library && !cmicro_version.empty(); }
  // The name in tables: "suite.function", or "function" without a suite.
  [[nodiscard]] std::string name() const { return in_suite(suite, function); }
  // The name that identifies the benchmark: "suite.benchmark", or "benchmark" without a suite.
  [[nodiscard]] std::string full_name() const { return in_suite(suite, benchmark); }
  // With the variant, where it is not the default: "suite.benchmark@variant".
  [[nodiscard]] std::string identity() const { return of_variant(full_name(), variant); }
};

// How the time of a family of benchmarks grows with its size, as Google Benchmark fits it (Complexity()).
struct Complexity {
  std::string suite;     // empty for a program that is no suite
  std::string function;  // of the family
  std::string order;     // in the library's words: "N", "NlgN", "N^2", "(1)"
  double real_ns = 0;    // coefficient of the term, per op
  double cpu_ns = 0;
  double rms = 0;  // error of the fit, as a part of the mean time; NaN if unknown
  friend bool operator==(const Complexity&, const Complexity&) = default;
};

// What a reader of the results should know before he believes them.
enum class WarningKind {
  disturbed,          // other processes, or the host, came between forks and the processor
  large_error,        // the error is more than a tenth of the score
  forks_differ,       // forks differ more than the iterations in them do
  below_one_ns,       // less than a nanosecond: the compiler may have removed the measured code
  few_samples,        // too few for an error
  debug_suite,        // the suite is built without optimisation
  debug_library,      // Google Benchmark is a debug build
  not_a_measurement,  // the suite is built with what makes its times meaningless
  sides_differ,       // of a comparison: in something that makes times differ, too
};

struct Warning {
  WarningKind kind = WarningKind::large_error;
  std::string subject;            // identity of a benchmark, or a suite; empty: the whole run
  std::string message;            // what was seen, without the subject
  std::string remedy;             // what to do about it
  std::optional<Mode> mode = {};  // of the result; absent where the subject has but one, or is no benchmark
  friend bool operator==(const Warning&, const Warning&) = default;
};

// Whether the warning is about this result. Average time and throughput are two views of the same iterations.
bool is_about(const Warning& warning, const Result& result);

const char* to_string(WarningKind kind);  // "large_error", …
const char* to_string(Side side);         // "", "baseline", "contender"
std::optional<Side> side_from(std::string_view text);
const char* to_string(Mode mode);  // "thrpt", "avgt", "sample", "ss"
std::optional<Mode> mode_from(std::string_view text);
const char* to_string(Better better);  // "lower", "higher"
std::optional<Better> better_from(std::string_view text);
const char* to_string(Outcome outcome);  // "ok", "error", …
std::optional<Outcome> outcome_from(std::string_view text);
const char* to_string(TimeUnit unit);  // "ns", "us", "ms", "s"
std::optional<TimeUnit> time_unit_from(std::string_view text);
double nanoseconds_in(TimeUnit unit);

}  // namespace micro
