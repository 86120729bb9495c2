// cmicro compare OLD NEW: files of results that were measured apart.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <future>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/apart.h"
#include "cli/commands.h"
#include "cli/comparison_report.h"
#include "cli/journals.h"
#include "compare/unpaired.h"
#include "platform/files.h"
#include "text/text.h"

namespace micro {
namespace {

constexpr std::array<std::string_view, 4> taken_options{"EFFORT", "ALPHA", "MARGIN", "THRESHOLD"};

// Options of measuring say nothing of what was measured.
void check_options(const OptionLayer& command, const std::string& results) {
  if (command.find("FAIL_ON") != nullptr) {
    throw UsageError(
        "--fail-on: files that were measured apart prove nothing, so nothing can fail on them\n  hint: cmicro compare "
        "--run measures both sides in turns");
  }
  if (!results.empty() || command.find("RESULTS_FORMAT") != nullptr) {
    throw UsageError(
        "--results and --results-format are for what is measured\n  hint: of files, --format and --output say what is "
        "written, and where");
  }
  for (const Option& option : option_table().options) {
    if (command.find(option.key) == nullptr) continue;
    if (std::ranges::find(taken_options, option.key) != taken_options.end()) continue;
    throw UsageError(
        fmt::format("{}: says how to measure, and the files were measured\n  hint: for files there are "
                    "--alpha, --margin, --threshold and --effort; or --run PROGRAM PROGRAM",
                    option.flag()));
  }
}

struct Sides {
  std::vector<std::string> baseline;
  std::vector<std::string> contender;
};

Sides sides_of(const CompareArguments& arguments) {
  const bool named = !arguments.baseline_files.empty() || !arguments.contender_files.empty();
  if (!named && arguments.sides.size() == 2) return {{arguments.sides.front()}, {arguments.sides.back()}};
  if (arguments.sides.empty() && !arguments.baseline_files.empty() && !arguments.contender_files.empty()) {
    return {arguments.baseline_files, arguments.contender_files};
  }
  throw UsageError(fmt::format(
      "compare takes two sides, {}\n  hint: cmicro compare OLD NEW; of several files cmicro compare --baseline OLD1 "
      "--baseline OLD2 --contender NEW; to run programs cmicro compare --run BEFORE AFTER",
      named && !arguments.sides.empty() ? "named either by --baseline and --contender or without them, not both"
      : named                           ? "--baseline and --contender"
                                        : fmt::format("a file or folder each, not {}", arguments.sides.size())));
}

// Both at once. What is wrong with one side is not hidden by what is wrong with the other.
std::array<RunRecord, 2> read_sides(const Sides& sides) {
  auto reading = std::async(std::launch::async, [&] { return read_side(sides.contender); });
  std::array<RunRecord, 2> records;
  std::vector<std::string> errors;
  const auto take = [&](RunRecord& record, const auto& read) {
    try {
      record = read();
    } catch (const InputError& error) {
      errors.emplace_back(error.what());
    }
  };
  take(records[0], [&] { return read_side(sides.baseline); });
  take(records[1], [&] { return reading.get(); });
  if (!errors.empty()) throw InputError(fmt::format("{}", fmt::join(errors, "\n")));
  return records;
}

std::string names_of(const RunRecord& record) {
  constexpr std::size_t shown = 3;
  std::vector<std::string> names;
  for (const Result& result : record.results) {
    const std::string name = visible(result.identity());
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    if (names.size() > shown) {
      names.back() = "…";
      break;
    }
  }
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

std::string description_of(const std::vector<std::string>& files) {
  return fmt::format("{}", fmt::join(files, ", "));
}

}  // namespace

void compare_files(const CompareArguments& arguments, const OptionLayer& command, CommandContext& context) {
  const Sides sides = sides_of(arguments);
  check_options(command, arguments.results);
  if (!arguments.format.empty()) known_comparison_format(arguments.format);
  const Settings settings = settings_from(ResolvedOptions({&command}));
  auto [baseline, contender] = read_sides(sides);
  const std::string there =
      fmt::format("the baseline has {}; the contender has {}", names_of(baseline), names_of(contender));
  ComparisonRecord record = compare_apart(std::move(baseline), std::move(contender), rules_for_files(settings),
                                          {arguments.filter, arguments.baseline_filter, arguments.contender_filter});
  if (record.comparisons.empty()) {
    throw UsageError(fmt::format(
        "no benchmark is on both sides: {}\n  hint: benchmarks are matched by their names; --baseline-filter and "
        "--contender-filter match those that differ in a part of it",
        there));
  }
  record.baseline = description_of(sides.baseline);
  record.contender = description_of(sides.contender);
  write_comparison(record, {arguments.verbose, {}}, arguments.format, arguments.output, context);
}

}  // namespace micro
