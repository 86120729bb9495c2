#include "run/fork.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <utility>

#include "gbench/filter.h"
#include "gbench/flags.h"
#include "gbench/preamble.h"
#include "gbench/report.h"
#include "gbench/wall_time.h"
#include "platform/files.h"
#include "run/program.h"
#include "text/text.h"

namespace micro {
namespace {

constexpr std::size_t stderr_kept = 4096;  // bytes in the journal

// The iterations of the benchmark of this name. Where a program has registered the name twice both have run: the first
// one's.
std::vector<const ReportRow*> rows_of(const Report& report, const std::string& benchmark) {
  std::vector<const ReportRow*> rows;
  for (const ReportRow& row : report.rows) {
    if (row.kind != ReportRow::Kind::iteration || row.run_name != benchmark) continue;
    const bool is_first = rows.empty() || (row.family_index == rows.front()->family_index &&
                                           row.instance_index == rows.front()->instance_index);
    if (is_first) rows.push_back(&row);
  }
  return rows;
}

// The library was told to time this many warm-up iterations like the measured ones. The source of a benchmark may fix
// another number of iterations (Repetitions): one at least is measured.
void split_off_warmup(ForkEntry& entry, std::vector<IterationEntry> iterations, int warmup) {
  const std::size_t count = std::min<std::size_t>(static_cast<std::size_t>(warmup), iterations.size() - 1);
  const auto measured = iterations.begin() + static_cast<std::ptrdiff_t>(count);
  entry.warmup.assign(iterations.begin(), measured);
  entry.iterations.assign(measured, iterations.end());
}

// Warm-up iterations that are timed and reported. With a time of their own the library does them, unreported.
int timed_warmup(const Settings& settings) {
  return settings.warmup_ns == settings.iteration_ns ? settings.warmup_iterations : 0;
}

// What puts a program where our forks are put, for a command to be repeated by hand.
std::vector<std::string> words_before(const MeasuredBenchmark& benchmark) {
  std::vector<std::string> words;
  if (!benchmark.cpus.empty()) words = {"taskset", "-c", fmt::format("{}", fmt::join(benchmark.cpus, ","))};
  if (!benchmark.settings.aslr) words.insert(words.end(), {"setarch", "-R"});
  return words;
}

// What can't be the time of an op; empty if all can be. (Processor time may be zero: the program sleeps, or its clock
// is coarse.)
std::string impossible_time(const std::vector<IterationEntry>& iterations) {
  constexpr double longest_ns = 1e18;  // thirty years
  for (const IterationEntry& iteration : iterations) {
    if (iteration.ops == 0) return "an iteration of no op";
    for (const auto& [what, ns] :
         {std::pair("time", iteration.real_ns), std::pair("processor time", iteration.cpu_ns)}) {
      const bool is_fine = std::isfinite(ns) && ns <= longest_ns &&
                           (ns > 0 || (ns == 0 && ns == iteration.cpu_ns && iteration.real_ns > 0));
      if (!is_fine) return fmt::format("a {} of {} ns an op", what, ns);
    }
  }
  return "";
}

std::string how_it_ended(const ProcessResult& process) {
  if (process.signal == SIGKILL) {
    return fmt::format("ended by signal {} ({}), which we did not send: the kernel does so where memory is short",
                       SIGKILL, signal_name(SIGKILL));
  }
  if (process.signal) return fmt::format("ended by signal {} ({})", *process.signal, signal_name(*process.signal));
  return fmt::format("ended with exit code {}", process.exit_code.value_or(-1));
}

}  // namespace

void judge_fork(ForkEntry& entry, const MeasuredBenchmark& benchmark, const ProcessResult& process,
                const std::optional<std::string>& report_text) {
  entry.elapsed_ns = process.elapsed_ns;
  entry.exit_code = process.exit_code;
  entry.signal = process.signal;
  entry.disturbance = process.disturbance;
  const auto fail = [&](Outcome outcome, const std::string& message) {
    entry.outcome = outcome;
    entry.message = message;
    entry.stderr_tail = without_preamble(process.standard_error);
  };
  if (!process.not_started.empty()) return fail(Outcome::exited, "cannot be started: " + process.not_started);
  if (process.timed_out) {
    return fail(Outcome::timed_out,
                fmt::format("did not end within {} (TIMEOUT)", duration_text(fork_timeout_ns(benchmark.settings))));
  }
  if (process.signal) return fail(Outcome::crashed, how_it_ended(process));
  // The library says so in the same words since 2015, and ends well.
  if (process.exit_code == 0 && report_text && report_text->empty() &&
      process.standard_error.find("Failed to match any benchmarks against regex") != std::string::npos) {
    return fail(Outcome::missing, "is not among the program's benchmarks");
  }
  if (!report_text || report_text->empty()) {
    return fail(Outcome::exited, how_it_ended(process) + " without results");
  }
  Report report;
  try {
    report = read_report(*report_text, "its results");
  } catch (const std::exception& error) {
    return fail(Outcome::invalid, error.what());
  }
  entry.library_version = report.context.library_version;
  entry.library_build_type = report.context.library_build_type;
  const std::vector<const ReportRow*> rows = rows_of(report, benchmark.id.benchmark);
  std::vector<IterationEntry> iterations;
  for (const ReportRow* row : rows) {
    entry.threads = row->threads;
    entry.label = row->label;
    if (row->error) return fail(Outcome::error, "reports an error: " + row->message);
    if (row->skipped) {
      const std::string reason = row->message.empty() ? "" : ": " + row->message;
      return fail(Outcome::skipped, "asks to be skipped" + reason);
    }
    iterations.push_back({row->ops, row->real_ns, row->cpu_ns, row->counters});
  }
  if (!report.complete) return fail(Outcome::exited, how_it_ended(process) + " before all results were written");
  if (*process.exit_code != 0) return fail(Outcome::exited, how_it_ended(process));
  const auto other = std::ranges::find_if(report.rows, [&](const ReportRow& row) {
    return row.kind == ReportRow::Kind::iteration && row.run_name != benchmark.id.benchmark;
  });
  if (other != report.rows.end()) {
    return fail(Outcome::missing, "its results hold another benchmark: " + other->run_name);
  }
  if (iterations.empty()) return fail(Outcome::missing, "is not among its results");
  if (const std::string time = impossible_time(iterations); !time.empty()) {
    return fail(
        Outcome::invalid,
        fmt::format(
            "reports {}, which can't be: does it set its time itself (UseManualTime), or is the clock too coarse?",
            time));
  }
  const auto fitted = std::ranges::find(report.rows, ReportRow::Kind::big_o, &ReportRow::kind);
  if (fitted != report.rows.end()) entry.fit = FitEntry{fitted->complexity, fitted->real_ns};
  split_off_warmup(entry, std::move(iterations), timed_warmup(benchmark.settings));
}

ForkEntry ForkLauncher::run(const ForkRequest& request, bool& interrupted) {
  const MeasuredBenchmark& benchmark = *request.benchmark;
  const Settings& settings = benchmark.settings;
  ForkFlags flags;
  flags.filter = exact_filter(benchmark.id.benchmark);
  flags.repetitions = timed_warmup(settings) + settings.iterations;
  flags.iteration_ns = settings.iteration_ns;
  flags.fixed_iterations = request.fixed_ops;
  if (timed_warmup(settings) != settings.warmup_iterations) {
    flags.warmup_ns = settings.warmup_iterations * settings.warmup_ns;
  }
  flags.options = settings.library_options;
  ForkEntry entry;
  entry.id = benchmark.id;
  entry.round = request.round;
  entry.order = request.order;
  entry.start = utc_text_with_milliseconds(clock_.utc_ms());
  // The command as it can be repeated by hand is without the file, which will be gone.
  entry.command = words_before(benchmark);
  const Command by_hand = program_command(*benchmark.variant, settings, fork_flags(flags), {}, 0);
  entry.command.insert(entry.command.end(), by_hand.arguments.begin(), by_hand.arguments.end());
  const std::string& program = benchmark.variant->executable;
  const auto put_before_program = [&](std::vector<std::string>& words, const std::vector<std::string>& runner) {
    words.insert(std::ranges::find(words, program), runner.begin(), runner.end());
  };
  put_before_program(entry.command, request.runner);
  flags.out_file = folder_ + "/report.json";
  std::remove(flags.out_file.c_str());
  Command command = program_command(*benchmark.variant, settings, fork_flags(flags), variables_, request.padding);
  put_before_program(command.arguments, request.runner);
  if (!request.runner_output.empty()) put_before_program(command.arguments, {request.runner_output});
  if (!request.copy.empty()) *std::ranges::find(command.arguments, program) = request.copy;
  if (!run_around(When::before, settings, command, entry, interrupted)) return entry;
  command.cpus = benchmark.cpus;
  command.fixed_layout = !settings.aslr;
  const ProcessResult process =
      processes_.run(command, static_cast<std::int64_t>(fork_timeout_ns(settings)), {0, stderr_kept});
  interrupted = process.interrupted;
  std::optional<std::string> report;
  try {
    report = read_file(flags.out_file);
  } catch (const FileError&) {
    // Not written: judge_fork says so.
  }
  judge_fork(entry, benchmark, process, report);
  if (!interrupted) run_around(When::after, settings, command, entry, interrupted);
  return entry;
}

bool ForkLauncher::run_around(When when, const Settings& settings, const Command& program, ForkEntry& entry,
                              bool& interrupted) {
  const bool before = when == When::before;
  const std::vector<std::string>& words = before ? settings.before_fork : settings.after_fork;
  if (words.empty()) return true;
  const Command command{words, program.environment, program.working_directory};
  const double limit_ns = fork_timeout_ns(settings);
  const ProcessResult process =
      processes_.run(command, static_cast<std::int64_t>(limit_ns), {stderr_kept, stderr_kept});
  interrupted = process.interrupted;
  (before ? entry.before_ns : entry.after_ns) = process.elapsed_ns;
  std::string problem;
  if (!process.not_started.empty()) {
    problem = "cannot be started: " + process.not_started;
  } else if (process.timed_out) {
    problem = fmt::format("did not end within {} (TIMEOUT)", duration_text(limit_ns));
  } else if (process.exit_code != 0) {
    problem = how_it_ended(process);
  }
  if (problem.empty()) return true;
  if (entry.outcome == Outcome::ok) {
    entry.outcome = Outcome::command;
    entry.message =
        fmt::format("the command {} it {}: {}", before ? "before" : "after", problem, shell_line(command.arguments));
    entry.stderr_tail = process.standard_error.empty() ? process.standard_output : process.standard_error;
  }
  return false;
}

std::optional<std::uint64_t> ops_for(double iteration_ns, const ForkEntry& calibrated) {
  std::vector<double> times;
  for (const IterationEntry& iteration : calibrated.iterations) {
    times.push_back(wall_time_per_op(iteration.real_ns, calibrated.threads, calibrated.library_version));
  }
  if (times.empty()) return std::nullopt;
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return ops_for(iteration_ns, times[times.size() / 2]);
}

std::optional<std::uint64_t> ops_for(double iteration_ns, double op_ns) {
  constexpr double ops_at_most = 1e12;
  if (!(op_ns > 0)) return std::nullopt;
  return static_cast<std::uint64_t>(std::clamp(std::round(iteration_ns / op_ns), 1.0, ops_at_most));
}

}  // namespace micro
