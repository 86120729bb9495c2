#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>

#include "cli/commands.h"
#include "cli/report.h"
#include "cli/selection.h"
#include "compare/compare.h"
#include "compare/comparisons.h"
#include "format/comparison.h"
#include "journal/journal.h"
#include "options/options_json.h"
#include "platform/files.h"
#include "platform/interruption.h"
#include "platform/machine.h"
#include "platform/terminal.h"
#include "run/program.h"
#include "session/session.h"
#include "text/regular_expression.h"
#include "text/text.h"

namespace micro {
namespace {

// Both sides of a comparison of programs, matched.
struct Matched {
  std::vector<std::pair<std::string, std::string>> names;  // baseline, contender
  std::vector<std::string> only_in_baseline;
  std::vector<std::string> only_in_contender;
};

// Names without what the expression finds in them first; those in which it finds nothing are left out.
std::map<std::string, std::string> without_found(const std::vector<std::string>& names, const std::string& filter) {
  const RegularExpression expression(filter);
  std::map<std::string, std::string> names_of_rest;
  for (const std::string& name : names) {
    if (const auto found = expression.find_in(name)) {
      names_of_rest.emplace(name.substr(0, found->begin) + '\0' + name.substr(found->end), name);
    }
  }
  return names_of_rest;
}

Matched matched(const std::vector<std::string>& baseline, const std::vector<std::string>& contender,
                const CompareArguments& arguments) {
  Matched matched;
  const bool by_filters = !arguments.baseline_filter.empty();
  std::map<std::string, std::string> before;
  std::map<std::string, std::string> after;
  if (by_filters) {
    before = without_found(baseline, arguments.baseline_filter);
    after = without_found(contender, arguments.contender_filter);
  } else {
    for (const std::string& name : baseline) before.emplace(name, name);
    for (const std::string& name : contender) after.emplace(name, name);
  }
  // In the order of the contender.
  std::set<std::string> met;
  for (const std::string& name : contender) {
    const auto of_name = std::ranges::find(after, name, &std::pair<const std::string, std::string>::second);
    if (of_name == after.end() || !met.insert(name).second) continue;
    const auto other = before.find(of_name->first);
    if (other != before.end()) {
      matched.names.emplace_back(other->second, name);
    } else {
      matched.only_in_contender.push_back(name);
    }
  }
  for (const std::string& name : baseline) {
    const auto of_name = std::ranges::find(before, name, &std::pair<const std::string, std::string>::second);
    if (of_name != before.end() && !after.contains(of_name->first)) matched.only_in_baseline.push_back(name);
  }
  return matched;
}

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
  void before_count(const ComparedBenchmark& benchmark) override {
    if (!line_.is_visible()) return;
    line_.show(fmt::format("benchmark {} of {}  ", number_, benchmarks_), visible(benchmark.contender.id.identity()),
               "  counting instructions");
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
                         const std::string& folder, InstructionCounter* counter, CommandContext& context) {
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
  const CompareWorld world{context.world.processes, context.world.clock, variables, counter};
  const auto& asked = benchmarks.front().contender.settings.seed;
  std::uint64_t seed = asked ? *asked : context.world.draw_seed();
  std::set<std::string> notes;
  for (std::size_t i = 0; i < benchmarks.size(); ++i) {
    follower.begin(i + 1);
    const CompareOutcome outcome =
        compare_benchmark(benchmarks[i], benchmarks.size(), seed++, journal, follower, world);
    if (!outcome.not_copied.empty())
      notes.insert("the programs themselves were run, not copies: " + outcome.not_copied);
    if (outcome.takes_other_iterations) {
      notes.insert("the library can't be told how many ops to time (before 1.8): both sides found their own number");
    }
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
  ComparisonRecord results = follower.results();
  results.notes.insert(results.notes.end(), notes.begin(), notes.end());
  return results;
}

void compare_programs(const CompareArguments& arguments, const OptionLayer& command, CommandContext& context) {
  const Suite baseline = suite_of_program(arguments.sides.front());
  const Suite contender = suite_of_program(arguments.sides.back());
  const ResolvedOptions options({&command});
  const Settings settings = settings_from(options);
  const std::vector<std::string> variables = scrubbed(context.world.variables);
  const auto names_of = [&](const Suite& suite) {
    return list_benchmarks(suite.variants.front(), settings, variables, context.world.processes);
  };
  const std::vector<std::string> baseline_names = names_of(baseline);
  const std::vector<std::string> contender_names = arguments.sides.size() == 1 ? baseline_names : names_of(contender);
  const Matched both = matched(chosen(baseline_names, arguments.filter, settings),
                               chosen(contender_names, arguments.filter, settings), arguments);
  if (both.names.empty()) {
    throw UsageError(
        "no benchmark is on both sides\n  hint: benchmarks are matched by their names; cmicro list "
        "PROGRAM prints them");
  }
  std::vector<ComparedBenchmark> benchmarks;
  for (const auto& [before, after] : both.names) {
    ComparedBenchmark& benchmark =
        benchmarks.emplace_back(compared(measured_benchmarks(baseline, before, options).front(),
                                         measured_benchmarks(contender, after, options).front()));
    place(benchmark.baseline, context.world);
    place(benchmark.contender, context.world);
  }
  const bool are_counted = std::ranges::any_of(
      benchmarks, [](const ComparedBenchmark& benchmark) { return counts_instructions(benchmark.contender); });
  const auto counter = instruction_counter(context.world);
  if (are_counted) counter->require_valgrind();
  const SidesEntry sides{description_of(arguments.sides.front()), description_of(arguments.sides.back()),
                         both.only_in_baseline, both.only_in_contender};
  const std::string name = std::filesystem::path(contender.variants.front().executable).filename().string();
  const std::string results = arguments.results.empty() ? "micro-results/" + name : arguments.results;
  const std::string folder = new_run_folder(results, context.world.clock.utc_ms());
  context.err << fmt::format("Baseline {}, contender {}: {} benchmark{}\n", visible(sides.baseline),
                             visible(sides.contender), benchmarks.size(), benchmarks.size() == 1 ? "" : "s");
  const ComparisonRecord record = measure(benchmarks, sides, folder, counter.get(), context);
  write_comparison_text(record, {arguments.verbose}, context.out);
  context.err << "Journal: " << folder << "/journal.jsonl\n";
}

}  // namespace

void compare(const CompareArguments& arguments, const OptionLayer& command, CommandContext& context) {
  if (arguments.run) return compare_programs(arguments, command, context);
  throw UsageError("compare runs programs\n  hint: cmicro compare --run ./before/bench ./after/bench");
}

}  // namespace micro
