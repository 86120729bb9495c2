#include "stats/decision.h"

#include <algorithm>
#include <cmath>

namespace micro {
namespace {

constexpr double screen_level = 0.01;  // of the first stage
constexpr double equal_level = 0.025;  // of either side: what is called equal lies within the margin at 95 %
constexpr unsigned choices_exponent = 12;
constexpr unsigned most_choices_exponent = 16;
constexpr double growth_of_looks = 1.5;
// The part of alpha that both stages together may use; the rest is for a last look at all pairs, where no more can
// come.
constexpr double by_stages = 0.5;

// The part of a level that may be spent by a look, the first being 0. It never reaches all before the last one.
double spent_by(std::size_t look) {
  constexpr double kept_at_each = 0.75;
  return 1 - std::pow(kept_at_each, static_cast<double>(look + 1));
}

// The part of `of` that may be spent by then.
double level(double of, std::size_t look, bool last) {
  return last ? of : of * spent_by(look);
}

// Pairs at which the smallest possible p of a test, all exchanges being enumerated, is within its level at the first
// look.
std::size_t first_look_at(double level, double tails) {
  return static_cast<std::size_t>(std::ceil(std::log2(tails / (level * spent_by(0)))));
}

std::size_t look_after(std::size_t look) {
  return static_cast<std::size_t>(std::ceil(growth_of_looks * static_cast<double>(look)));
}

// Of choices, at least eight times as many as one in 1 / level.
unsigned exponent_for(double level) {
  return std::max(choices_exponent, static_cast<unsigned>(std::ceil(std::log2(8 / level))));
}

}  // namespace

Decision::Decision(const DecisionRules& rules, std::uint64_t seed)
    : rules_(rules),
      seed_(seed),
      confirm_level_(std::min(0.5, by_stages * rules.alpha / static_cast<double>(rules.family) / screen_level)),
      exchanges_(choices_exponent, seed),
      equal_(0, Tail::both),
      not_much_slower_(rules.margin, Tail::lower),
      not_much_faster_(-rules.margin, Tail::upper),
      next_look_(first_look_at(screen_level, 2)),
      confirming_exchanges_(exponent_for(confirm_level_), seed + 1) {}

std::size_t Decision::least_pairs(const DecisionRules& rules) {
  const Decision decision(rules, 0);
  return decision.next_look_ + first_look_at(decision.confirm_level_, 1);
}

bool Decision::add(const LogPair& pair) {
  pairs_.push_back(pair);
  look(false);
  return verdict_.has_value();
}

void Decision::end() {
  if (!verdict_ && !pairs_.empty()) look(true);
  if (!verdict_) verdict_ = Verdict::inconclusive;
}

void Decision::look(bool last) {
  if (change_found_) confirm(last);
  if (verdict_ || (pairs_.size() < next_look_ && !last)) return;
  next_look_ = look_after(pairs_.size());
  exchanges_.extend(pairs_.size());
  if (!change_found_) look_for_change(last);
  const double may_spend = level(equal_level, looks_, last);
  ++looks_;
  const bool below = not_much_slower_.look(pairs_, exchanges_, may_spend);
  const bool above = not_much_faster_.look(pairs_, exchanges_, may_spend);
  if (last) look_at_all();
  if (verdict_) return;
  // A change that was found is not called equal while it may still be confirmed.
  if (below && above && (!change_found_ || last)) verdict_ = Verdict::equal;
}

void Decision::look_for_change(bool last) {
  const bool rejected = equal_.look(pairs_, exchanges_, level(screen_level, looks_, last));
  p_ = equal_.p();
  if (!rejected || std::abs(equal_.estimate()) < rules_.threshold || last) return;
  change_found_ = pairs_.size();
  direction_slower_ = equal_.estimate() > 0;
  confirming_.emplace(0, direction_slower_ ? Tail::upper : Tail::lower);
  next_confirming_look_ = first_look_at(confirm_level_, 1);
}

void Decision::confirm(bool last) {
  const std::span<const LogPair> fresh = std::span(pairs_).subspan(*change_found_);
  if (fresh.empty() || (fresh.size() < next_confirming_look_ && !last)) return;
  next_confirming_look_ = look_after(fresh.size());
  confirming_exchanges_.extend(fresh.size());
  const double may_spend = level(confirm_level_, confirming_looks_++, last);
  if (!confirming_->look(fresh, confirming_exchanges_, may_spend)) return;
  exchanges_.extend(pairs_.size());
  if (std::abs(exchanged_statistics(pairs_, exchanges_, 0).front()) < rules_.threshold) return;
  verdict_ = direction_slower_ ? Verdict::slower : Verdict::faster;
}

void Decision::look_at_all() {
  const double may_spend = (1 - by_stages) * rules_.alpha / static_cast<double>(rules_.family);
  const unsigned exponent = exponent_for(may_spend);
  // Too small a level would take too many choices.
  if (exponent > most_choices_exponent) return;
  Exchanges exchanges(exponent, seed_ + 2);
  exchanges.extend(pairs_.size());
  SequentialTest equal(0, Tail::both);
  if (!equal.look(pairs_, exchanges, may_spend) || std::abs(equal.estimate()) < rules_.threshold) return;
  verdict_ = equal.estimate() > 0 ? Verdict::slower : Verdict::faster;
}

Decided Decision::decided() const {
  Decided decided;
  decided.verdict = verdict();
  decided.p = p_;
  decided.pairs = pairs_.size();
  if (change_found_) decided.pairs_to_confirm = pairs_.size() - *change_found_;
  if (pairs_.empty()) return decided;
  Exchanges exchanges = exchanges_;
  exchanges.extend(pairs_.size());
  const double estimate = estimated_change(pairs_, exchanges);
  const LogInterval interval = interval_by_inversion(pairs_, exchanges, equal_level);
  decided.ratio = std::exp(estimate);
  decided.low = std::exp(interval.low);
  decided.high = std::exp(interval.high);
  if (decided.verdict == Verdict::inconclusive) {
    decided.pairs_needed = pairs_needed(pairs_.size(), estimate, (interval.high - interval.low) / 2);
  }
  return decided;
}

// Intervals shrink with the square root of the number of pairs: until one lies within the margin, or is so far from no
// change that both stages would see it.
std::optional<std::size_t> Decision::pairs_needed(std::size_t pairs, double estimate, double half_width) const {
  const std::size_t least = least_pairs(rules_);
  if (pairs < least) return least;
  if (!std::isfinite(half_width) || half_width <= 0) return std::nullopt;
  constexpr double stages_to_interval = 1.9;  // quantiles of both stages together, to the interval's
  const double size = std::abs(estimate);
  double wanted = size / stages_to_interval;
  wanted = std::max(size < rules_.threshold ? 0 : wanted, rules_.margin - size);
  if (wanted <= 0) return std::nullopt;
  const double needed = static_cast<double>(pairs) * std::pow(half_width / wanted, 2);
  constexpr double beyond_reason = 1e6;
  if (needed > beyond_reason) return std::nullopt;
  return std::max(pairs + 1, static_cast<std::size_t>(std::ceil(needed)));
}

}  // namespace micro
