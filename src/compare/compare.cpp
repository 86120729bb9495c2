#include "compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <random>
#include <utility>

#include "compare/copies.h"
#include "compare/pairing.h"
#include "model/benchmark_name.h"
#include "model/comparison.h"
#include "platform/files.h"
#include "run/fork.h"
#include "run/program.h"
#include "stats/decision.h"

namespace micro {
namespace {

constexpr int iterations_of_fork = 6;
constexpr double iteration_ns = 0.5e6;
constexpr double rough_count_ns = 3e6;       // without valgrind, which takes fifty times as long
constexpr int failures_at_most = 3;          // of either side
constexpr std::size_t padding_below = 4096;  // bytes of environment: a page

// Iterations of a fork. Of long ones fewer: the first of them is not much slower than the others. Where the process
// takes long to begin with, more: they come cheap then.
int iterations_for(double op_ns, double overhead_ns) {
  constexpr double fork_ns = 16e6;
  constexpr double part_of_overhead = 0.5;
  constexpr double most = 20;
  const double length_ns = std::max(op_ns, iteration_ns);
  const double by_length = std::clamp(fork_ns / length_ns, 2.0, static_cast<double>(iterations_of_fork));
  return static_cast<int>(std::clamp(part_of_overhead * overhead_ns / length_ns, by_length, most));
}

// What the process of a fork takes beside its iterations.
double overhead_ns(const ForkEntry& fork) {
  double timed_ns = 0;
  for (const IterationEntry& iteration : fork.iterations) {
    timed_ns += iteration.real_ns * static_cast<double>(iteration.ops);
  }
  return std::max(0.0, static_cast<double>(fork.elapsed_ns) - timed_ns);
}

// One comparison under way.
class Comparer {
 public:
  Comparer(const ComparedBenchmark& benchmark, const CompareWorld& world, const std::string& folder)
      : benchmark_(benchmark),
        world_(world),
        copies_(benchmark.baseline.variant->executable, benchmark.contender.variant->executable, folder, world.clock),
        launcher_(world.processes, world.clock, world.caller_variables, folder) {}

  ForkEntry fork(Side side, int round, std::size_t padding) {
    const MeasuredBenchmark& measured = side == Side::baseline ? benchmark_.baseline : benchmark_.contender;
    const std::string& path = side == Side::baseline ? copies_.baseline() : copies_.contender();
    // Paths of equal length, where the programs themselves are run.
    const std::size_t longest = std::max(copies_.baseline().size(), copies_.contender().size());
    ForkRequest request{&measured, round, order_++, ops_, padding + longest - path.size(), path};
    return launcher_.run(request, interrupted_);
  }

  CountEntry count(Side side, bool takes_fixed_ops, std::optional<std::uint64_t> ops, bool is_rough) {
    const MeasuredBenchmark& measured = side == Side::baseline ? benchmark_.baseline : benchmark_.contender;
    const std::string& path = side == Side::baseline ? copies_.baseline() : copies_.contender();
    const std::size_t longest = std::max(copies_.baseline().size(), copies_.contender().size());
    return world_.counter->count({&measured, takes_fixed_ops, ops, 1 + longest - path.size(), path, is_rough},
                                 interrupted_);
  }

  [[nodiscard]] bool interrupted() const { return interrupted_; }
  ProgramCopies& copies() { return copies_; }
  void fix_ops(std::optional<std::uint64_t> ops) { ops_ = ops; }

