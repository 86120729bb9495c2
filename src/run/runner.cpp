#include "run/runner.h"

#include <map>
#include <optional>
#include <random>

#include "platform/files.h"
#include "run/fork.h"
#include "run/plan.h"
#include "run/program.h"

namespace micro {
namespace {

// What is known about a benchmark while the run goes on.
struct State {
  std::optional<std::uint64_t> fixed_ops;  // where the program takes them: from the first fork; 1 of single shots
  int failures = 0;
  Outcome worst = Outcome::ok;
  bool closed = false;  // no further forks
};

constexpr int failures_at_most = 3;
constexpr std::size_t padding_below = 4096;  // bytes of environment: a page, so that each placement of the stack is met

bool may_differ_next_time(Outcome outcome) {
  return outcome == Outcome::crashed || outcome == Outcome::exited;
}

}  // namespace

double expected_run_ns(const std::vector<MeasuredBenchmark>& benchmarks) {
  double sum = 0;
  for (const MeasuredBenchmark& benchmark : benchmarks) {
    sum += benchmark.settings.forks * expected_fork_ns(benchmark.settings);
  }
  return sum;
}

RunOutcome run_benchmarks(const std::vector<MeasuredBenchmark>& benchmarks, std::uint64_t seed, JournalWriter& journal,
                          RunObserver& observer, ProcessRunner& processes, Clock& clock,
                          const std::vector<std::string>& caller_variables, InstructionCounter* counter,
                          const EarlierForks& earlier) {
  const TemporaryFolder folder;
  ForkLauncher launcher(processes, clock, caller_variables, folder.path());
  std::mt19937_64 random(seed + 1);  // not the sequence that the plan is drawn from
  const auto record = [&](const JournalEntry& entry) {
    journal.append(entry);
    observer.recorded(entry);
  };
  std::vector<int> forks;
  for (const MeasuredBenchmark& benchmark : benchmarks) {
    forks.push_back(benchmark.settings.forks);
    if (!earlier.contains(benchmark.id)) record(planned_entry(benchmark, seed));
  }
  const double expected_ns = expected_run_ns(benchmarks);
  double done_ns = 0;
  std::map<const Variant*, bool> answers;
  const auto takes_fixed = [&](const MeasuredBenchmark& benchmark) {
    const auto [known, is_new] = answers.emplace(benchmark.variant, false);
    if (is_new) known->second = takes_fixed_ops(*benchmark.variant, benchmark.settings, caller_variables, processes);
    return known->second;
  };
  std::vector<State> states(benchmarks.size());
  RunOutcome outcome;
  int order = 0;
  for (const PlannedFork& planned : plan_forks(forks, seed)) {
    const MeasuredBenchmark& benchmark = benchmarks[planned.benchmark];
    State& state = states[planned.benchmark];
    const std::size_t padding = 1 + random() % padding_below;
    const auto take = [&](const ForkEntry& fork) {
      if (fork.outcome != Outcome::ok) {
        state.worst = fork.outcome;
        state.closed = ++state.failures == failures_at_most || !may_differ_next_time(fork.outcome);
      } else if (!state.fixed_ops && planned.round + 1 < benchmark.settings.forks) {
        if (takes_fixed(benchmark)) state.fixed_ops = ops_for(benchmark.settings.iteration_ns, fork);
      }
    };
    const auto known = earlier.find(benchmark.id);
    if (known != earlier.end() && known->second.contains(planned.round)) {
      take(known->second.at(planned.round));
      ++order;
    } else if (!state.closed) {
      observer.before_fork(benchmark, planned.round, done_ns / expected_ns);
      if (benchmark.id.single_shot && takes_fixed(benchmark)) state.fixed_ops = 1;
      const ForkEntry fork =
          launcher.run({&benchmark, planned.round, order++, state.fixed_ops, padding}, outcome.interrupted);
      if (outcome.interrupted) break;
      record(fork);
      take(fork);
    }
    done_ns += expected_fork_ns(benchmark.settings);
  }
  for (std::size_t i = 0; i < benchmarks.size() && counter != nullptr && !outcome.interrupted; ++i) {
    const MeasuredBenchmark& benchmark = benchmarks[i];
    if (!counts_instructions(benchmark) || states[i].worst != Outcome::ok) continue;
    observer.before_count(benchmark);
    const CountEntry count = counter->count({&benchmark, takes_fixed(benchmark)}, outcome.interrupted);
    if (!outcome.interrupted) record(count);
  }
  for (const State& state : states) {
    outcome.skipped += state.worst == Outcome::skipped ? 1 : 0;
    outcome.failed += state.worst != Outcome::ok && state.worst != Outcome::skipped ? 1 : 0;
  }
  return outcome;
}

}  // namespace micro
