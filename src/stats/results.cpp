#include "stats/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gbench/wall_time.h"
#include "stats/score.h"
#include "text/text.h"

namespace micro {
namespace {

TimeUnit unit_for(const std::vector<Result>& results) {
  double least = 0;
  for (const Result& result : results) {
    const double score = score_of(result.primary).value;
    if (score > 0 && (least == 0 || score < least)) least = score;
  }
  for (const TimeUnit unit : {TimeUnit::seconds, TimeUnit::milliseconds, TimeUnit::microseconds}) {
    if (least >= nanoseconds_in(unit)) return unit;
  }
  return TimeUnit::nanoseconds;
}

void to_unit(Metric& metric, TimeUnit unit) {
  for (std::vector<double>& fork : metric.samples) {
    for (double& sample : fork) sample /= nanoseconds_in(unit);
  }
  metric.unit = fmt::format("{}/op", to_string(unit));
}

// What Google Benchmark's own counters are measured in; a user's counter has no unit that we know.
std::string unit_of_counter(const std::string& label) {
  if (label == "bytes_per_second") return "B/s";
  if (label == "items_per_second") return "items/s";
  return "";
}

}  // namespace

ResultBuilder::Collected& ResultBuilder::collected(const BenchmarkId& id) {
  const auto [place, is_new] = index_.emplace(id, benchmarks_.size());
  if (is_new) {
    Collected& added = benchmarks_.emplace_back();
    const BenchmarkName name = parse_benchmark_name(id.benchmark);
    added.result.suite = id.suite;
    added.result.benchmark = id.benchmark;
    added.result.function = name.function;
    added.result.parameters = name.parameters;
    added.result.threads = name.threads;
    // Results that differ in nothing else must look different in every format.
    const std::string threads = std::to_string(name.threads);
    if (std::ranges::find(name.suffixes, "threads:" + threads) != name.suffixes.end()) {
      added.result.parameters.push_back({"threads", threads});
    }
    added.result.variant = id.variant;
    added.result.forks = 0;
    added.result.planned_forks = 0;
    added.result.cmicro_version = record_.headers.empty() ? "" : record_.headers.back().cmicro;
  }
  return benchmarks_[place->second];
}

void ResultBuilder::add_fork(const ForkEntry& fork) {
  Collected& benchmark = collected(fork.id);
  Result& result = benchmark.result;
  if (!fork.start.empty() && !benchmark.seen.emplace(fork.start, fork.order).second) {
    ++repeated_forks_;
    return;
  }
  result.threads = fork.threads;
  result.measured_ns += fork.elapsed_ns;
  if (!fork.library_build_type.empty()) result.library_build_type = fork.library_build_type;
  if (!fork.library_version.empty()) result.library_version = fork.library_version;
  benchmark.debug_library |= fork.library_build_type == "debug";
  if (fork.outcome != Outcome::ok) {
    ++benchmark.failed_forks;
    if (result.outcome == Outcome::ok) {
      result.outcome = fork.outcome;
      result.message = fork.message;
      result.details = quoted_tail(fork.stderr_tail, 10);
      if (!fork.command.empty()) {
        result.details +=
            "  repeat: " + shell_line(fork.command, benchmark.environment, benchmark.working_directory) + "\n";
      }
    }
    return;
  }
  ++result.forks;
  benchmark.other_iterations |= fork.iterations.size() != benchmark.expected_iterations;
  std::vector<double>& real = result.primary.samples.emplace_back();
  std::vector<double>& cpu = benchmark.cpu_ns.emplace_back();
  std::vector<std::uint64_t>& ops = result.ops.emplace_back();
  const std::size_t index = result.primary.samples.size() - 1;
  for (const IterationEntry& iteration : fork.iterations) {
    real.push_back(wall_time_per_op(iteration.real_ns, fork.threads, fork.library_version));
    cpu.push_back(iteration.cpu_ns);
    ops.push_back(iteration.ops);
    for (const auto& [label, value] : iteration.counters) {
      auto& forks = benchmark.counters[label];
      forks.resize(index + 1);
      forks[index].push_back(value);
    }
  }
}

void ResultBuilder::take(JournalEntry entry) {
  if (auto* header = std::get_if<HeaderEntry>(&entry)) {
    record_.headers.push_back(std::move(*header));
  } else if (auto* failure = std::get_if<FailureEntry>(&entry)) {
    record_.failures.push_back(std::move(*failure));
  } else if (const auto* fork = std::get_if<ForkEntry>(&entry)) {
    add_fork(*fork);
  } else if (auto* planned = std::get_if<BenchmarkEntry>(&entry)) {
    Collected& benchmark = collected(planned->id);
    Result& result = benchmark.result;
    // Entries of one run, as a journal that was given twice has them, are no second run.
    const bool again = result.planned_forks > 0;
    benchmark.differs |= again && (benchmark.options != planned->options || result.program != planned->executable ||
                                   benchmark.flags != planned->flags || result.compiler != planned->compiler);
    benchmark.options = planned->options;
    benchmark.flags = planned->flags;
    result.planned_forks += planned->forks;
    result.warmup_iterations = planned->warmup_iterations;
    result.warmup_time_ns = planned->warmup_ns;
    result.iterations = planned->iterations;
    result.iteration_time_ns = planned->iteration_ns;
    result.program = planned->executable;
    result.arguments = planned->arguments;
    result.compiler = planned->compiler;
    benchmark.working_directory = planned->working_directory;
    for (const OptionEntry& option : planned->options) {
      if (option.key == "ENVIRONMENT") benchmark.environment = option.value;
    }
    benchmark.expected_iterations = static_cast<std::size_t>(planned->iterations);
  }
}

RunRecord ResultBuilder::finish() {
  std::size_t debug = 0;
  std::vector<std::string> other_iterations;
  std::vector<std::string> fixed_times;
  std::vector<std::string> different;
  for (Collected& benchmark : benchmarks_) {
    Result& result = benchmark.result;
    const int done = result.forks + benchmark.failed_forks;
    const std::string name = result.suite.empty() ? result.benchmark : result.suite + "." + result.benchmark;
    if (result.outcome != Outcome::ok && result.outcome != Outcome::skipped) {
      const int left = result.planned_forks - done;
      result.message = fmt::format("{} of {} forks failed{}: {}", benchmark.failed_forks, done,
                                   left > 0 ? fmt::format(" ({} more not made)", left) : "", result.message);
    } else if (done == 0) {
      record_.notes.push_back(fmt::format("{}: was not measured, the run ended before", name));
      continue;
    } else if (done < result.planned_forks && result.outcome == Outcome::ok) {
      record_.notes.push_back(
          fmt::format("{}: {} of {} forks, the run ended before", name, done, result.planned_forks));
    }
    debug += benchmark.debug_library ? 1 : 0;
    if (benchmark.other_iterations) other_iterations.push_back(name);
    if (benchmark.differs) different.push_back(name);
    const auto fixes_time = [](const std::string& suffix) {
      return suffix.rfind("iterations:", 0) == 0 || suffix.rfind("min_time:", 0) == 0;
    };
    if (std::ranges::any_of(parse_benchmark_name(result.benchmark).suffixes, fixes_time)) fixed_times.push_back(name);
    result.primary.better = Better::lower;
    const auto add_metric = [&](const std::string& label, const std::string& unit, Better better,
                                std::vector<std::vector<double>> samples) {
      Metric& metric = result.secondary.emplace_back();
      metric.label = label;
      metric.unit = unit;
      metric.better = better;
      metric.samples = std::move(samples);
      metric.samples.resize(result.primary.samples.size());
    };
    for (auto& [label, samples] : benchmark.counters) {
      const bool rate = label == "bytes_per_second" || label == "items_per_second";
      add_metric(label, unit_of_counter(label), rate ? Better::higher : Better::lower, std::move(samples));
    }
    add_metric("cpu_time", "", Better::lower, std::move(benchmark.cpu_ns));
    result.secondary.back().in_tables = false;
    record_.results.push_back(std::move(result));
  }
  const TimeUnit unit = unit_for(record_.results);
  for (Result& result : record_.results) {
    to_unit(result.primary, unit);
    result.primary.score = score_of(result.primary);
    for (Metric& metric : result.secondary) {
      if (metric.label == "cpu_time") to_unit(metric, unit);
      metric.score = score_of(metric);
    }
    std::sort(result.secondary.begin(), result.secondary.end(),
              [](const Metric& a, const Metric& b) { return a.label < b.label; });
  }
  const auto note = [&](const std::vector<std::string>& names, const std::string& text) {
    if (names.empty()) return;
    const std::string more = names.size() > 1 ? fmt::format(" and {} more", names.size() - 1) : "";
    record_.notes.push_back(fmt::format("{}{}: {}", names.front(), more, text));
  };
  note(other_iterations,
       "the forks made another number of iterations than ITER asks for (Repetitions in the source wins); the actual "
       "ones are shown");
  note(fixed_times, "the source fixes the length of an iteration (Iterations or MinTime), so TIME has no effect");
  note(different, "forks of runs with other options, flags or programs are put together");
  if (repeated_forks_ > 0) {
    record_.notes.push_back(fmt::format("{} forks are there twice and count once", repeated_forks_));
  }
  if (debug > 0) {
    record_.notes.push_back(
        "the Google Benchmark library is a debug build, as Debian's is; the suite's own code is built as its flags "
        "say");
  }
  return std::move(record_);
}

}  // namespace micro
