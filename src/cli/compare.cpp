#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "cli/commands.h"
#include "cli/comparison_report.h"
#include "cli/gate.h"
#include "cli/measure_comparison.h"
#include "cli/report.h"
#include "cli/selection.h"
#include "compare/comparisons.h"
#include "compare/matching.h"
#include "format/comparison.h"
#include "run/program.h"
#include "session/session.h"
#include "text/text.h"

namespace micro {
namespace {

std::string description_of(const std::string& program) {
  return std::filesystem::path(program).lexically_normal().string();
}

void compare_programs(const CompareArguments& arguments, const OptionLayer& command, CommandContext& context) {
  const Suite baseline = suite_of_program(arguments.sides.front());
  const Suite contender = suite_of_program(arguments.sides.back());
  const ResolvedOptions options({&command});
  const Settings settings = settings_from(options);
  if (!arguments.format.empty()) known_comparison_format(arguments.format);
  check_comparison_formats(settings.formats);
  const std::vector<std::string> variables = scrubbed(context.world.variables);
  const auto names_of = [&](const Suite& suite) {
    return list_benchmarks(suite.variants.front(), settings, variables, context.world.processes);
  };
  const std::vector<std::string> baseline_names = names_of(baseline);
  const std::vector<std::string> contender_names = arguments.sides.size() == 1 ? baseline_names : names_of(contender);
  const std::vector<std::string> before = chosen(baseline_names, arguments.filter, settings);
  const std::vector<std::string> after = chosen(contender_names, arguments.filter, settings);
  const Matched both = arguments.baseline_filter.empty()
                           ? matched_by_name(before, after)
                           : matched_by_filters(before, arguments.baseline_filter, after, arguments.contender_filter);
  if (both.pairs.empty()) {
    throw UsageError(
        "no benchmark is on both sides\n  hint: benchmarks are matched by their names; cmicro list "
        "PROGRAM prints them");
  }
  ComparisonJob job;
  for (const auto& [place_before, place_after] : both.pairs) {
    ComparedBenchmark& benchmark =
        job.benchmarks.emplace_back(compared(measured_benchmarks(baseline, before[place_before], options).front(),
                                             measured_benchmarks(contender, after[place_after], options).front()));
    place(benchmark.baseline, context.world);
    place(benchmark.contender, context.world);
  }
  require_counting(job.benchmarks, context.world);
  job.sides = {description_of(arguments.sides.front()), description_of(arguments.sides.back()), {}, {}};
  if (settings.proof) {
    if (arguments.sides.size() != 1 || settings.comparison.gate.is_set()) {
      throw UsageError(
          "--prove compares one program with itself, and no verdict on that is a failure\n  hint: cmicro compare --run "
          "./bench --prove Tracker::record:50ns");
    }
    job.sides.contender += fmt::format(" with {} in each call of {}", settings.proof->delay, settings.proof->function);
  }
  for (const std::size_t place : both.only_in_baseline) job.sides.only_in_baseline.push_back(before[place]);
  for (const std::size_t place : both.only_in_contender) job.sides.only_in_contender.push_back(after[place]);
  job.test = job.sides.contender;
  job.all = job.benchmarks.size();
  job.family = job.benchmarks.size();
  job.live_line = LiveLine::Place::standard_error;
  const std::string name = std::filesystem::path(contender.variants.front().executable).filename().string();
  const std::string results = arguments.results.empty() ? "micro-results/" + name : arguments.results;
  job.folder = new_run_folder(results, context.world.clock.utc_ms());
  context.err << fmt::format("Baseline {}, contender {}: {} benchmark{}\n", visible(job.sides.baseline),
                             visible(job.sides.contender), job.all, job.all == 1 ? "" : "s");
  const ComparisonRecord record = measure_comparison(job, context);
  const ComparisonOptions shown{arguments.verbose, settings.comparison.gate};
  write_comparison(record, shown, arguments.format, arguments.output, context);
  const bool whole = context.exit_code != ExitCode::interrupted && context.exit_code != ExitCode::terminated;
  if (whole) {
    for (const std::string& path : write_comparison_files(record, shown, results, settings.formats)) {
      context.err << "Results: " << path << '\n';
    }
  }
  context.err << "Journal: " << job.folder << "/journal.jsonl\n";
  const GateOutcome outcome = gate(record, settings.comparison.gate);
  if (!outcome.sentence.empty()) context.err << "cmicro: " << outcome.sentence << '\n';
  if (context.exit_code == ExitCode::ok) context.exit_code = outcome.code;
}

}  // namespace

void compare(const CompareArguments& arguments, const OptionLayer& command, CommandContext& context) {
  if (!arguments.run) return compare_files(arguments, command, context);
  if (!arguments.baseline_files.empty() || !arguments.contender_files.empty()) {
    throw UsageError(
        "--baseline and --contender name files that were measured, --run takes programs\n  hint: cmicro compare --run "
        "./before/bench ./after/bench");
  }
  if (arguments.sides.empty()) {
    throw UsageError(
        "compare --run takes one or two programs\n  hint: cmicro compare --run ./before/bench ./after/bench");
  }
  compare_programs(arguments, command, context);
}

}  // namespace micro
