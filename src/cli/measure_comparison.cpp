#include "cli/measure_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "cli/commands.h"
#include "cli/measuring.h"
#include "cli/selection.h"
#include "journal/journal.h"
#include "options/options_json.h"
#include "platform/interruption.h"
#include "run/program.h"
#include "text/text.h"

namespace micro {
namespace {

// Follows a comparison: the live line, and the results so far.
class Follower : public CompareObserver {
 public:
  explicit Follower(const ComparisonJob& job) : before_(job.before), all_(job.all), line_(job.live_line) {}

  void recorded(const JournalEntry& entry) override { results_.take(entry); }
  void after_pair(const ComparedBenchmark& benchmark, std::size_t pairs) override {
    if (!line_.is_visible()) return;
    line_.show(fmt::format("benchmark {} of {}  ", before_ + number_, all_), visible(benchmark.contender.id.identity()),
               fmt::format("  pair {}", pairs));
  }
  void before_count(const ComparedBenchmark& benchmark) override {
    if (!line_.is_visible()) return;
    line_.show(fmt::format("benchmark {} of {}  ", before_ + number_, all_), visible(benchmark.contender.id.identity()),
               "  counting instructions");
  }
  void begin(std::size_t number) { number_ = number; }
  void end() { line_.clear(); }
  // To people, past whoever has taken our output: ctest, which an interruption ends before it prints that.
  void say(const std::string& text, std::ostream& err) { line_.is_visible() ? line_.print(text) : void(err << text); }
  ComparisonRecord results() { return results_.finish(); }

 private:
  std::size_t before_;
  std::size_t all_;
  std::size_t number_ = 0;
  LiveLine line_;
  ComparisonBuilder results_;
};

}  // namespace

void require_counting(const std::vector<ComparedBenchmark>& benchmarks, const World& world) {
  const bool are_counted = std::ranges::any_of(
      benchmarks, [](const ComparedBenchmark& benchmark) { return counts_instructions(benchmark.contender); });
  if (are_counted) instruction_counter(world)->require_valgrind();
}

ComparisonRecord measure_comparison(const ComparisonJob& job, CommandContext& context) {
  require_counting(job.benchmarks, context.world);
  const auto counter = instruction_counter(context.world);
  const InterruptionGuard guard;
  const MachineLock lock =
      take_machine(job.test, job.benchmarks.empty() ? Settings() : job.benchmarks.front().contender.settings, context);
  JournalWriter journal(job.folder + "/journal.jsonl");
  Follower follower(job);
  const bool is_new = journal.is_new();
  const auto record = [&](const JournalEntry& entry, bool is_written) {
    if (is_written) journal.append(entry);
    follower.recorded(entry);
  };
  const HeaderEntry header = header_of_run(job.test, job.revision, job.dirty, context);
  record(header, is_new);
  record(job.sides, is_new);
  for (const FailureEntry& failure : job.failures) record(failure, true);
  const std::vector<std::string> variables = scrubbed(context.world.variables);
  const bool proves = std::ranges::any_of(job.benchmarks, [](const ComparedBenchmark& benchmark) {
    return benchmark.contender.settings.proof.has_value();
  });
  const CompareWorld world{context.world.processes, context.world.clock, variables, counter.get(),
                           proves ? context.world.proving_library() : ""};
  std::uint64_t seed = 0;
  if (!job.benchmarks.empty()) {
    const auto& asked = job.benchmarks.front().contender.settings.seed;
    // Each benchmark has another one, whichever call compares it.
    seed = asked ? *asked + job.before : context.world.draw_seed();
  }
  bool any_failed = std::ranges::any_of(job.failures, [](const FailureEntry& failure) { return !failure.is_skip(); });
  std::size_t skipped = 0;
  for (std::size_t i = 0; i < job.benchmarks.size(); ++i) {
    const ComparedBenchmark& benchmark = job.benchmarks[i];
    follower.begin(i + 1);
    const std::size_t family = benchmark.is_control ? job.family_of_controls : job.family;
    const CompareOutcome outcome = compare_benchmark(benchmark, family, seed++, journal, follower, world);
    any_failed |= outcome.failed;
    skipped += outcome.skipped ? 1 : 0;
    if (outcome.interrupted) {
      context.exit_code = interruption() == SIGINT ? ExitCode::interrupted : ExitCode::terminated;
      follower.end();
      follower.say(fmt::format("\ncmicro: interrupted; what was measured is in {}\n  hint: cmicro show {}\n",
                               journal.path(), shell_line({journal.path()})),
                   context.err);
      break;
    }
  }
  follower.end();
  if (context.exit_code == ExitCode::ok) {
    const bool all_skipped = skipped > 0 && skipped == job.benchmarks.size();
    context.exit_code = any_failed ? ExitCode::failed : all_skipped ? ExitCode::skipped : ExitCode::ok;
  }
  return follower.results();
}

}  // namespace micro
