#include "compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <future>
#include <optional>
#include <random>
#include <utility>

#include "compare/copies.h"
#include "compare/fork_shape.h"
#include "compare/pairing.h"
#include "model/benchmark_name.h"
#include "model/comparison.h"
#include "platform/files.h"
#include "run/fork.h"
#include "run/program.h"
#include "run/proof.h"
#include "stats/decision.h"

namespace micro {
namespace {

constexpr double rough_count_ns = 3e6;       // without valgrind, which takes fifty times as long
constexpr int failures_at_most = 3;          // of either side
constexpr std::size_t padding_below = 4096;  // bytes of environment: a page
constexpr std::array sides = {Side::baseline, Side::contender};

std::size_t place(Side side) {
  return side == Side::baseline ? 0 : 1;
}

bool is_counted_only(const ComparedBenchmark& benchmark) {
  return benchmark.contender.settings.count == Count::only && counts_instructions(benchmark.contender);
}

bool take_fixed_ops(const ComparedBenchmark& benchmark, const CompareWorld& world) {
  const auto takes = [&](const MeasuredBenchmark& measured) {
    return takes_fixed_ops(*measured.variant, measured.settings, world.caller_variables, world.processes);
  };
  const bool is_one = benchmark.baseline.variant->executable == benchmark.contender.variant->executable;
  return takes(benchmark.baseline) && (is_one || takes(benchmark.contender));
}

// What is planned of it, to be recorded.
ComparisonEntry planned_comparison(const ComparedBenchmark& benchmark, std::size_t family, std::uint64_t seed) {
  const ComparisonSettings& settings = benchmark.contender.settings.comparison;
  ComparisonEntry comparison{benchmark.baseline.id, benchmark.contender.id, settings.rules, seed};
  comparison.rules.family = family;
  comparison.is_control = benchmark.is_control;
  if (is_counted_only(benchmark) && !settings.threshold_is_asked) {
    comparison.rules.threshold = std::log1p(parse_benchmark_name(benchmark.contender.id.benchmark).threads > 1
                                                ? instructions_of_threads_differ_from
                                                : instructions_differ_from);
  }
  return comparison;
}

// What the process of a fork takes beside its iterations.
double beside_iterations_ns(const ForkEntry& fork) {
  double timed_ns = 0;
  for (const IterationEntry& iteration : fork.iterations) {
    timed_ns += iteration.real_ns * static_cast<double>(iteration.ops);
  }
  return std::max(0.0, static_cast<double>(fork.elapsed_ns) - timed_ns);
}

// One comparison under way.
class Comparer {
 public:
  Comparer(const ComparedBenchmark& benchmark, std::size_t family, std::uint64_t seed, JournalWriter& journal,
           CompareObserver& observer, const CompareWorld& world)
      : benchmark_(benchmark),
        settings_(benchmark_.contender.settings.comparison),
        seed_(seed),
        journal_(journal),
        observer_(observer),
        world_(world),
        random_(seed),
        comparison_(planned_comparison(benchmark, family, seed)),
        unproven_(benchmark.contender),
        copies_(benchmark.baseline.variant->executable, benchmark.contender.variant->executable, folder_.path(),
                world.clock),
        launcher_(world.processes, world.clock, world.caller_variables, folder_.path()) {
    if (!unproven_.settings.proof) return;
    const double delay_ns = unproven_.settings.proof->delay_ns;
    Settings& before = benchmark_.baseline.settings;
    Settings& after = benchmark_.contender.settings;
    before = with_proof(before, world.proving_library, 0, "");
    after = with_proof(after, world.proving_library, delay_ns, "");
  }

  CompareOutcome run() {
    outcome_.takes_other_iterations = !take_fixed_ops(benchmark_, world_);
    const std::optional<ForkEntry> failed = shape_forks();
    if (interrupted_) return stopped();
    record_plan();
    if (failed) {
      record(*failed);
      (failed->outcome == Outcome::skipped ? outcome_.skipped : outcome_.failed) = true;
      return end("failed");
    }
    if (is_counted_only(benchmark_)) {
      copies_.renew(false);
      return end(end_counted);
    }
    if (unproven_.settings.proof) {
      const CountEntry calls = count_calls();
      if (interrupted_) return stopped();
      record(calls);
      outcome_.skipped = calls.outcome == Outcome::skipped;
      outcome_.failed = calls.outcome != Outcome::ok && !outcome_.skipped;
      if (calls.outcome != Outcome::ok) return end("failed");
      if (calls.value == 0) return end(end_not_called);
    }
    return measure_pairs();
  }

 private:
  void record(const JournalEntry& entry) {
    journal_.append(entry);
    observer_.recorded(entry);
  }

  CompareOutcome stopped() {
    outcome_.not_copied = copies_.refusal();
    outcome_.interrupted = true;
    return outcome_;
  }

  CompareOutcome end(const char* reason) {
    if (counts_instructions(benchmark_.contender)) count_exactly();
    if (interrupted_) return stopped();
    record(ComparisonEndEntry{benchmark_.contender.id, reason});
    return outcome_;
  }

