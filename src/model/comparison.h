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

// Instructions per op on both sides.
struct InstructionChange {
  double baseline = 0;
  double contender = 0;
  [[nodiscard]] double ratio() const { return contender / baseline; }
  // Both do the same work: what they do differently can't be seen in the time.
  [[nodiscard]] bool is_none() const;
};

// A change of instructions below this part is none.
inline constexpr double instructions_differ_from = 0.001;
// Threads wait for each other, now with more instructions, now with less.
inline constexpr double instructions_of_threads_differ_from = 0.01;

// A change of the time below this part may come from the layout of the code alone: where it lies shifts times by 1 to 3
// percent even of functions that begin at multiples of 64 bytes.
inline constexpr double layout_changes_below = 0.03;
// Whether this is such a change.
bool may_be_layout(const Decided& decided);

// Why a comparison has no pairs: it was decided by instructions alone.
inline constexpr char end_counted[] = "counted";
inline constexpr char end_not_called[] = "not_called";  // the function that is delayed (PROVE)

// How two that were measured apart were decided.
struct Apart {
  std::size_t baseline_samples = 0;
  std::size_t contender_samples = 0;
  bool of_forks = true;   // the samples are forks; false: iterations of one process, which depend on each other
  std::string undecided;  // why it is inconclusive, and what would decide it; empty if it is decided
};

// What is delayed in the contender (PROVE).
struct DelayedFunction {
  std::string name;
  std::string delay;                   // "50ns"
  double delay_ns = 0;                 // of each call
  std::optional<double> calls_per_op;  // absent: they are, but could not be counted
};

struct Comparison {
  Result baseline;
  Result contender;
  bool is_control = false;
  std::optional<TimeUnit> unit;  // of times in tables, as it is asked for; absent: what suits them
  bool is_paired = true;         // forks took turns; false: files that were measured apart
  Decided decided;               // of the times
  std::string end;               // why there are no more pairs, as in the journal; "interrupted"; empty: not paired
  std::size_t unpaired = 0;      // rounds in which a side failed: left out
  Apart apart;                   // where it is not paired
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
  std::optional<InstructionChange> instructions;  // where both sides were counted
  std::optional<DelayedFunction> delayed;         // both sides are one program, which is asked whether it notices

  // Decided by instructions alone: there are no times.
  [[nodiscard]] bool is_counted() const { return end == end_counted; }
  // A side failed or was skipped: there is no verdict.
  [[nodiscard]] bool is_decidable() const;
  // It was asked whether it notices a delay of a function that it never calls.
  [[nodiscard]] bool is_not_called() const { return end == end_not_called; }
  // The time has changed a little, and the work not at all: that is the layout of the code, and called equal.
  bool is_layout = false;
  // The time has changed, but not the work.
  [[nodiscard]] bool is_same_work() const;
  // Its suite's control has moved: whatever the verdict is, it is not believed.
  [[nodiscard]] bool is_untrusted() const { return trust == Trust::moved && !is_control; }
  // There is an estimate of the ratio.
  [[nodiscard]] bool has_ratio() const;
  // The full name, with that of the other side where it differs: "suite.a → suite.b".
  [[nodiscard]] std::string name() const;
};

}  // namespace micro
