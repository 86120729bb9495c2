// The log of a run in the blocks that JMH prints: what is measured and how, each iteration of each fork, and the result
// when a benchmark's last fork has ended.
#pragma once

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "run/benchmark.h"
#include "stats/results.h"

namespace micro {

// Forks of several benchmarks take turns, so a benchmark is named again before a fork of it that does not follow
// another one of it.
class RunLog {
 public:
  // Writes nothing where `out` is null. The benchmarks outlive this.
  RunLog(const std::vector<MeasuredBenchmark>& benchmarks, std::ostream* out);

  // What is recorded goes in here. `progress` tells how far the run was before a fork: "12.50% complete, ETA 00:03:21".
  void take(const JournalEntry& entry, const std::string& progress);

  // What this benchmark's forks give so far: "1.912 ± 0.031 us/op"; empty before the first.
  [[nodiscard]] std::string score_so_far(const BenchmarkId& id) const;

  // The end of the log: how long all took, and what the numbers mean.
  void finish(std::int64_t elapsed_ns);

 private:
  struct Followed {
    const MeasuredBenchmark* benchmark = nullptr;
    BenchmarkEntry planned;
    View view;              // the first of its modes, in a unit that fits its first fork
    ResultBuilder results;  // of this benchmark alone, in that view
    bool begun = false;
    int forks = 0;
  };
  void begin(const Followed& followed, const ForkEntry& fork);
  void log_fork(Followed& followed, const ForkEntry& fork, const std::string& progress);
  void log_iterations(const Followed& followed, const ForkEntry& fork);

  std::ostream* out_;
  HeaderEntry header_;
  std::map<BenchmarkId, Followed> benchmarks_;
  const Followed* last_ = nullptr;
};

}  // namespace micro
