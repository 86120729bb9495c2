// An exact test of how much slower or faster one of two programs is, from pairs of measurements whose order was drawn.
//
// In each pair both programs ran once, one after the other, in an order that a fair coin decided. If they are equally
// fast, exchanging the two values of any pairs gives data that were just as likely, whatever the noise is: drift,
// bursts, heavy tails. A statistic is therefore compared with its own values under such exchanges (R. A. Fisher, "The
// Design of Experiments", 1935, §21). That programs differ by a given factor is tested likewise, after that factor has
// been taken off one of them.
//
// The statistic is the difference between means of a band of the sorted logarithms (the lowest quarter, the middle
// half, …). Which band serves best depends on the noise, and the data may choose it: the one whose values under the
// exchanges spread least. That spread is the same whatever the true order was, so the test stays exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace micro {

// Logarithms of the times of one pair.
struct LogPair {
  double baseline = 0;
  double contender = 0;
};

// Which pairs are exchanged: a set of choices, of which the first exchanges none. The choices enumerate all exchanges
// of the first pairs; those of later pairs are drawn.
class Exchanges {
 public:
  // 2^exponent choices.
  Exchanges(unsigned exponent, std::uint64_t seed);

  [[nodiscard]] std::size_t size() const { return choices_.size(); }
  void extend(std::size_t pairs);  // to this many pairs
  static constexpr std::size_t pairs_in_word = 64;
  // One bit for each pair: whether this choice exchanges it.
  [[nodiscard]] const std::vector<std::uint64_t>& of(std::size_t choice) const { return choices_[choice]; }

 private:
  unsigned exponent_;
  std::size_t pairs_ = 0;
  std::mt19937_64 random_;
  std::vector<std::vector<std::uint64_t>> choices_;
};

// The statistic of each choice, the observed one first, when the contender is taken to be slower by exp(shift).
// At least one pair.
std::vector<double> exchanged_statistics(std::span<const LogPair> pairs, const Exchanges& exchanges, double shift);

// Statistics that differ by less are equal: sums in another order.
inline constexpr double statistics_tie = 1e-12;

// What a test counts as evidence against its hypothesis.
enum class Tail { lower, upper, both };

// A test that looks several times at growing data, without losing its level: a choice that would have been rejected at
// an earlier look stays counted. (Exact group-sequential test, as in M. A. Proschan and others, "Statistical Monitoring
// of Clinical Trials", 2006, ch. 8, on re-randomisation.)
class SequentialTest {
 public:
  SequentialTest(double shift, Tail tail) : shift_(shift), tail_(tail) {}

  // Whether the hypothesis is rejected when as much as `level` may have been spent by now. `level` never falls from
  // look to look.
  bool look(std::span<const LogPair> pairs, const Exchanges& exchanges, double level);

  [[nodiscard]] double estimate() const { return estimate_; }  // of the logarithm of the ratio, at the last look
  [[nodiscard]] double p() const { return p_; }                // level that would just have been enough

 private:
  double shift_;
  Tail tail_;
  std::vector<bool> crossed_;  // choices that would have been rejected by now
  std::size_t crossed_count_ = 0;
  double estimate_ = 0;
  double p_ = 1;
};

// By how much the contender is slower, as a logarithm: what has to be taken off it for the statistic to be zero. At
// least one pair.
double estimated_change(std::span<const LogPair> pairs, const Exchanges& exchanges);

// All ratios (as logarithms) that a test on each side does not reject at `level`: ends of an interval that holds the
// true one with probability 1 - 2 level. Infinite where there are too few pairs.
struct LogInterval {
  double low = 0;
  double high = 0;
};
LogInterval interval_by_inversion(std::span<const LogPair> pairs, const Exchanges& exchanges, double level);

}  // namespace micro
