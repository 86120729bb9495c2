#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <ostream>
#include <set>

#include "cli/apart.h"
#include "cli/baseline_store.h"
#include "cli/commands.h"
#include "cli/gate.h"
#include "cli/journals.h"
#include "cli/report.h"
#include "cli/session_comparison.h"
#include "compare/gate.h"
#include "compare/unpaired.h"
#include "format/comparison.h"
#include "platform/files.h"
#include "session/session.h"
#include "text/text.h"

namespace micro {
namespace {

// A line of the test summary.
struct Tally {
  int total = 0;
  int passed = 0;
  int failed = 0;  // the benchmark itself reported an error
  int errors = 0;  // not built, not listed, crashed, timed out, or without valid results
  int skipped = 0;
  [[nodiscard]] bool is_good() const { return failed == 0 && errors == 0; }
};

void count(Tally& tally, Outcome outcome) {
  ++tally.total;
  switch (outcome) {
    case Outcome::ok:
      ++tally.passed;
      break;
    case Outcome::error:
      ++tally.failed;
      break;
    case Outcome::skipped:
      ++tally.skipped;
      break;
    default:
      ++tally.errors;
  }
}

// Suite → its line.
struct Summary {
  std::map<std::string, Tally> tallies;
  [[nodiscard]] bool is_good() const {
    return std::ranges::all_of(tallies, [](const auto& line) { return line.second.is_good(); });
  }
  [[nodiscard]] bool has_skips() const {
    return std::ranges::any_of(tallies, [](const auto& line) { return line.second.skipped > 0; });
  }
};

void add(Summary& summary, const std::vector<FailureEntry>& failures) {
  for (const FailureEntry& failure : failures) {
    Tally& tally = summary.tallies[failure.suite];
    ++tally.total;
    ++(failure.is_skip() ? tally.skipped : tally.errors);
  }
}

Summary summary_of(const RunRecord& record) {
  Summary summary;
  for (const Result& result : record.results) count(summary.tallies[result.suite], result.outcome);
  add(summary, record.failures);
  return summary;
}

// How a comparison ended: as the side that failed did. A change is no failure, unless FAIL_ON says so.
Outcome outcome_of(const Comparison& comparison, const GateRules& rules) {
  if (comparison.is_decidable()) return breach_of(comparison, rules) == Breach::none ? Outcome::ok : Outcome::error;
  for (const Result* side : {&comparison.baseline, &comparison.contender}) {
    if (side->outcome != Outcome::ok) return side->outcome;
  }
  return Outcome::invalid;
}

Summary summary_of(const ComparisonRecord& record, const GateRules& rules) {
  Summary summary;
  for (const Comparison& comparison : record.comparisons) {
    count(summary.tallies[comparison.contender.suite], outcome_of(comparison, rules));
  }
  add(summary, record.failures);
  return summary;
}

// The test summary of OpenJDK's make test, a line for each suite.
void write_summary(const Session& session, const Summary& summary, bool is_success, std::ostream& out) {
  const bool skips = summary.has_skips();
  const auto row = [&](const char* left, const std::string& name, const auto& total, const auto& passed,
                       const auto& failed, const auto& errors, const auto& skipped, const char* right) {
    std::string line = fmt::format("{:2} {:<49} {:>5} {:>5} {:>5} {:>5}", left, name, total, passed, failed, errors);
    if (skips) line += fmt::format(" {:>5}", skipped);
    out << line << (*right == '\0' ? "" : " ") << right << '\n';
  };
  const std::string rule(30, '=');
  out << rule << "\nTest summary\n" << rule << '\n';
  row("", "TEST", "TOTAL", "PASS", "FAIL", "ERROR", "SKIP", "");
  for (const Suite& suite : session.suites) {
    const auto tally = summary.tallies.find(suite.name);
    if (tally == summary.tallies.end()) continue;
    const Tally& t = tally->second;
    row(t.is_good() ? "" : ">>", visible("micro:" + suite.name), t.total, t.passed, t.failed, t.errors, t.skipped,
        t.is_good() ? "" : "<<");
  }
  out << rule << '\n' << (is_success ? "TEST SUCCESS" : "TEST FAILURE") << '\n';
}

// Of a suite that is skipped, or a variant that could not be built, ctest may have known without asking us.
void add_what_was_not_run(const Session& session, std::vector<FailureEntry>& failures) {
  const auto add = [&](const FailureEntry& entry) {
    if (std::ranges::find(failures, entry) == failures.end()) failures.push_back(entry);
  };
  for (const Suite& suite : session.suites) {
    if (!suite.skipped.empty()) add({suite.name, "skip", suite.skipped});
    for (const Variant& variant : suite.variants) {
      if (variant.failure) add({suite.name, variant.failure->stage, variant.failure->message, variant.name});
      if (!variant.skipped.empty()) add({suite.name, "skip", variant.skipped, variant.name});
    }
  }
}

void add_unflagged_libraries(const Session& session, std::vector<std::string>& notes) {
  for (const Suite& suite : session.suites) {
    if (suite.benchmarks.empty()) continue;
    // Variants that lack the same are told of together.
    std::map<std::vector<std::string>, std::vector<std::string>> subjects;
    for (const Variant& variant : suite.variants) {
      if (!variant.is_run() || variant.unflagged_libraries.empty()) continue;
      subjects[variant.unflagged_libraries].push_back(of_variant(suite.name, variant.name));
    }
    for (const auto& [libraries, names] : subjects) {
      notes.push_back(fmt::format(
          "{} {} flags of {} own that {}, which {} linked, {} not built with: what is measured in there is "
          "what it was without them; SCOPE project builds it with them, too",
          fmt::join(names, ", "), names.size() == 1 ? "has" : "have", names.size() == 1 ? "its" : "their",
          fmt::join(libraries, ", "), libraries.size() == 1 ? "is" : "are", libraries.size() == 1 ? "is" : "are"));
    }
  }
}

void add_unaligned_libraries(const Session& session, std::vector<std::string>& notes) {
  std::set<std::string> unaligned;
  for (const Suite& suite : session.suites)
    unaligned.insert(suite.unaligned_libraries.begin(), suite.unaligned_libraries.end());
  for (const std::string& library : unaligned) {
    notes.push_back(
        fmt::format("{} is linked without stable layout: an unrelated edit can shift its code and its timings; "
                    "micro_stable_layout({}) steadies it",
                    library, library));
  }
}

// With the run before. A summary must not be lost for what is wrong with that.
void report_previous(const Session& session, const std::string& journal, const Settings& settings,
                     CommandContext& context) {
  try {
    RunRecord before = read_side({session.previous});
    const std::string time = before.headers.empty() ? "" : before.headers.front().time;
    const ComparisonRecord record =
        compare_apart(std::move(before), read_side({journal}), rules_for_files(settings), {});
    context.out << fmt::format("\nThe run before{}, measured apart:\n", time.empty() ? "" : ", of " + time);
    if (record.comparisons.empty()) {
      context.out << "no benchmark is in both runs\n";
    } else {
      write_comparison_text(record, {}, context.out);
    }
  } catch (const std::exception& error) {
    context.err << "cmicro: " << error.what() << '\n';
    context.exit_code = ExitCode::failed;
  }
}

// Writes the result files by the function and names them.
void write_and_say(const std::string& journal, CommandContext& context, const std::function<ResultFiles()>& write) {
  context.out << '\n';
  try {
    say_result_files(write(), context.out, context);
  } catch (const FileError& error) {
    // The journal has everything; the summary must not be lost for a file that can be made again.
    context.err << "cmicro: " << error.what() << "\n  hint: cmicro show " << shell_line({journal}) << '\n';
    context.exit_code = ExitCode::failed;
  }
  context.out << "Journal: " << journal << '\n';
}

Summary report_results(const Session& session, const std::string& journal, const Settings& settings,
                       CommandContext& context) {
  RunRecord record = read_results({journal});
  add_unaligned_libraries(session, record.notes);
  add_what_was_not_run(session, record.failures);
  add_unflagged_libraries(session, record.notes);
  write_report(record, format_options(settings), context.out);
  write_and_say(journal, context, [&] { return write_result_files(record, session.results_directory, settings); });
  if (!session.previous.empty()) report_previous(session, journal, settings, context);
  return summary_of(record);
}

Summary report_comparisons(const Session& session, const std::string& journal, const Settings& settings,
                           CommandContext& context) {
  ComparisonRecord record = read_comparisons(journal);
  add_unaligned_libraries(session, record.notes);
  add_what_was_not_run(session, record.failures);
  write_session_comparison(session, record, context.out);
  write_and_say(journal, context, [&] { return write_session_files(session, record, settings); });
  const GateOutcome outcome = gate(record, settings.comparison.gate);
  if (!outcome.sentence.empty()) context.out << outcome.sentence << '\n';
  return summary_of(record, settings.comparison.gate);
}

}  // namespace

void summarize(const std::string& directory, CommandContext& context) {
  const Session session = read_session(directory);
  const std::string journal = journal_path(directory);
  if (!std::filesystem::exists(journal)) {
    // Only listed, or nothing was left by ctest's own filters: the folder would say that there was a run.
    std::error_code ignored;
    std::filesystem::remove(directory + "/session.json", ignored);
    std::filesystem::remove_all(directory + "/saved", ignored);
    std::filesystem::remove(directory, ignored);
    return;
  }
  const ResolvedOptions options([&] {
    std::vector<const OptionLayer*> layers;
    for (const OptionLayer& layer : session.layers) layers.push_back(&layer);
    return layers;
  }());
  const Settings settings = settings_from(options);
  context.out << '\n';
  const auto report = session.baseline ? report_comparisons : report_results;
  const Summary summary = report(session, journal, settings, context);
  if (session.save) {
    try {
      context.out << keep_baseline(session, journal) << '\n';
    } catch (const FileError& error) {
      context.err << "cmicro: " << error.what() << '\n';
      context.exit_code = ExitCode::failed;
    }
  }
  if (!summary.is_good()) {
    std::vector<std::string> variables{"TEST=" + session.test};
    for (const std::string& variable : context.world.variables) {
      if (variable.rfind("MICRO=", 0) != 0 && variable.rfind("TEST_OPTS=", 0) != 0) continue;
      variables.push_back(session.save ? without_save(variable) : variable);
    }
    context.out << "What failed, once more: " << shell_line({"ctest", "--rerun-failed"}, variables) << '\n';
  }
  context.out << '\n';
  // A result file that could not be written fails the call, too.
  write_summary(session, summary, summary.is_good() && context.exit_code == ExitCode::ok, context.out);
}

}  // namespace micro
