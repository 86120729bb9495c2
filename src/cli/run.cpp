#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>

#include "cli/commands.h"
#include "cli/measuring.h"
#include "cli/report.h"
#include "cli/run_log.h"
#include "cli/selection.h"
#include "cli/session_comparison.h"
#include "format/columns.h"
#include "format/ctest_measurements.h"
#include "journal/journal.h"
#include "model/restriction.h"
#include "options/options_json.h"
#include "platform/files.h"
#include "platform/interruption.h"
#include "platform/terminal.h"
#include "run/program.h"
#include "run/runner.h"
#include "session/session.h"
#include "stats/baselines.h"
#include "text/regular_expression.h"
#include "text/text.h"

namespace micro {
namespace {

// What is to be run, and where its traces go.
struct Job {
  std::vector<MeasuredBenchmark> benchmarks;
  std::vector<FailureEntry> failures;  // suites that can't be run
  std::string test;                    // for the journal's header
  std::string revision;                // likewise
  std::optional<bool> dirty;           // likewise
  std::string folder;                  // of the journal
  std::optional<SidesEntry> sides;     // of the comparisons that go into the same journal
  bool is_session = false;             // of ctest, which can resume it
  std::string resumed;                 // when it goes on with its journal; empty: it begins
  double part_before = 0;              // of a larger run that is done before this job, 0 to 1
  double part = 1;                     // of it that this job is
  LiveLine::Place live_line = LiveLine::Place::none;
};

// What a format can't say by its nature is known before anything is measured.
void check_formats(const Job& job) {
  for (const MeasuredBenchmark& benchmark : job.benchmarks) {
    const std::vector<Mode>& modes = benchmark.settings.modes;
    const auto has = [&](Mode mode) { return std::ranges::find(modes, mode) != modes.end(); };
    if (!has(Mode::throughput) || has(Mode::average_time)) continue;
    for (const std::string& name : benchmark.settings.formats) {
      if (format_from(name)->takes_throughputs) continue;
      throw UsageError(
          fmt::format("RESULTS_FORMAT={}: takes only what is better when it is smaller, not MODE=thrpt, in which {} is "
                      "to be measured\n  hint: MODE=avgt, or MODE=avgt,thrpt for other formats beside it",
                      name, visible(benchmark.id.full_name())));
    }
  }
}

void add(Job& job, std::vector<MeasuredBenchmark> benchmarks) {
  for (MeasuredBenchmark& benchmark : benchmarks) job.benchmarks.push_back(std::move(benchmark));
}

// Follows a run: the live line, the log, and the results so far.
class Follower : public RunObserver {
 public:
  Follower(const Job& job, const RunArguments& arguments, CommandContext& context)
      : job_(job),
        arguments_(arguments),
        context_(context),
        log_(job.benchmarks, arguments.quiet ? nullptr : &context.out),
        line_(job.live_line),
        start_ns_(context.world.clock.elapsed_ns()) {}

  void before_fork(const MeasuredBenchmark& benchmark, int round, double done) override {
    const double expected_s = expected_run_ns(job_.benchmarks) / 1e9;
    const double whole_s = done > 0.05 ? elapsed_ns() / 1e9 / done : expected_s;
    const double part = job_.part_before + done * job_.part;
    const std::string eta = hours_minutes_seconds(whole_s / job_.part * (1 - part));
    progress_ = fmt::format("{:.2f}% complete, ETA {}", 100 * part, eta);
    if (!line_.is_visible()) return;
    const std::string score = log_.score_so_far(benchmark.id);
    line_.show(fmt::format("{:3.0f} %  ETA {}  fork {} of {}  ", 100 * part, eta, round + 1, benchmark.settings.forks),
               visible(benchmark.id.identity()), "  " + score);
  }

  void before_count(const MeasuredBenchmark& benchmark) override {
    if (line_.is_visible()) line_.show("counting instructions  ", visible(benchmark.id.identity()), "");
  }

