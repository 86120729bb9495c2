// Measuring a comparison: pairs of forks, one of each side, until it is decided.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "journal/journal.h"
#include "model/verdict.h"
#include "platform/clock.h"
#include "platform/process.h"
#include "run/benchmark.h"
#include "run/instruction_counter.h"

namespace micro {

// A benchmark in two forms: of two programs, variants or parameters.
struct ComparedBenchmark {
  MeasuredBenchmark baseline;
  MeasuredBenchmark contender;
  bool is_control = false;  // it must not have changed for the others to be believed
};

// Both with their sides, and with forks as comparisons make them: six iterations of half a millisecond, of which the
// fastest counts. (Under load short iterations more often run undisturbed, and the first of a process pays for its
// start.) Where the options say how forks are to be, they are that way.
ComparedBenchmark compared(MeasuredBenchmark baseline, MeasuredBenchmark contender);

// Follows a comparison.
class CompareObserver {
 public:
  virtual ~CompareObserver() = default;
  virtual void recorded(const JournalEntry& entry) = 0;
  // Before the instructions of both sides are counted.
  virtual void before_count(const ComparedBenchmark& benchmark) = 0;
  virtual void after_pair(const ComparedBenchmark& benchmark, std::size_t pairs) = 0;
};

struct CompareOutcome {
  bool interrupted = false;
  bool failed = false;                  // a side failed so often that there is nothing to decide
  bool skipped = false;                 // a side asks to be skipped
  std::string not_copied;               // why the programs themselves are run; empty if copies are
  bool takes_other_iterations = false;  // the library can't be told how many: both sides found their own number
};

// What measuring needs of the world around it.
struct CompareWorld {
  ProcessRunner& processes;
  Clock& clock;
  const std::vector<std::string>& caller_variables;
  InstructionCounter* counter = nullptr;  // where instructions are counted
  std::string proving_library = {};       // where a function is delayed (PROVE)
};

// Compares one benchmark, of `family` that are compared together. Everything is recorded: the plan, each fork, and why
// it ended.
CompareOutcome compare_benchmark(const ComparedBenchmark& benchmark, std::size_t family, std::uint64_t seed,
                                 JournalWriter& journal, CompareObserver& observer, const CompareWorld& world);

}  // namespace micro
