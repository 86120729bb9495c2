// From the journal to results: forks are gathered by benchmark, times are brought to one meaning and one unit, scores
// are derived.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "journal/entry.h"
#include "model/result.h"

namespace micro {

// Everything that a journal (or several) says.
struct RunRecord {
  std::vector<HeaderEntry> headers;
  std::vector<Result> results;  // in the order in which the benchmarks were planned
  std::vector<FailureEntry> failures;
  std::vector<Complexity> complexities;
  std::vector<Warning> warnings;
  std::vector<std::string> notes;  // what else a reader of the results must know
};

// Takes the entries one by one, keeping only what the results need.
class ResultBuilder {
 public:
  void take(JournalEntry entry);

  // The results of all that was taken, all times in one unit: the largest in which none of them is below 1.
  RunRecord finish();

 private:
  struct Collected;
  Collected& collected(const BenchmarkId& id);
  void add_fork(const ForkEntry& fork);

  // One benchmark as it is put together: `result` still in nanoseconds.
  struct Collected {
    Result result;
    std::vector<std::vector<double>> cpu_ns;                           // forks → iterations
    std::map<std::string, std::vector<std::vector<double>>> counters;  // label → forks → iterations
    std::vector<std::string> environment;                              // of the program, NAME=VALUE
    std::vector<OptionEntry> options;
    std::string flags;
    std::string working_directory;
    std::set<std::pair<std::string, int>> seen;  // start and order of the forks that were taken
    bool differs = false;                        // joined runs have other flags, options or programs
    int failed_forks = 0;
    std::size_t expected_iterations = 0;  // in each fork
    bool other_iterations = false;        // a fork had another number of them
    bool debug_library = false;
  };
  RunRecord record_;
  std::vector<Collected> benchmarks_;
  std::map<BenchmarkId, std::size_t> index_;
  std::size_t repeated_forks_ = 0;  // the same fork twice: a journal was given twice, or is part of a merged one
};

}  // namespace micro
