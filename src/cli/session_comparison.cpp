#include "cli/session_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <ostream>
#include <utility>

#include "cli/comparison_report.h"
#include "cli/gate.h"
#include "cli/measure_comparison.h"
#include "cli/selection.h"
#include "format/comparison.h"
#include "format/format.h"
#include "journal/journal.h"
#include "platform/clock.h"
#include "platform/files.h"
#include "run/benchmark.h"
#include "text/regular_expression.h"
#include "text/text.h"

namespace micro {
namespace {

// Which benchmarks of a suite are controls.
class Controls {
 public:
  explicit Controls(const ComparisonSettings& settings) : variant_(settings.control) {
    if (settings.control_benchmark.empty()) return;
    try {
      benchmark_ = std::make_unique<RegularExpression>(settings.control_benchmark);
    } catch (const RegularExpressionError& error) {
      throw UsageError(
          fmt::format("CONTROL_BENCHMARK: '{}' is no regular expression: {}\n  hint: POSIX, extended; a "
                      "backslash takes the meaning from a character",
                      visible(settings.control_benchmark), error.what()));
    }
  }
  [[nodiscard]] bool has(const std::string& benchmark, const std::string& variant) const {
    return (!variant_.empty() && variant == variant_) || (benchmark_ && benchmark_->is_found_in(benchmark));
  }