 private:
  const ComparedBenchmark& benchmark_;
  const CompareWorld& world_;
  ProgramCopies copies_;
  ForkLauncher launcher_;
  std::optional<std::uint64_t> ops_;
  int order_ = 0;
  bool interrupted_ = false;
};

bool take_fixed_ops(const ComparedBenchmark& benchmark, const CompareWorld& world) {
  const auto takes = [&](const MeasuredBenchmark& measured) {
    return takes_fixed_ops(*measured.variant, measured.settings, world.caller_variables, world.processes);
  };
  const bool is_one = benchmark.baseline.variant->executable == benchmark.contender.variant->executable;
  return takes(benchmark.baseline) && (is_one || takes(benchmark.contender));
}

// Decided by instructions alone, without pairs.
// Whether it is to be found out if the programs do the same work, and can be.
bool may_be_layout(const ComparedBenchmark& benchmark, const Decision& decision, const CompareWorld& world) {
  const Settings& settings = benchmark.contender.settings;
  if (settings.count != Count::automatic || benchmark.contender.id.single_shot || world.counter == nullptr) {
    return false;
  }
  const bool sanitized =
      benchmark.baseline.variant->not_a_measurement || benchmark.contender.variant->not_a_measurement;
  return !sanitized && may_be_layout(decision.decided()) && world.counter->obstacle().empty();
}

bool is_counted_only(const ComparedBenchmark& benchmark) {
  return benchmark.contender.settings.count == Count::only && counts_instructions(benchmark.contender);
}

}  // namespace

ComparedBenchmark compared(MeasuredBenchmark baseline, MeasuredBenchmark contender) {
  baseline.id.side = Side::baseline;
  contender.id.side = Side::contender;
  for (MeasuredBenchmark* measured : {&baseline, &contender}) {
    measured->settings.forks = 0;  // as many as it takes
    if (measured->settings.comparison.forks_are_asked || measured->id.single_shot) continue;
    measured->settings.iterations = iterations_of_fork;
    measured->settings.iteration_ns = iteration_ns;
    measured->settings.warmup_iterations = 0;
    measured->settings.warmup_ns = 0;
  }
  return {std::move(baseline), std::move(contender)};
}

CompareOutcome compare_benchmark(const ComparedBenchmark& planned, std::size_t family, std::uint64_t seed,
                                 JournalWriter& journal, CompareObserver& observer, const CompareWorld& world) {
  ComparedBenchmark benchmark = planned;
  CompareOutcome outcome;
  const auto record = [&](const JournalEntry& entry) {
    journal.append(entry);
    observer.recorded(entry);
  };
  const ComparisonSettings& settings = benchmark.contender.settings.comparison;
  ComparisonEntry comparison{benchmark.baseline.id, benchmark.contender.id, settings.rules, seed};
  comparison.rules.family = family;
  comparison.is_control = benchmark.is_control;
  if (is_counted_only(benchmark) && !settings.threshold_is_asked) {
    comparison.rules.threshold = std::log1p(parse_benchmark_name(benchmark.contender.id.benchmark).threads > 1
                                                ? instructions_of_threads_differ_from
                                                : instructions_differ_from);
  }

  const TemporaryFolder folder;
  Comparer comparer(benchmark, world, folder.path());
  std::mt19937_64 random(seed);
  const auto draw_padding = [&random] { return 1 + random() % padding_below; };

  // How long an op takes, by the baseline; with it, what a fork is to be.
  outcome.takes_other_iterations = !take_fixed_ops(benchmark, world);
  std::optional<ForkEntry> failed;
  double op_ns = iteration_ns;
  if (benchmark.baseline.id.single_shot) {
    if (!outcome.takes_other_iterations) comparer.fix_ops(1);
  } else if (!is_counted_only(benchmark)) {
    comparer.copies().renew(false);
    ForkEntry calibrated = comparer.fork(Side::baseline, 0, draw_padding());
    // What the benchmark itself says of itself it says wherever it lies.
    const bool says_so = calibrated.outcome == Outcome::error || calibrated.outcome == Outcome::skipped;
    const bool fails = calibrated.outcome != Outcome::ok && !says_so;
    if (fails && comparer.copies().refusal().empty() && !comparer.interrupted()) {
      // A program that finds its data by its own path?
      comparer.copies().give_up("its copy does not run as it does itself");
      calibrated = comparer.fork(Side::baseline, 0, draw_padding());
    }
    op_ns = fastest_ns(calibrated).value_or(iteration_ns);
    if (!settings.forks_are_asked) {
      for (MeasuredBenchmark* measured : {&benchmark.baseline, &benchmark.contender}) {
        measured->settings.iterations = iterations_for(op_ns, overhead_ns(calibrated));
      }
    }
    if (calibrated.outcome != Outcome::ok) failed = std::move(calibrated);
    if (!outcome.takes_other_iterations && !failed) {
      comparer.fix_ops(ops_for(benchmark.baseline.settings.iteration_ns, op_ns));
    }
  }
  outcome.not_copied = comparer.copies().refusal();
  if (comparer.interrupted()) {
    outcome.interrupted = true;
    return outcome;
  }
  if (!outcome.not_copied.empty()) {
    comparison.notes.push_back("the programs themselves were run, not copies: " + outcome.not_copied);
  }
  if (outcome.takes_other_iterations) {
    comparison.notes.emplace_back(
        "the library can't be told how many ops to time (before 1.8): both sides found their own number");
  }
  record(comparison);
  record(planned_entry(benchmark.baseline, seed));
  record(planned_entry(benchmark.contender, seed));
  // The same number of ops on both sides.
  const auto count = [&](bool is_rough) {
    if (world.counter == nullptr || outcome.failed || outcome.skipped) return;
    observer.before_count(benchmark);
    std::optional<std::uint64_t> ops;
    if (is_rough) ops = ops_for(rough_count_ns, op_ns);
    for (const Side side : {Side::baseline, Side::contender}) {
      const CountEntry counted = comparer.count(side, !outcome.takes_other_iterations, ops, is_rough);
      if (comparer.interrupted()) return;
      record(counted);
      if (counted.outcome == Outcome::ok) {
        ops = counted.ops;
      } else if (is_counted_only(benchmark)) {
        (counted.outcome == Outcome::skipped ? outcome.skipped : outcome.failed) = true;
        return;
      }
    }
  };
  const auto end = [&](const char* reason) {
    if (counts_instructions(benchmark.contender)) count(false);
    outcome.interrupted = comparer.interrupted();
    if (outcome.interrupted) return outcome;
    record(ComparisonEndEntry{benchmark.contender.id, reason});
    return outcome;
  };
  if (failed) {
    record(*failed);
    (failed->outcome == Outcome::skipped ? outcome.skipped : outcome.failed) = true;
    return end("failed");
  }

  if (is_counted_only(benchmark)) {
    comparer.copies().renew(false);
    return end(end_counted);
  }

  Decision decision(comparison.rules, seed);
  const std::size_t least = Decision::least_pairs(comparison.rules);
  const std::int64_t start_ns = world.clock.elapsed_ns();
  std::array<int, 2> failures{};
  std::size_t pairs = 0;
  for (int round = 0;; ++round) {
    const std::size_t padding = draw_padding();
    const bool contender_first = (random() & 1) != 0;
    comparer.copies().renew((random() & 1) != 0);
    std::array<ForkEntry, 2> forks;
    for (const Side side :
         {contender_first ? Side::contender : Side::baseline, contender_first ? Side::baseline : Side::contender}) {
      const std::size_t place = side == Side::baseline ? 0 : 1;
      forks[place] = comparer.fork(side, round, padding);
      if (comparer.interrupted()) {
        outcome.interrupted = true;
        return outcome;
      }
      record(forks[place]);
      outcome.skipped |= forks[place].outcome == Outcome::skipped;
      failures[place] += forks[place].outcome == Outcome::ok ? 0 : 1;
    }
    if (outcome.skipped) return end("failed");
    if (std::ranges::max(failures) >= failures_at_most) {
      outcome.failed = true;
      return end("failed");
    }
    if (const auto pair = pair_of(forks[0], forks[1])) {
      ++pairs;
      const bool decided = decision.add(*pair);
      observer.after_pair(benchmark, pairs);
      if (decided) {
        if (may_be_layout(benchmark, decision, world)) count(true);
        return end("decided");
      }
    }
    if (settings.pairs && round + 1 >= *settings.pairs) return end("pairs");
    const auto spent_ns = static_cast<double>(world.clock.elapsed_ns() - start_ns);
    const bool may_stop = settings.max_time_is_asked || pairs >= least || static_cast<std::size_t>(round) > 2 * least;
    if (spent_ns > settings.max_time_ns && may_stop) return end("time");
  }
}

}  // namespace micro
