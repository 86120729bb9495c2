// A run: the plan is carried out fork by fork, and each goes to the journal as soon as it has ended.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "journal/journal.h"
#include "platform/clock.h"
#include "platform/process.h"
#include "run/benchmark.h"
#include "run/instruction_counter.h"

namespace micro {

// Is told how the run goes on.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  // Before a fork. `done` is the part of the planned time that lies behind us, 0 to 1.
  virtual void before_fork(const MeasuredBenchmark& benchmark, int round, double done) = 0;
  // Before its instructions are counted, which comes after all forks.
  virtual void before_count(const MeasuredBenchmark& benchmark) = 0;
  // After an entry went to the journal.
  virtual void recorded(const JournalEntry& entry) = 0;
};

struct RunOutcome {
  int failed = 0;            // benchmarks
  int skipped = 0;           // benchmarks
  bool interrupted = false;  // by a signal: the rest of the plan was not carried out
};

// How long the run should take, in nanoseconds.
double expected_run_ns(const std::vector<MeasuredBenchmark>& benchmarks);

// Forks that were made before, of a run that was interrupted.
using EarlierForks = std::map<BenchmarkId, std::map<int, ForkEntry>>;  // by their rounds

// Carries out the plan that `seed` gives. A benchmark that reports an error or a skip, or doesn't end, gets no further
// forks; one that crashes gets at most three attempts that fail. JournalError if the journal can't be written; then
// nothing more is run.
// What was made `earlier` is not made again, and counts as if it were; of it nothing more is recorded.
// `counter` counts instructions where that is asked for; null where it is for none of them.
RunOutcome run_benchmarks(const std::vector<MeasuredBenchmark>& benchmarks, std::uint64_t seed, JournalWriter& journal,
                          RunObserver& observer, ProcessRunner& processes, Clock& clock,
                          const std::vector<std::string>& caller_variables, InstructionCounter* counter = nullptr,
                          const EarlierForks& earlier = {});

}  // namespace micro