  void recorded(const JournalEntry& entry) override {
    line_.clear();
    log_.take(entry, progress_);
    if (const auto* fork = std::get_if<ForkEntry>(&entry)) {
      const std::string place = fmt::format("{}: fork {}: ", visible(fork->id.identity()), fork->round + 1);
      if (fork->outcome != Outcome::ok && arguments_.quiet) context_.err << place << visible(fork->message) << '\n';
      if (fork->outcome == Outcome::ok && arguments_.verbose)
        context_.err << place << shell_line(fork->command) << '\n';
    }
    results_.take(entry);
  }

  // What an earlier call has recorded.
  void restored(const JournalEntry& entry) { results_.take(entry); }

  void finish_log() {
    line_.clear();
    log_.finish(static_cast<std::int64_t>(elapsed_ns()));
  }
  // To people, past whoever has taken our output: ctest, which an interruption ends before it prints that.
  void say(const std::string& text) { line_.is_visible() ? line_.print(text) : void(context_.err << text); }
  RunRecord results() { return results_.finish(); }

 private:
  [[nodiscard]] double elapsed_ns() const { return static_cast<double>(context_.world.clock.elapsed_ns() - start_ns_); }

  const Job& job_;
  const RunArguments& arguments_;
  CommandContext& context_;
  RunLog log_;
  LiveLine line_;
  std::int64_t start_ns_;
  std::string progress_;
  ResultBuilder results_;
};

std::string estimate_text(const std::vector<MeasuredBenchmark>& benchmarks) {
  int forks = 0;
  double counts_s = 0;
  for (const MeasuredBenchmark& benchmark : benchmarks) {
    forks += benchmark.settings.forks;
    counts_s += counts_instructions(benchmark) ? expected_count_ns / 1e9 : 0;
  }
  return fmt::format("{} benchmark{}, {} fork{}, about {}", benchmarks.size(), benchmarks.size() == 1 ? "" : "s", forks,
                     forks == 1 ? "" : "s",
                     hours_minutes_seconds(std::ceil(expected_run_ns(benchmarks) / 1e9 + counts_s)));
}

ExitCode exit_code_of(const RunOutcome& outcome, const Job& job) {
  if (outcome.interrupted) return interruption() == SIGINT ? ExitCode::interrupted : ExitCode::terminated;
  const bool any_failure =
      std::ranges::any_of(job.failures, [](const FailureEntry& failure) { return !failure.is_skip(); });
  if (outcome.failed > 0 || any_failure) return ExitCode::failed;
  const bool all_skipped = outcome.skipped == static_cast<int>(job.benchmarks.size());
  return all_skipped ? ExitCode::skipped : ExitCode::ok;
}

// What the journal of an interrupted run has of the benchmarks of a job.
struct Earlier {
  EarlierForks forks;
  std::vector<JournalEntry> entries;
  bool is_marked = false;  // the journal says already that the run was resumed then
};

Earlier earlier_forks(const std::string& journal, const Job& job) {
  Earlier earlier;
  const auto is_asked = [&](const BenchmarkId& id) {
    return std::ranges::find(job.benchmarks, id, &MeasuredBenchmark::id) != job.benchmarks.end();
  };
  if (read_file(journal).empty()) return earlier;
  read_journal(journal, [&](JournalEntry entry) {
    const auto* header = std::get_if<HeaderEntry>(&entry);
    earlier.is_marked |= header && header->is_resumption && header->time == job.resumed;
    if (const auto* planned = std::get_if<BenchmarkEntry>(&entry); planned && is_asked(planned->id)) {
      earlier.forks[planned->id];
      earlier.entries.push_back(std::move(entry));
    } else if (const auto* fork = std::get_if<ForkEntry>(&entry); fork && is_asked(fork->id)) {
      earlier.forks[fork->id][fork->round] = *fork;
      earlier.entries.push_back(std::move(entry));
    }
  });
  return earlier;
}

// Runs the job and shows its results. The journal is complete up to the last fork whatever happens.
RunRecord carry_out(const Job& job, const RunArguments& arguments, CommandContext& context) {
  const auto counter = counts_instructions(job.benchmarks) ? instruction_counter(context.world) : nullptr;
  if (counter) counter->require_valgrind();
  const InterruptionGuard guard;
  const MachineLock lock =
      take_machine(job.test, job.benchmarks.empty() ? Settings() : job.benchmarks.front().settings, context);
  JournalWriter journal(job.folder + "/journal.jsonl");
  Follower follower(job, arguments, context);
  const auto record = [&](const JournalEntry& entry) {
    journal.append(entry);
    follower.recorded(entry);
  };
  const Earlier earlier = job.resumed.empty() ? Earlier() : earlier_forks(journal.path(), job);
  for (const JournalEntry& entry : earlier.entries) follower.restored(entry);
  HeaderEntry header = header_of_run(job.test, job.revision, job.dirty, context);
  if (journal.is_new()) {
    record(header);
    if (job.sides) record(*job.sides);
  } else if (!job.resumed.empty() && !earlier.is_marked) {
    header.time = job.resumed;
    header.is_resumption = true;
    record(header);
  } else {
    follower.recorded(header);
  }
  for (const FailureEntry& failure : job.failures) record(failure);
  std::uint64_t seed = 0;
  if (!job.benchmarks.empty()) {
    const auto& asked = job.benchmarks.front().settings.seed;
    seed = asked ? *asked : context.world.draw_seed();
  }
  const RunOutcome outcome =
      run_benchmarks(job.benchmarks, seed, journal, follower, context.world.processes, context.world.clock,
                     scrubbed(context.world.variables), counter.get(), earlier.forks);
  follower.finish_log();
  context.exit_code = exit_code_of(outcome, job);
  if (outcome.interrupted) {
    follower.say(fmt::format("\ncmicro: interrupted; what was measured is in {}\n  hint: cmicro show {}{}\n",
                             journal.path(), shell_line({journal.path()}),
                             job.is_session ? "; RESUME=last in MICRO= measures what is missing" : ""));
  }
  return follower.results();
}

[[noreturn]] void throw_no_variant(const std::string& name, const std::vector<std::string>& known) {
  const std::vector<std::string> near = near_words(name, known);
  throw UsageError(fmt::format("BASELINE: no variant that is run is named {}\n  hint: {}", name,
                               near.empty() ? fmt::format("there are {}", fmt::join(known, ", "))
                                            : fmt::format("did you mean {}?", fmt::join(near, ", "))));
}

// The values of parameters that these benchmarks have by name, as ratios know them.
using ParameterValues = std::map<std::string, std::vector<std::string>>;

void add_parameters(ParameterValues& known, const std::vector<std::string>& benchmarks) {
  for (const std::string& benchmark : benchmarks) {
    for (const Parameter& parameter : told_parameters(parse_benchmark_name(benchmark))) {
      std::vector<std::string>& values = known[parameter.name];
      if (std::ranges::find(values, parameter.value) == values.end()) values.push_back(parameter.value);
    }
  }
}

void check_baseline_parameter(const Baseline& baseline, const ParameterValues& known) {
  if (baseline.parameter.empty()) return;
  const auto meant = [](const std::string& word, const std::vector<std::string>& words) {
    const std::vector<std::string> near = near_words(word, words);
    return near.empty() ? "" : fmt::format("did you mean {}? ", fmt::join(near, ", "));
  };
  const auto found = known.find(baseline.parameter);
  if (found == known.end()) {
    std::vector<std::string> names;
    for (const auto& [name, values] : known) names.push_back(name);
    throw UsageError(fmt::format(
        "BASELINE_PARAM: no benchmark that is run has a parameter {}\n  hint: {}{}", visible(baseline.parameter),
        meant(baseline.parameter, names),
        names.empty() ? "there are no parameters; BASELINE names a variant"
                      : fmt::format("parameters are {}", visible(fmt::format("{}", fmt::join(names, ", "))))));
  }
  const std::vector<std::string>& values = found->second;
  if (std::ranges::find(values, baseline.value) != values.end()) return;
  constexpr std::size_t shown = 10;
  std::string there;
  for (std::size_t i = 0; i < values.size() && i < shown; ++i)
    there += fmt::format("{}'{}'", i == 0 ? "" : ", ", values[i]);
  if (values.size() > shown) there += ", …";
  throw UsageError(fmt::format("BASELINE_PARAM: no benchmark that is run has {}={}\n  hint: {}there are {}",
                               visible(baseline.parameter), visible(baseline.value),
                               visible(meant(baseline.value, values)), visible(there)));
}

void run_program(const RunArguments& arguments, const OptionLayer& command, CommandContext& context) {
  const Suite suite = suite_of_program(arguments.program);
  const ResolvedOptions options({&command});
  const Settings settings = settings_from(options);
  const std::string& variant = suite.variants.front().name;
  if (!settings.baseline.variant.empty() && settings.baseline.variant != variant) {
    throw_no_variant(settings.baseline.variant, {variant});
  }
  const std::vector<std::string> names =
      list_benchmarks(suite.variants.front(), settings, scrubbed(context.world.variables), context.world.processes);
  Job job;
  std::set<std::string> seen;
  const std::vector<std::string> asked = chosen(names, arguments.filter, settings);
  ParameterValues known;
  add_parameters(known, asked);
  check_baseline_parameter(settings.baseline, known);
  for (const std::string& name : asked) {
    if (seen.insert(name).second) {
      add(job, measured_benchmarks(suite, name, options));
    } else {
      context.err << fmt::format("cmicro: two benchmarks are named {}; only the first is measured\n", visible(name));
    }
  }
  check_formats(job);
  place(job.benchmarks, context.world);
  context.err << estimate_text(job.benchmarks) << '\n';
  if (arguments.dry_run) return;

  const std::string results =
      arguments.results.empty()
          ? "micro-results/" + std::filesystem::path(suite.variants.front().executable).filename().string()
          : arguments.results;
  job.test = arguments.program;
  job.folder = new_run_folder(results, context.world.clock.utc_ms());
  job.live_line = LiveLine::Place::standard_error;
  RunRecord record = carry_out(job, arguments, context);
  for (std::string& note : notes_on_baselines(record.results)) record.notes.push_back(std::move(note));
  write_report(record, format_options(settings), context.out);
  const bool whole = context.exit_code != ExitCode::interrupted && context.exit_code != ExitCode::terminated;
  if (!whole) return;  // the result files stay those of a whole run
  say_result_files(write_result_files(record, results, settings), context.err, context);
  context.err << "Journal: " << job.folder << "/journal.jsonl\n";
}

void check_that_no_axis_is_meant(const Session& session, const ParameterValues& parameters, const std::string& asked) {
  const std::string name = asked.substr(0, asked.find('='));
  if (parameters.contains(name)) return;
  for (const Suite& suite : session.suites) {
    for (const Variant& variant : suite.variants) {
      if (std::ranges::find(variant.axes, name, &Parameter::name) == variant.axes.end()) continue;
      throw UsageError(
          fmt::format("BASELINE_PARAM: {} is an axis of the variants of {}, no parameter of benchmarks\n  hint: "
                      "BASELINE={} compares with a variant",
                      visible(name), suite.name, variant.name));
    }
  }
}

// BASELINE must be a variant of one suite of the run at least, BASELINE_PARAM a parameter and value of one: others need
// not have it. What the suite's own declaration names may just not be selected.
void check_baseline(const Session& session, const OptionLayer& command) {
  std::vector<std::string> known;
  ParameterValues parameters;
  bool any_benchmark = false;
  for (const Suite& suite : session.suites) {
    for (const Variant& variant : suite.variants) {
      if (std::ranges::find(known, variant.name) == known.end()) known.push_back(variant.name);
    }
    add_parameters(parameters, suite.benchmarks);
    any_benchmark |= !suite.benchmarks.empty();
  }
  for (const Suite& suite : session.suites) {
    const ResolvedOptions options(layers_for(suite, command, session.layers));
    const ResolvedOption& baseline = options.at("BASELINE");
    if (baseline.value && baseline.origin != "suite") {
      const std::string& name = baseline.value->front();
      if (std::ranges::find(known, name) == known.end()) throw_no_variant(name, known);
    }
    const ResolvedOption& parameter = options.at("BASELINE_PARAM");
    if (any_benchmark && parameter.value && parameter.origin != "suite") {
      check_that_no_axis_is_meant(session, parameters, parameter.value->front());
      check_baseline_parameter(baseline_from("", parameter.value->front()), parameters);
    }
  }
}

// What of a suite can't be run. The suite's own failure is a test of its own under ctest; a variant that is missing is
// missed by each benchmark.
void add_failures(Job& job, const Suite& suite, const RunArguments& arguments) {
  // With one benchmark alone the other variants are measured: ctest has a failing test for the one that is missing.
  if (arguments.benchmark) return;
  for (FailureEntry& failure : failures_of(suite)) job.failures.push_back(std::move(failure));
}

void run_session(const RunArguments& arguments, const OptionLayer& command, CommandContext& context) {
  const Session session = read_session(arguments.session);
  if (!arguments.suite.empty() && session.find(arguments.suite) == nullptr) {
    throw UsageError(fmt::format("{}: has no suite {}", session.directory, arguments.suite));
  }
  check_baseline(session, command);
  if (session.baseline) {
    const Suite* suite = session.find(arguments.suite);
    // What can't be run has no sides.
    if (suite == nullptr || !suite->benchmarks.empty()) return compare_session(session, arguments, command, context);
  }
  Job job;
  if (session.baseline) job.sides = sides_of(*session.baseline);
  std::size_t all = 0;
  std::size_t before = 0;
  std::size_t asked = 0;
  for (const Suite& suite : session.suites) {
    const bool suite_is_asked = arguments.suite.empty() || arguments.suite == suite.name;
    if (suite_is_asked) add_failures(job, suite, arguments);
    if (!suite.skipped.empty()) continue;
    const ResolvedOptions options(layers_for(suite, command, session.layers));
    for (const std::string& benchmark : suite.benchmarks) {
      if (suite_is_asked && (!arguments.benchmark || *arguments.benchmark == benchmark)) {
        if (asked++ == 0) before = all;
        add(job, measured_benchmarks(suite, benchmark, options));
      }
      ++all;
    }
  }
  check_formats(job);
  place(job.benchmarks, context.world);
  if (arguments.dry_run) {
    context.out << estimate_text(job.benchmarks) << '\n';
    return;
  }
  if (job.benchmarks.empty() && job.failures.empty()) {
    throw UsageError(fmt::format("{}: has no such benchmark: {} {}", session.directory, arguments.suite,
                                 arguments.benchmark.value_or("")));
  }
  job.test = session.test;
  job.revision = session.revision;
  job.dirty = session.dirty;
  job.folder = session.directory;
  job.resumed = session.resumed;
  job.is_session = true;
  if (asked > 0) {
    job.part_before = static_cast<double>(before) / static_cast<double>(all);
    job.part = static_cast<double>(asked) / static_cast<double>(all);
  }
  job.live_line = LiveLine::Place::controlling_terminal;
  RunRecord record = carry_out(job, arguments, context);
  if (!arguments.benchmark) {
    // Of one benchmark alone the baseline may be another one.
    for (std::string& note : notes_on_baselines(record.results)) record.notes.push_back(std::move(note));
  }
  // NAMES can't be set for a suite: all have the same.
  const bool any = !job.benchmarks.empty();
  write_report(record, any ? format_options(job.benchmarks.front().settings) : FormatOptions(), context.out);
  write_ctest_measurements(record.results, context.out);
}

}  // namespace

void run(const RunArguments& arguments, const OptionLayer& command, CommandContext& context) {
  if (!arguments.session.empty()) return run_session(arguments, command, context);
  if (!arguments.program.empty()) return run_program(arguments, command, context);
  throw UsageError("run takes a program or a session\n  hint: cmicro run ./my_benchmarks");
}

}  // namespace micro