  [[nodiscard]] const MeasuredBenchmark& measured(Side side) const {
    return side == Side::baseline ? benchmark_.baseline : benchmark_.contender;
  }
  // A copy, or the program itself.
  [[nodiscard]] const std::string& program(Side side) const {
    return side == Side::baseline ? copies_.baseline() : copies_.contender();
  }
  // Bytes of environment that make up for paths of unequal length, where the programs themselves are run.
  [[nodiscard]] std::size_t levelling(Side side) const {
    return std::max(copies_.baseline().size(), copies_.contender().size()) - program(side).size();
  }
  std::size_t draw_padding() { return 1 + random_() % padding_below; }
  bool draw_bit() { return (random_() & 1) != 0; }

  ForkEntry fork(const MeasuredBenchmark& measured, Side side, int round, std::size_t padding) {
    return launcher_.run({&measured, round, order_++, ops_, padding + levelling(side), program(side)}, interrupted_);
  }
  ForkEntry fork(Side side, int round, std::size_t padding) { return fork(measured(side), side, round, padding); }

  // What the process of a fork of the baseline takes.
  double elapsed_ns(int iterations) {
    MeasuredBenchmark baseline = benchmark_.baseline;
    baseline.settings.iterations = iterations;
    return static_cast<double>(fork(baseline, Side::baseline, 0, draw_padding()).elapsed_ns);
  }

  // How long an op takes, by the baseline, and with it what a fork is to be. Returns a fork that shows that there is
  // nothing to compare.
  std::optional<ForkEntry> shape_forks() {
    if (benchmark_.baseline.id.single_shot) {
      if (!outcome_.takes_other_iterations) ops_ = 1;
      return std::nullopt;
    }
    if (is_counted_only(benchmark_)) return std::nullopt;
    copies_.renew(false);
    ForkEntry calibrated = fork(Side::baseline, 0, draw_padding());
    // What the benchmark itself says of itself it says wherever it lies.
    const bool says_so = calibrated.outcome == Outcome::error || calibrated.outcome == Outcome::skipped;
    const bool fails = calibrated.outcome != Outcome::ok && !says_so;
    if (fails && copies_.refusal().empty() && !interrupted_) {
      // A program that finds its data by its own path?
      copies_.give_up("its copy does not run as it does itself");
      calibrated = fork(Side::baseline, 0, draw_padding());
    }
    if (calibrated.outcome != Outcome::ok) return calibrated;
    op_ns_ = fastest_ns(calibrated).value_or(fork_iteration_ns);
    if (!outcome_.takes_other_iterations) ops_ = ops_for(benchmark_.baseline.settings.iteration_ns, op_ns_);
    if (settings_.forks_are_asked) return std::nullopt;
    int iterations = iterations_of(op_ns_);
    if (has_long_start(op_ns_, beside_iterations_ns(calibrated))) {
      const double one_ns = elapsed_ns(1);
      iterations = iterations_worth(op_ns_, fork_cost(one_ns, elapsed_ns(iterations_of_fork), op_ns_));
    }
    benchmark_.baseline.settings.iterations = benchmark_.contender.settings.iterations = iterations;
    return std::nullopt;
  }

  void record_plan() {
    outcome_.not_copied = copies_.refusal();
    if (!outcome_.not_copied.empty()) {
      comparison_.notes.push_back("the programs themselves were run, not copies: " + outcome_.not_copied);
    }
    if (outcome_.takes_other_iterations) {
      comparison_.notes.emplace_back(
          "the library can't be told how many ops to time (before 1.8): both sides found their own number");
    }
    record(comparison_);
    for (const Side side : sides) record(planned_entry(measured(side), seed_));
  }

  CompareOutcome measure_pairs() {
    Decision decision(comparison_.rules, seed_);
    const std::size_t least = Decision::least_pairs(comparison_.rules);
    const std::int64_t start_ns = world_.clock.elapsed_ns();
    std::array<int, 2> failures{};
    std::size_t pairs = 0;
    for (int round = 0;; ++round) {
      const std::array<ForkEntry, 2> forks = make_pair(round);
      if (interrupted_) return stopped();
      for (const Side side : sides) failures[place(side)] += forks[place(side)].outcome == Outcome::ok ? 0 : 1;
      if (outcome_.skipped) return end("failed");
      if (std::ranges::max(failures) >= failures_at_most) {
        outcome_.failed = true;
        return end("failed");
      }
      if (const auto pair = pair_of(forks[0], forks[1])) {
        ++pairs;
        const bool decided = decision.add(*pair);
        observer_.after_pair(benchmark_, pairs);
        if (decided) {
          if (is_layout_to_be_ruled_out(decision)) count_roughly();
          return end("decided");
        }
      }
      if (settings_.pairs && round + 1 >= *settings_.pairs) return end("pairs");
      const auto spent_ns = static_cast<double>(world_.clock.elapsed_ns() - start_ns);
      const bool may_stop =
          settings_.max_time_is_asked || pairs >= least || static_cast<std::size_t>(round) > 2 * least;
      if (spent_ns > settings_.max_time_ns && may_stop) return end("time");
    }
  }

