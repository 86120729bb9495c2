#include "compare/pairing.h"

#include <algorithm>
#include <cmath>

#include "gbench/wall_time.h"
#include "stats/decision.h"
#include "stats/tail.h"

namespace micro {
namespace {

constexpr double tail_level = 0.001;

}

std::optional<double> fastest_ns(const ForkEntry& fork) {
  if (fork.outcome != Outcome::ok || fork.iterations.empty()) return std::nullopt;
  const auto fastest = std::ranges::min_element(fork.iterations, {}, &IterationEntry::real_ns);
  const double ns = wall_time_per_op(fastest->real_ns, fork.threads, fork.library_version);
  if (!(ns > 0) || !std::isfinite(ns)) return std::nullopt;
  return ns;
}

std::optional<LogPair> pair_of(const ForkEntry& baseline, const ForkEntry& contender) {
  const auto below = fastest_ns(baseline);
  const auto above = fastest_ns(contender);
  if (!below || !above) return std::nullopt;
  return LogPair{std::log(*below), std::log(*above)};
}

void PairBuilder::take(const JournalEntry& entry) {
  if (const auto* comparison = std::get_if<ComparisonEntry>(&entry)) {
    places_[comparison->baseline] = places_[comparison->contender] = comparisons_.size();
    Collected& added = comparisons_.emplace_back();
    added.paired.comparison = *comparison;
    return;
  }
  const auto of = [this](const BenchmarkId& id) {
    const auto place = places_.find(id);
    return place == places_.end() ? nullptr : &comparisons_[place->second];
  };
  if (const auto* end = std::get_if<ComparisonEndEntry>(&entry)) {
    Collected* found = of(end->contender);
    if (found != nullptr) found->paired.end = end->reason;
  } else if (const auto* fork = std::get_if<ForkEntry>(&entry)) {
    if (fork->id.side == Side::none) return;
    Collected* found = of(fork->id);
    if (found == nullptr) return;
    Round& round = found->rounds[fork->round];
    (fork->id.side == Side::baseline ? round.baseline : round.contender) = fastest_ns(*fork);
  }
}

std::vector<PairedComparison> PairBuilder::finish() const {
  std::vector<PairedComparison> all;
  for (const Collected& collected : comparisons_) {
    PairedComparison& paired = all.emplace_back(collected.paired);
    Decision decision(paired.comparison.rules, paired.comparison.seed);
    std::vector<LogPair> pairs;
    bool decided = false;
    for (const auto& [number, round] : collected.rounds) {
      if (!round.baseline || !round.contender) {
        ++paired.unpaired;
      } else if (!decided) {
        pairs.push_back({std::log(*round.baseline), std::log(*round.contender)});
        decided = decision.add(pairs.back());
      }
    }
    if (!decided) decision.end();
    paired.decided = decision.decided();
    const LogInterval interval{std::log(paired.decided.low), std::log(paired.decided.high)};
    const auto tail = tail_change(pairs, interval, paired.comparison.rules.margin, tail_level, paired.comparison.seed);
    if (tail) paired.tail = std::exp(tail->change);
  }
  return all;
}

}  // namespace micro
