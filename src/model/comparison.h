// Comparisons: two sides of each benchmark, and what was found.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/result.h"
#include "model/verdict.h"

namespace micro {

// What the controls of a suite say of its other benchmarks.
enum class Trust {
  not_asked,  // there is no control
  believed,   // all controls are equal
  undecided,  // none has moved, but not all could be shown to be equal
  moved,      // a control has moved: what changed is not what was to be compared
};

const char* to_string(Trust trust);  // "not_asked", …

// A counter on both sides, medians of all iterations.
struct CounterChange {
  std::string label;
  std::string unit;
  Better better = Better::lower;
  double baseline = 0;
  double contender = 0;
  bool is_exact = false;  // each side has one value only, in all of its iterations
};

// How two that were measured apart were decided.
struct Apart {
  std::size_t baseline_samples = 0;
  std::size_t contender_samples = 0;
  bool of_forks = true;   // the samples are forks; false: iterations of one process, which depend on each other
  std::string undecided;  // why it is inconclusive, and what would decide it; empty if it is decided
};

struct Comparison {
  Result baseline;
  Result contender;
  bool is_control = false;
  bool is_paired = true;     // forks took turns; false: files that were measured apart
  Decided decided;           // of the times
  std::string end;           // why there are no more pairs, as in the journal; "interrupted"; empty: not paired
  std::size_t unpaired = 0;  // rounds in which a side failed: left out
  Apart apart;               // where it is not paired
  // Of the slower half of the forks, where it is another than the interval of the ratio allows: as a ratio.
  std::optional<double> tail;
  Trust trust = Trust::not_asked;
  // Medians over the forks of each side's fastest wall time per op, and of its cpu time, in nanoseconds; NaN where
  // there is none. They see the tail, which the estimate does not.
  double baseline_ns = 0;
  double contender_ns = 0;
  double baseline_cpu_ns = 0;
  double contender_cpu_ns = 0;
  std::vector<CounterChange> counters;

  // A side failed or was skipped: there is no verdict.
  [[nodiscard]] bool is_decidable() const { return baseline.forks > 0 && contender.forks > 0 && end != "failed"; }
  // There is an estimate of the ratio.
  [[nodiscard]] bool has_ratio() const;
  // The full name, with that of the other side where it differs: "suite.a → suite.b".
  [[nodiscard]] std::string name() const;
};

}  // namespace micro