  // Records both forks, of fewer than two if we were asked to stop.
  std::array<ForkEntry, 2> make_pair(int round) {
    const std::size_t padding = draw_padding();
    const bool contender_first = draw_bit();
    copies_.renew(draw_bit());
    std::array<ForkEntry, 2> forks;
    for (const Side side : {sides[contender_first ? 1 : 0], sides[contender_first ? 0 : 1]}) {
      ForkEntry& made = forks[place(side)] = fork(side, round, padding);
      if (interrupted_) break;
      record(made);
      outcome_.skipped |= made.outcome == Outcome::skipped;
    }
    return forks;
  }

  // Whether it is to be found out if the programs do the same work, and can be.
  [[nodiscard]] bool is_layout_to_be_ruled_out(const Decision& decision) const {
    if (benchmark_.contender.settings.proof) return false;
    if (benchmark_.contender.settings.count != Count::automatic || benchmark_.contender.id.single_shot) return false;
    const bool sanitized =
        benchmark_.baseline.variant->not_a_measurement || benchmark_.contender.variant->not_a_measurement;
    return world_.counter != nullptr && !sanitized && may_be_layout(decision.decided()) &&
           world_.counter->obstacle().empty();
  }

  CountEntry count(Side side, std::optional<std::uint64_t> ops, bool is_rough, bool& interrupted) const {
    return world_.counter->count(
        {&measured(side), !outcome_.takes_other_iterations, ops, 1 + levelling(side), program(side), is_rough},
        interrupted);
  }

  // By so many ops that a function is seen which is called in few of them.
  CountEntry count_calls() {
    constexpr double long_enough_ns = 5e6;
    constexpr std::uint64_t ops_at_least = 10;
    const std::uint64_t ops = std::max(ops_at_least, ops_for(long_enough_ns, op_ns_).value_or(0));
    return micro::count_calls(unproven_, world_.proving_library, !outcome_.takes_other_iterations, ops,
                              copies_.contender(), launcher_, folder_.path(), interrupted_);
  }

  // Both sides at once: other work does not change a count.
  void count_roughly() {
    observer_.before_count(benchmark_);
    const auto ops = ops_for(rough_count_ns, op_ns_);
    bool baseline_interrupted = false;
    auto baseline =
        std::async(std::launch::async, [&] { return count(Side::baseline, ops, true, baseline_interrupted); });
    const CountEntry contender = count(Side::contender, ops, true, interrupted_);
    const CountEntry counted = baseline.get();
    interrupted_ |= baseline_interrupted;
    if (interrupted_) return;
    record(counted);
    record(contender);
  }

  // One after the other, and so the same number of ops on both sides.
  void count_exactly() {
    if (world_.counter == nullptr || outcome_.failed || outcome_.skipped) return;
    observer_.before_count(benchmark_);
    std::optional<std::uint64_t> ops;
    for (const Side side : sides) {
      const CountEntry counted = count(side, ops, false, interrupted_);
      if (interrupted_) return;
      record(counted);
      if (counted.outcome == Outcome::ok) {
        ops = counted.ops;
      } else if (is_counted_only(benchmark_)) {
        (counted.outcome == Outcome::skipped ? outcome_.skipped : outcome_.failed) = true;
        return;
      }
    }
  }

  ComparedBenchmark benchmark_;
  const ComparisonSettings& settings_;
  std::uint64_t seed_;
  JournalWriter& journal_;
  CompareObserver& observer_;
  const CompareWorld& world_;
  std::mt19937_64 random_;
  ComparisonEntry comparison_;
  MeasuredBenchmark unproven_;  // the contender without what proving adds
  TemporaryFolder folder_;
  ProgramCopies copies_;
  ForkLauncher launcher_;
  double op_ns_ = fork_iteration_ns;
  std::optional<std::uint64_t> ops_;
  int order_ = 0;
  bool interrupted_ = false;
  CompareOutcome outcome_;
};

}  // namespace

ComparedBenchmark compared(MeasuredBenchmark baseline, MeasuredBenchmark contender) {
  baseline.id.side = Side::baseline;
  contender.id.side = Side::contender;
  for (MeasuredBenchmark* measured : {&baseline, &contender}) {
    measured->settings.forks = 0;  // as many as it takes
    if (measured->settings.comparison.forks_are_asked || measured->id.single_shot) continue;
    measured->settings.iterations = iterations_of_fork;
    measured->settings.iteration_ns = fork_iteration_ns;
    measured->settings.warmup_iterations = 0;
    measured->settings.warmup_ns = 0;
  }
  return {std::move(baseline), std::move(contender)};
}

CompareOutcome compare_benchmark(const ComparedBenchmark& benchmark, std::size_t family, std::uint64_t seed,
                                 JournalWriter& journal, CompareObserver& observer, const CompareWorld& world) {
  return Comparer(benchmark, family, seed, journal, observer, world).run();
}

}  // namespace micro
