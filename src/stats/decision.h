// When pairs of measurements are enough to say that one program is slower, faster, or as fast as another, and which.
//
// Looks are taken at growing numbers of pairs. Three hypotheses are tested at each (stats/swap_test.h): that both are
// equally fast, that the contender is slower by the margin or more, that it is faster by the margin or more. If the
// first is rejected there may be a change: it is confirmed by further pairs, which a test of its own must reject, too.
// If the other two are, both are equal within the margin.
//
// A benchmark whose two programs are the same is called changed by both stages with a probability below the product of
// their levels; with the second one's divided by the number of benchmarks, the whole family of them holds the
// probability that is asked for however large it is. (Half of it: the other half is for a last look at all pairs, where
// time is up.) Two stages need about as many pairs as one at the product of the levels, a small number of exchanges
// does, and a spell of noise that deceives the first does not reach the second.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "model/verdict.h"
#include "stats/swap_test.h"

namespace micro {

// Decides while pairs come in. A pure function of rules, seed and pairs.
class Decision {
 public:
  Decision(const DecisionRules& rules, std::uint64_t seed);

  // Takes a pair. True once it is decided: no further pair is needed, or may be added.
  bool add(const LogPair& pair);
  // No further pair can come: what there is must do.
  void end();

  // What is known by now; inconclusive until it is decided.
  [[nodiscard]] Verdict verdict() const { return verdict_.value_or(Verdict::inconclusive); }
  [[nodiscard]] Decided decided() const;  // with its interval, which takes some milliseconds to find

  // The least number of pairs at which a change can be seen, and then be confirmed.
  static std::size_t least_pairs(const DecisionRules& rules);

 private:
  void look(bool last);
  void look_for_change(bool last);
  void confirm(bool last);
  void look_at_all();
  [[nodiscard]] std::optional<std::size_t> pairs_needed(std::size_t pairs, double estimate, double half_width) const;

  DecisionRules rules_;
  std::uint64_t seed_;
  double confirm_level_;
  std::vector<LogPair> pairs_;
  Exchanges exchanges_;
  SequentialTest equal_;
  SequentialTest not_much_slower_;
  SequentialTest not_much_faster_;
  std::size_t next_look_;
  std::size_t looks_ = 0;
  double p_ = 1;
  // The second stage: from the pair with this number on.
  std::optional<std::size_t> change_found_;
  Exchanges confirming_exchanges_;
  std::optional<SequentialTest> confirming_;
  std::size_t next_confirming_look_ = 0;
  std::size_t confirming_looks_ = 0;
  bool direction_slower_ = false;
  std::optional<Verdict> verdict_;
};

}  // namespace micro
