// From a journal to what was compared and found: both sides of each benchmark, the decision, and whether the controls
// let it be believed.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compare/pairing.h"
#include "journal/entry.h"
#include "model/comparison.h"
#include "stats/results.h"

namespace micro {

// Everything that is known of a comparison.
struct ComparisonRecord {
  std::vector<HeaderEntry> headers;
  std::string baseline;                       // what the sides are, for people: "HEAD~1 (4f2c9ab)"
  std::string contender;                      // "working tree (dirty)"
  std::vector<Comparison> comparisons;        // of each suite controls first, then in the order of the plan
  std::vector<std::string> only_in_baseline;  // full names of benchmarks
  std::vector<std::string> only_in_contender;
  std::vector<FailureEntry> failures;
  std::vector<Warning> warnings;
  std::vector<std::string> notes;
};

// Takes the entries one by one.
class ComparisonBuilder {
 public:
  void take(const JournalEntry& entry);
  ComparisonRecord finish();

 private:
  // Wall times, in nanoseconds.
  ResultBuilder results_{
      View{std::vector{Mode::average_time, Mode::single_shot}, std::optional{TimeUnit::nanoseconds}, Baseline{}}};
  PairBuilder pairs_;
  std::map<BenchmarkId, std::optional<TimeUnit>> units_;  // that were asked for
  std::map<BenchmarkId, DelayedFunction> delayed_;        // in contenders
  std::map<BenchmarkId, CountEntry> failures_of_calls_;   // whose calls could not be counted
  ComparisonRecord record_;
};

// What says how sure a mean is says nothing of a comparison.
bool says_nothing_of_comparisons(WarningKind kind);

// Fills in what is the same however the sides were measured: medians, counters; trust, by suite; and the order.
void complete(ComparisonRecord& record);

// How many have this verdict. What has none for a failed side, or is not trusted, is not counted.
std::size_t count_of(const ComparisonRecord& record, Verdict verdict);
// How many have none: a side was skipped, or failed.
std::size_t count_of_skipped(const ComparisonRecord& record);
std::size_t count_of_failed(const ComparisonRecord& record);

// The geometric mean of the ratios of all comparisons that are no controls, and of how many.
struct MeanRatio {
  double ratio = 1;
  std::size_t count = 0;
};
MeanRatio mean_ratio(const ComparisonRecord& record);

}  // namespace micro
