// From the journal to results: forks are gathered by benchmark, times are brought to one meaning and one unit, scores
// are derived.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "journal/entry.h"
#include "model/result.h"
#include "stats/disturbed.h"

namespace micro {

// Everything that a journal (or several) says.
struct RunRecord {
  std::vector<HeaderEntry> headers;
  std::vector<Result> results;  // in the order in which the benchmarks were planned
  std::vector<FailureEntry> failures;
  std::vector<Complexity> complexities;
  std::vector<Warning> warnings;
  std::vector<BenchmarkId> not_in_view;  // were measured, but not in a mode that is to be seen
  std::vector<std::string> notes;        // what else a reader of the results must know
};

// How results are to be seen, where that is not left to the options that they were measured with.
struct View {
  std::optional<std::vector<Mode>> modes;
  std::optional<std::optional<TimeUnit>> unit;  // with nothing in it: chosen for the table
  std::optional<Baseline> baseline = {};        // for ratios; with nothing in it: none
};

// Takes the entries one by one, keeping only what the results need.
class ResultBuilder {
 public:
  explicit ResultBuilder(View view = {}) : view_(std::move(view)) {}

  void take(JournalEntry entry);

  // The results of all that was taken: one for each mode that a benchmark was asked in, with its score and its ratio to
  // the baseline.
  RunRecord finish();

 private:
  struct Collected;
  Collected& collected(const BenchmarkId& id);
  void add_fork(const ForkEntry& fork);

  struct CounterSamples {
    std::vector<std::vector<double>> values;           // forks → those of its iterations that have the counter
    std::vector<std::vector<std::size_t>> iterations;  // likewise: which these are
    bool has_gaps = false;                             // one lacks it that comes before one that has it
  };
  // One benchmark as it is put together.
  struct Collected {
    Result result;  // what its modes have in common; `primary` is the time, in nanoseconds
    bool single_shot = false;
    std::vector<Mode> modes;
    std::vector<CounterEntry> declared_counters;
    std::vector<std::vector<double>> cpu_ns;         // forks → iterations
    std::map<std::string, CounterSamples> counters;  // by label
    std::optional<CountEntry> count;                 // of instructions, where they were to be counted
    std::vector<std::string> environment;            // of the program, NAME=VALUE
    std::vector<OptionEntry> options;
    std::string flags;
    std::string working_directory;
    std::vector<std::string> before_fork;  // command around each fork; empty if there is none
    std::vector<std::string> after_fork;
    std::string fit_order;                       // of the complexity; empty if it asks for none
    double fit_term = 0;                         // value of its term here
    std::set<std::pair<std::string, int>> seen;  // start and order of the forks that were taken
    bool differs = false;                        // joined runs have other flags, options or programs
    bool has_unknown_mode = false;               // the file asks for none that there is
    int failed_forks = 0;
    std::size_t expected_iterations = 0;  // in each fork
    bool other_iterations = false;        // a fork had another number of them
  };
  // Judges whether a benchmark is whole, in its outcome or in a note; false if nothing of it was measured.
  bool conclude(Collected& benchmark);
  static Result in_mode(const Collected& benchmark, Mode mode);
  [[nodiscard]] static bool is_in_view(const Collected& benchmark);
  void fit_complexities();

  View view_;
  RunRecord record_;
  DisturbedForks disturbed_;
  std::vector<Collected> benchmarks_;
  std::map<BenchmarkId, std::size_t> index_;
  std::size_t missing_counters_ = 0;  // forks that lack a counter that a later one of their benchmark has
  std::size_t repeated_forks_ = 0;    // the same fork twice: a journal was given twice, or is part of a merged one
};

}  // namespace micro
