#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "cli/commands.h"
#include "cli/comparison_report.h"
#include "cli/gate.h"
#include "cli/report.h"
#include "cli/selection.h"
#include "compare/compare.h"
#include "compare/comparisons.h"
#include "compare/matching.h"
#include "format/comparison.h"
#include "journal/journal.h"
#include "options/options_json.h"
#include "platform/files.h"
#include "platform/interruption.h"
#include "platform/machine.h"
#include "platform/terminal.h"
#include "run/program.h"
#include "session/session.h"
#include "text/text.h"

namespace micro {
namespace {

// Follows a comparison: the live line, and the results so far.
class Follower : public CompareObserver {
 public:
  Follower(std::size_t benchmarks, LiveLine::Place place) : benchmarks_(benchmarks), line_(place) {}

  void recorded(const JournalEntry& entry) override { results_.take(entry); }
  void after_pair(const ComparedBenchmark& benchmark, std::size_t pairs) override {
    if (!line_.is_visible()) return;
    line_.show(fmt::format("benchmark {} of {}  ", number_, benchmarks_), visible(benchmark.contender.id.identity()),
               fmt::format("  pair {}", pairs));
  }
  void begin(std::size_t number) { number_ = number; }
  void end() { line_.clear(); }
  ComparisonRecord results() { return results_.finish(); }

 private:
  std::size_t benchmarks_;
  std::size_t number_ = 0;
  LiveLine line_;
  ComparisonBuilder results_;
};

std::string description_of(const std::string& program) {
  return std::filesystem::path(program).lexically_normal().string();
}

ComparisonRecord measure(const std::vector<ComparedBenchmark>& benchmarks, const SidesEntry& sides,
                         const std::string& folder, CommandContext& context) {
  const InterruptionGuard guard;
  const MachineLock lock([&](const std::string& holder) {
    context.err << fmt::format("cmicro: waiting until {} has finished measuring on this machine\n", holder);
  });
  JournalWriter journal(folder + "/journal.jsonl");
  Follower follower(benchmarks.size(), LiveLine::Place::standard_error);
  const auto record = [&](const JournalEntry& entry) {
    journal.append(entry);
    follower.recorded(entry);
  };
  HeaderEntry header;
  header.cmicro = version;
  header.time = utc_text(context.world.clock.utc_ms());
  header.test = sides.contender;
  header.environment = context.world.environment();
  record(header);
  record(sides);
  const std::vector<std::string> variables = scrubbed(context.world.variables);
  const CompareWorld world{context.world.processes, context.world.clock, variables};
  const auto& asked = benchmarks.front().contender.settings.seed;
  std::uint64_t seed = asked ? *asked : context.world.draw_seed();
  for (std::size_t i = 0; i < benchmarks.size(); ++i) {
    follower.begin(i + 1);
    const CompareOutcome outcome =
        compare_benchmark(benchmarks[i], benchmarks.size(), seed++, journal, follower, world);
    if (outcome.failed) context.exit_code = ExitCode::failed;
    if (outcome.interrupted) {
      context.exit_code = interruption() == SIGINT ? ExitCode::interrupted : ExitCode::terminated;
      follower.end();
      context.err << fmt::format("\ncmicro: interrupted; what was measured is in {}\n  hint: cmicro show {}\n",
                                 journal.path(), shell_line({journal.path()}));
      break;
    }
  }
  follower.end();
  return follower.results();
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
  std::vector<ComparedBenchmark> benchmarks;
  for (const auto& [place_before, place_after] : both.pairs) {
    ComparedBenchmark& benchmark =
        benchmarks.emplace_back(compared(measured_benchmarks(baseline, before[place_before], options).front(),
                                         measured_benchmarks(contender, after[place_after], options).front()));
    place(benchmark.baseline, context.world);
    place(benchmark.contender, context.world);
  }
  SidesEntry sides{description_of(arguments.sides.front()), description_of(arguments.sides.back()), {}, {}};
  for (const std::size_t place : both.only_in_baseline) sides.only_in_baseline.push_back(before[place]);
  for (const std::size_t place : both.only_in_contender) sides.only_in_contender.push_back(after[place]);
  const std::string name = std::filesystem::path(contender.variants.front().executable).filename().string();
  const std::string results = arguments.results.empty() ? "micro-results/" + name : arguments.results;
  const std::string folder = new_run_folder(results, context.world.clock.utc_ms());
  context.err << fmt::format("Baseline {}, contender {}: {} benchmark{}\n", visible(sides.baseline),
                             visible(sides.contender), benchmarks.size(), benchmarks.size() == 1 ? "" : "s");
  const ComparisonRecord record = measure(benchmarks, sides, folder, context);
  const ComparisonOptions shown{arguments.verbose, settings.comparison.gate};
  write_comparison(record, shown, arguments.format, arguments.output, context);
  const bool whole = context.exit_code != ExitCode::interrupted && context.exit_code != ExitCode::terminated;
  if (whole) write_comparison_files(record, shown, results, settings.formats, context.err);
  context.err << "Journal: " << folder << "/journal.jsonl\n";
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
