// From the forks of a comparison to the pairs that decide it, and to the decision.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "journal/entry.h"
#include "model/verdict.h"
#include "stats/swap_test.h"

namespace micro {

// Wall time per op of the fastest iteration, in nanoseconds; absent of a fork that failed or has no such time (it is
// not positive: the clock is too coarse for it).
std::optional<double> fastest_ns(const ForkEntry& fork);

// Absent if either has no time.
std::optional<LogPair> pair_of(const ForkEntry& baseline, const ForkEntry& contender);

// One comparison as a journal tells it.
struct PairedComparison {
  ComparisonEntry comparison;
  std::string end;  // reason of its end; empty: the run ended before
  Decided decided;
  std::size_t unpaired = 0;    // rounds of which a side failed
  std::optional<double> tail;  // ratio of the slower halves, where it is another; stats/tail.h
};

// Puts comparisons together and decides them again, exactly as they were decided when they were measured.
class PairBuilder {
 public:
  void take(const JournalEntry& entry);
  [[nodiscard]] std::vector<PairedComparison> finish() const;  // in the order in which they were planned

 private:
  struct Round {
    std::optional<double> baseline;
    std::optional<double> contender;
  };
  struct Collected {
    PairedComparison paired;
    std::map<int, Round> rounds;
  };
  std::vector<Collected> comparisons_;
  std::map<BenchmarkId, std::size_t> places_;  // side → the latest comparison of it
};

}  // namespace micro
