#include "cli/run_log.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "format/columns.h"
#include "format/extended.h"
#include "format/number.h"
#include "gbench/wall_time.h"
#include "platform/clock.h"
#include "stats/units.h"
#include "text/text.h"

namespace micro {
namespace {

constexpr char meaning[] =
    "What the numbers mean: a score is the mean over all measured iterations of all forks, and ± is half of the "
    "interval\n"
    "that holds the mean of such runs with 99.9 % confidence, if iterations are independent and normally distributed.\n"
    "It tells how well this run knows this program on this machine today. It does not tell what another build, "
    "machine,\n"
    "input or day would give: to compare two programs, measure both in turns, and look for the reason of what "
    "differs.\n";

const char* description(Mode mode) {
  switch (mode) {
    case Mode::throughput:
      return "Throughput, ops/time";
    case Mode::average_time:
      return "Average time, time/op";
    case Mode::sample_time:
      return "Sampling time";
    case Mode::single_shot:
      return "Single shot invocation time";
  }
  return "";
}

std::string iterations_text(int count, double each_ns) {
  if (count == 0) return "<none>";
  if (each_ns == 0) return fmt::format("{} iterations, 1 op each", count);
  return fmt::format("{} iterations, {} each", count, duration_text(each_ns));
}

// The one that the log shows where several are wanted.
Mode first_mode(const MeasuredBenchmark& benchmark) {
  if (benchmark.id.single_shot) return Mode::single_shot;
  return *std::ranges::find_if(benchmark.settings.modes, [](Mode mode) { return mode != Mode::single_shot; });
}

// The unit for a benchmark whose first fork has such iterations.
TimeUnit fitting_unit(const ForkEntry& fork) {
  double least = 0;
  for (const IterationEntry& iteration : fork.iterations) {
    const double ns = wall_time_per_op(iteration.real_ns, fork.threads, fork.library_version);
    if (least == 0 || ns < least) least = ns;
  }
  return unit_of_time(least);
}

}  // namespace

RunLog::RunLog(const std::vector<MeasuredBenchmark>& benchmarks, std::ostream* out) : out_(out) {
  for (const MeasuredBenchmark& benchmark : benchmarks) benchmarks_[benchmark.id].benchmark = &benchmark;
}

void RunLog::take(const JournalEntry& entry, const std::string& progress) {
  if (const auto* header = std::get_if<HeaderEntry>(&entry)) {
    header_ = *header;
  } else if (const auto* planned = std::get_if<BenchmarkEntry>(&entry)) {
    benchmarks_.at(planned->id).planned = *planned;
  } else if (const auto* fork = std::get_if<ForkEntry>(&entry)) {
    log_fork(benchmarks_.at(fork->id), *fork, progress);
  }
}

void RunLog::log_fork(Followed& followed, const ForkEntry& fork, const std::string& progress) {
  const Settings& settings = followed.benchmark->settings;
  if (!followed.view.modes && fork.outcome == Outcome::ok) {
    followed.view.modes = std::vector{first_mode(*followed.benchmark)};
    followed.view.unit = settings.unit ? settings.unit : fitting_unit(fork);
    followed.results = ResultBuilder(followed.view);
    followed.results.take(header_);
    followed.results.take(followed.planned);
  }
  followed.results.take(fork);
  ++followed.forks;
  if (out_ == nullptr) return;
  if (!followed.begun) {
    begin(followed, fork);
  } else if (last_ != &followed) {
    *out_ << "# Benchmark: " << visible(fork.id.identity()) << "\n\n";
  }
  followed.begun = true;
  last_ = &followed;
  *out_ << fmt::format("# Run progress: {}\n# Fork: {} of {}\n", progress, fork.round + 1, settings.forks);
  log_iterations(followed, fork);
  if (fork.outcome != Outcome::ok) *out_ << "<failure>\n\n" << visible(fork.message) << '\n';
  *out_ << '\n';
  if (followed.forks < settings.forks || fork.outcome != Outcome::ok) return;
  ResultBuilder results = followed.results;
  for (const Result& result : results.finish().results) {
    if (result.outcome != Outcome::ok) continue;
    *out_ << '\n';
    write_extended(result, *out_);
  }
}

void RunLog::begin(const Followed& followed, const ForkEntry& fork) {
  const BenchmarkEntry& planned = followed.planned;
  const Settings& settings = followed.benchmark->settings;
  const auto or_unknown = [](const std::string& text) { return text.empty() ? "unknown" : text; };
  const BenchmarkName name = parse_benchmark_name(planned.id.benchmark);
  std::vector<std::string> parameters;
  for (const Parameter& parameter : name.parameters) {
    parameters.push_back(visible(parameter.name) + " = " + visible(parameter.value));
  }
  std::ostream& out = *out_;
  out << "# Micro version: " << header_.cmicro << '\n';
  out << "# Program: " << visible(planned.executable) << '\n';
  if (!planned.environment.empty()) {
    out << fmt::format("# Environment: {}\n", visible(shell_line(planned.environment)));
  }
  if (!planned.cpus.empty()) out << fmt::format("# Pinned to processors: {}\n", fmt::join(planned.cpus, ", "));
  if (!settings.aslr) out << "# ASLR: off\n";
  for (const auto& [title, words] :
       {std::pair("Before", &settings.before_fork), std::pair("After", &settings.after_fork)}) {
    if (!words->empty()) out << fmt::format("# {} each fork: {}\n", title, visible(shell_line(*words)));
  }
  if (!planned.arguments.empty()) out << "# Arguments: " << visible(shell_line(planned.arguments)) << '\n';
  out << "# Compiler: " << or_unknown(visible(planned.compiler)) << '\n';
  out << "# Flags: " << or_unknown(visible(planned.flags)) << '\n';
  if (!planned.features.empty()) {
    out << "# Features: " << visible(fmt::format("{}", fmt::join(planned.features, ", "))) << '\n';
  }
  if (!planned.build_type.empty()) out << "# Build type: " << visible(planned.build_type) << '\n';
  if (fork.outcome == Outcome::ok) {
    out << "# Library: " << visible(library_text(Result().library, fork.library_version, fork.library_build_type))
        << '\n';
  }
  out << "# Warmup: " << iterations_text(settings.warmup_iterations, settings.warmup_ns) << '\n';
  out << "# Measurement: " << iterations_text(settings.iterations, settings.iteration_ns) << '\n';
  out << "# Timeout: " << duration_text(fork_timeout_ns(settings)) << " per fork\n";
  out << fmt::format("# Threads: {} thread{}\n", name.threads, name.threads == 1 ? "" : "s");
  out << "# Benchmark mode: " << description(first_mode(*followed.benchmark)) << '\n';
  out << "# Benchmark: " << visible(planned.id.identity()) << '\n';
  if (!parameters.empty()) out << fmt::format("# Parameters: ({})\n", fmt::join(parameters, ", "));
  out << '\n';
}

// Scores of single iterations are what a result of this fork alone has as samples.
void RunLog::log_iterations(const Followed& followed, const ForkEntry& fork) {
  if (fork.outcome != Outcome::ok) return;
  const auto shown = [&](const std::vector<IterationEntry>& iterations, const char* title, bool with_counters) {
    ForkEntry alone = fork;
    alone.iterations = iterations;
    ResultBuilder builder(followed.view);
    builder.take(followed.planned);
    builder.take(alone);
    const RunRecord record = builder.finish();
    const Result& result = record.results.front();
    std::size_t widest = 0;
    for (const Metric& metric : result.secondary) widest = std::max(widest, width(visible(metric.label)));
    for (std::size_t i = 0; i < iterations.size(); ++i) {
      *out_ << fmt::format("{} {:3}: {} {}\n", title, i + 1, score_text(result.primary.samples.front()[i]),
                           result.primary.unit);
      bool any = false;
      for (const Metric& metric : result.secondary) {
        const auto& samples = metric.samples.front();
        // A counter that some iterations lack does not say which.
        if (!with_counters || !metric.in_tables || samples.size() != iterations.size()) continue;
        *out_ << std::string(17, ' ') << left_aligned(visible(metric.label) + ":", widest + 1) << ' '
              << score_text(samples[i]) << (metric.unit.empty() ? "" : " " + visible(metric.unit)) << '\n';
        any = true;
      }
      if (any) *out_ << '\n';
    }
  };
  shown(fork.warmup, "# Warmup Iteration", false);
  shown(fork.iterations, "Iteration", true);
}

std::string RunLog::score_so_far(const BenchmarkId& id) const {
  ResultBuilder results = benchmarks_.at(id).results;
  const RunRecord record = results.finish();
  if (record.results.empty() || record.results.front().primary.score.count == 0) return "";
  const Metric& metric = record.results.front().primary;
  const std::string error = std::isnan(metric.score.error) ? "" : " ± " + error_text(metric.score.error);
  return score_text(metric.score.value) + error + " " + metric.unit;
}

void RunLog::finish(std::int64_t elapsed_ns) {
  if (out_ == nullptr || last_ == nullptr) return;
  *out_ << "# Run complete. Total time: " << hours_minutes_seconds(static_cast<double>(elapsed_ns) / 1e9) << "\n\n"
        << meaning << '\n';
}

}  // namespace micro