 private:
  std::string variant_;
  std::unique_ptr<RegularExpression> benchmark_;
};

// Names of the variants that both sides have, in the order of the contender.
std::vector<std::string> common_variants(const Suite& baseline, const Suite& contender) {
  std::vector<std::string> names;
  for (const Variant& variant : contender.variants) {
    const auto other = std::ranges::find(baseline.variants, variant.name, &Variant::name);
    if (variant.is_run() && other != baseline.variants.end() && other->is_run()) names.push_back(variant.name);
  }
  return names;
}

// One benchmark in all variants that both sides have, controls first.
std::vector<ComparedBenchmark> compared_benchmarks(const Suite& baseline, const Suite& contender,
                                                   const std::string& name, const ResolvedOptions& options,
                                                   const Controls& controls) {
  const std::vector<MeasuredBenchmark> before = measured_benchmarks(baseline, name, options);
  std::vector<ComparedBenchmark> all;
  for (const MeasuredBenchmark& after : measured_benchmarks(contender, name, options)) {
    const auto other = std::ranges::find(before, after.id, &MeasuredBenchmark::id);
    if (other == before.end()) continue;
    ComparedBenchmark& added = all.emplace_back(compared(*other, after));
    added.is_control = controls.has(name, after.id.variant);
  }
  // Not that of std::ranges, with which Clang 14 and GCC 12's library can't cope.
  std::stable_partition(all.begin(), all.end(), [](const ComparedBenchmark& one) { return one.is_control; });
  return all;
}

// About how long the comparisons take, in nanoseconds: most are decided by about so many pairs.
double expected_ns(const std::vector<ComparedBenchmark>& benchmarks) {
  constexpr double usual_pairs = 24;
  double all = 0;
  for (const ComparedBenchmark& benchmark : benchmarks) {
    const double pair = expected_fork_ns(benchmark.baseline.settings) + expected_fork_ns(benchmark.contender.settings);
    const ComparisonSettings& settings = benchmark.contender.settings.comparison;
    const double pairs = settings.pairs ? std::min<double>(usual_pairs, *settings.pairs) : usual_pairs;
    all += std::min(pairs * pair, settings.max_time_ns);
  }
  return all;
}

std::string count_of_benchmarks(std::size_t count) {
  return fmt::format("{} benchmark{}", count, count == 1 ? "" : "s");
}

void write_failures(const ComparisonRecord& record, std::ostream& out) {
  for (const Comparison& comparison : record.comparisons) {
    for (const Result* side : {&comparison.baseline, &comparison.contender}) {
      if (side->outcome == Outcome::ok) continue;
      out << '\n' << (side->outcome == Outcome::skipped ? "Skipped " : "FAILED ");
      write_failure(fmt::format("{} ({})", side->identity(), to_string(side->side)), side->message, side->details, out);
    }
  }
  for (const FailureEntry& failure : record.failures) {
    if (failure.is_skip()) {
      out << fmt::format("\nSkipped {}: {}\n", visible(failure.identity()), visible_lines(failure.message));
    } else {
      out << fmt::format("\nFAILED {}: could not be {}\n{}\n", visible(failure.identity()), failure.not_done(),
                         visible_lines(failure.message));
    }
  }
}

}  // namespace

SidesEntry sides_of(const SessionBaseline& baseline) {
  return {baseline.description(), baseline.contender, baseline.only_in_baseline, baseline.only_in_contender};
}

void compare_session(const Session& session, const RunArguments& arguments, const OptionLayer& command,
                     CommandContext& context) {
  std::vector<const OptionLayer*> layers{&command};
  for (const OptionLayer& layer : session.layers) layers.push_back(&layer);
  const Settings run_settings = settings_from(ResolvedOptions(layers));
  ComparisonJob job;
  job.family = job.family_of_controls = job.all = 0;
  bool is_met = false;
  // A control that the user names for the run, and that there is not: he would believe what nothing has checked.
  std::string missing_control;
  bool has_control = false;
  for (std::size_t i = 0; i < session.suites.size(); ++i) {
    const Suite& contender = session.suites[i];
    const Suite& baseline = session.baseline->suites[i];
    const bool suite_is_asked = arguments.suite.empty() || arguments.suite == contender.name;
    if (suite_is_asked && !arguments.benchmark) {
      for (FailureEntry& failure : failures_of(contender)) job.failures.push_back(std::move(failure));
    }
    if (contender.benchmarks.empty()) continue;
    const ResolvedOptions options(layers_for(contender, command, session.layers));
    const Settings settings = settings_from(options);
    const Controls controls(settings.comparison);
    for (const char* key : {"CONTROL", "CONTROL_BENCHMARK"}) {
      const ResolvedOption& option = options.at(key);
      if (option.value && option.origin != "suite") missing_control = fmt::format("{}={}", key, option.value->front());
    }
    const std::vector<std::string> variants = common_variants(baseline, contender);
    const bool single_shots = std::ranges::find(settings.modes, Mode::single_shot) != settings.modes.end();
    const std::size_t of_each = single_shots && settings.modes.size() > 1 ? 2 : 1;
    for (const std::string& benchmark : contender.benchmarks) {
      if (suite_is_asked && (!arguments.benchmark || *arguments.benchmark == benchmark)) {
        if (!is_met) job.before = job.all;
        is_met = true;
        for (ComparedBenchmark& one : compared_benchmarks(baseline, contender, benchmark, options, controls)) {
          place(one.baseline, context.world);
          place(one.contender, context.world);
          job.benchmarks.push_back(std::move(one));
        }
      }
      for (const std::string& variant : variants) {
        has_control |= controls.has(benchmark, variant);
        (controls.has(benchmark, variant) ? job.family_of_controls : job.family) += of_each;
        job.all += of_each;
      }
    }
  }
  check_comparison_formats(run_settings.formats);
  if (!missing_control.empty() && !has_control) {
    throw UsageError(
        fmt::format("{}: is none of the benchmarks that are compared\n  hint: CONTROL takes the name of a variant, "
                    "CONTROL_BENCHMARK a regular expression found in names of benchmarks, without their suite",
                    visible(missing_control)));
  }
  if (arguments.dry_run) {
    context.out << fmt::format("{} {}, about {}\n", visible(session.baseline->heading()),
                               count_of_benchmarks(job.benchmarks.size()),
                               hours_minutes_seconds(std::ceil(expected_ns(job.benchmarks) / 1e9)));
    return;
  }
  if (job.benchmarks.empty() && job.failures.empty()) {
    throw UsageError(fmt::format("{}: has no such benchmark: {} {}", session.directory, arguments.suite,
                                 arguments.benchmark.value_or("")));
  }
  job.family = std::max<std::size_t>(1, job.family);
  job.family_of_controls = std::max<std::size_t>(1, job.family_of_controls);
  job.sides = sides_of(*session.baseline);
  job.test = session.test;
  job.revision = session.revision;
  job.dirty = session.dirty;
  job.folder = session.directory;
  job.live_line = LiveLine::Place::controlling_terminal;
  ComparisonRecord record = measure_comparison(job, context);
  // The summary lists them, once.
  record.only_in_baseline.clear();
  record.only_in_contender.clear();
  write_failures(record, context.out);
  const GateRules& rules = run_settings.comparison.gate;
  if (!record.comparisons.empty()) write_comparison_text(record, {arguments.verbose, rules}, context.out);
  const GateOutcome outcome = gate(record, rules);
  if (!outcome.sentence.empty()) context.out << outcome.sentence << '\n';
  if (context.exit_code == ExitCode::ok) context.exit_code = outcome.code;
}

ComparisonRecord read_comparisons(const std::string& journal) {
  ComparisonBuilder builder;
  std::vector<std::string> notes = read_journal(journal, [&](const JournalEntry& entry) { builder.take(entry); });
  ComparisonRecord record = builder.finish();
  record.notes.insert(record.notes.begin(), notes.begin(), notes.end());
  return record;
}

void write_session_comparison(const Session& session, const ComparisonRecord& record, std::ostream& out) {
  out << visible(session.baseline->heading()) << ' ' << count_of_benchmarks(record.comparisons.size()) << '\n';
  write_failures(record, out);
  write_comparison_text(record, {}, out);
}

ResultFiles write_session_files(const Session& session, const ComparisonRecord& record, const Settings& settings) {
  const std::string& folder = session.results_directory;
  make_writable_folder(folder);
  for (const Format& format : formats()) {
    std::filesystem::remove(fmt::format("{}/micro-result.{}", folder, format.extension));
  }
  ResultFiles files;
  files.paths.push_back(folder + "/micro.txt");
  write_file(files.paths.back(), [&](std::ostream& out) { write_session_comparison(session, record, out); });
  std::vector<std::string> others = settings.formats;
  std::erase(others, "text");  // micro.txt
  for (std::string& path : write_comparison_files(record, {false, settings.comparison.gate}, folder, others)) {
    files.paths.push_back(std::move(path));
  }
  return files;
}

}  // namespace micro
