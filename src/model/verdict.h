// Verdicts of comparisons, and the rules by which they are reached.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>

namespace micro {

enum class Verdict { slower, faster, equal, inconclusive };
const char* to_string(Verdict verdict);  // "slower", …
std::optional<Verdict> verdict_from(std::string_view text);

// Levels and limits of a decision. Ratios are logarithms.
struct DecisionRules {
  double alpha = 0.001;      // probability of any false change in the family
  std::size_t family = 1;    // benchmarks that are compared together
  double margin = 0.0198;    // equal means: within it
  double threshold = 0.005;  // smaller changes are never called changes
  friend bool operator==(const DecisionRules&, const DecisionRules&) = default;
};

// What fails a comparison (FAIL_ON); nothing of it unless it is asked for.
struct GateRules {
  std::optional<double> slower;  // times whose ratio is proven to be above this one; 1: any that are called slower
  bool inconclusive = false;     // what could not be decided
  bool control = false;          // a control that has moved
  [[nodiscard]] bool is_set() const { return slower || inconclusive || control; }
  friend bool operator==(const GateRules&, const GateRules&) = default;
};

// What was decided, and what it rests on. Ratios are of the contender's time to the baseline's.
struct Decided {
  Verdict verdict = Verdict::inconclusive;
  double ratio = 1;
  double low = 0;  // ends of the 95 % interval of the ratio; 0 and infinity where pairs are too few
  double high = std::numeric_limits<double>::infinity();
  double p = 1;           // of both being equally fast, at the last look of the first stage, all its looks counted
  std::size_t pairs = 0;  // all of them
  std::size_t pairs_to_confirm = 0;         // of these, pairs that came after the first stage had found a change
  std::optional<std::size_t> pairs_needed;  // inconclusive: about how many would decide; absent if that is unknown
};

}  // namespace micro
