#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>

#include "cli/commands.h"
#include "cli/measure_comparison.h"
#include "cli/report.h"
#include "cli/selection.h"
#include "compare/compare.h"
#include "format/comparison.h"
#include "journal/journal.h"
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

std::string description_of(const std::string& program) {
  return std::filesystem::path(program).lexically_normal().string();
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
  ComparisonJob job;
  for (const auto& [before, after] : both.names) {
    ComparedBenchmark& benchmark =
        job.benchmarks.emplace_back(compared(measured_benchmarks(baseline, before, options).front(),
                                             measured_benchmarks(contender, after, options).front()));
    place(benchmark.baseline, context.world);
    place(benchmark.contender, context.world);
  }
  require_counting(job.benchmarks, context.world);
  job.sides = {description_of(arguments.sides.front()), description_of(arguments.sides.back()), both.only_in_baseline,
               both.only_in_contender};
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
  write_comparison_text(record, {arguments.verbose}, context.out);
  context.err << "Journal: " << job.folder << "/journal.jsonl\n";
}

}  // namespace

void compare(const CompareArguments& arguments, const OptionLayer& command, CommandContext& context) {
  if (arguments.run) return compare_programs(arguments, command, context);
  throw UsageError("compare runs programs\n  hint: cmicro compare --run ./before/bench ./after/bench");
}

}  // namespace micro
