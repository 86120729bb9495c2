// Simulates comparisons: how often the decision errs, and how many pairs it takes, with the two stages that it has and
// with one stage at the same level. (A second stage is worth it if it takes no more pairs.)
//
//   micro-decision-simulation [TRIALS] [FAMILY…]      (default: 200 trials; families of 1, 10 and 100 benchmarks)
//
// Prints, for each kind of noise, effect and size of the family: verdicts in per cent, pairs (median and 90th per cent)
// and milliseconds of computing. One stage enumerates 8 / level exchanges, which takes long in a large family.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "stats/decision.h"
#include "support/noise_streams.h"

using namespace micro;

namespace {

constexpr int pairs_at_most = 400;

// Looks as Decision's first stage does, at ALPHA / family.
class OneStage {
 public:
  OneStage(const DecisionRules& rules, std::uint64_t seed)
      : rules_(rules),
        level_(rules.alpha / static_cast<double>(rules.family)),
        exchanges_(static_cast<unsigned>(std::ceil(std::log2(8 / level_))), seed),
        next_look_(static_cast<std::size_t>(std::ceil(std::log2(2 / (level_ * 0.25))))) {}

  bool add(const LogPair& pair) {
    pairs_.push_back(pair);
    if (pairs_.size() < next_look_) return false;
    next_look_ = static_cast<std::size_t>(std::ceil(1.5 * static_cast<double>(pairs_.size())));
    exchanges_.extend(pairs_.size());
    const double spent = 1 - std::pow(0.75, ++looks_);
    constexpr double equal_level = 0.025;
    if (equal_.look(pairs_, exchanges_, level_ * spent) && std::abs(equal_.estimate()) >= rules_.threshold) {
      verdict_ = equal_.estimate() > 0 ? Verdict::slower : Verdict::faster;
      return true;
    }
    const bool below = not_slower_.look(pairs_, exchanges_, equal_level * spent);
    const bool above = not_faster_.look(pairs_, exchanges_, equal_level * spent);
    if (below && above) verdict_ = Verdict::equal;
    return below && above;
  }
  void end() {}
  [[nodiscard]] Verdict verdict() const { return verdict_; }

 private:
  DecisionRules rules_;
  double level_;
  Exchanges exchanges_;
  SequentialTest equal_{0, Tail::both};
  SequentialTest not_slower_{rules_.margin, Tail::lower};
  SequentialTest not_faster_{-rules_.margin, Tail::upper};
  std::size_t next_look_;
  int looks_ = 0;
  std::vector<LogPair> pairs_;
  Verdict verdict_ = Verdict::inconclusive;
};

template <typename Decider>
void simulate(const std::string& what, const Stream& stream, const DecisionRules& rules, int trials) {
  std::mt19937_64 random(1);
  std::map<Verdict, int> verdicts;
  std::vector<int> pairs;
  const auto start = std::chrono::steady_clock::now();
  for (int trial = 0; trial < trials; ++trial) {
    Decider decision(rules, random());
    int pair = 0;
    while (pair < pairs_at_most && !decision.add(stream(random, pair))) ++pair;
    decision.end();
    ++verdicts[decision.verdict()];
    pairs.push_back(std::min(pair + 1, pairs_at_most));
  }
  const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
  std::ranges::sort(pairs);
  fmt::print("{}", what);
  for (const Verdict verdict : {Verdict::slower, Verdict::faster, Verdict::equal, Verdict::inconclusive}) {
    fmt::print("  {} {:5.1f} %", to_string(verdict), 100.0 * verdicts[verdict] / trials);
  }
  fmt::print("  pairs {:3} / {:3}  {:8.2f} ms each\n", pairs[pairs.size() / 2], pairs[pairs.size() * 9 / 10],
             spent.count() / trials);
}

}  // namespace

int main(int count, char** words) {
  const int trials = count > 1 ? std::atoi(words[1]) : 200;
  std::vector<std::size_t> families;
  for (int i = 2; i < count; ++i) families.push_back(static_cast<std::size_t>(std::atoi(words[i])));
  if (families.empty()) families = {1, 10, 100};
  if (trials < 1 || std::ranges::count(families, 0U) > 0) {
    fmt::print(stderr, "micro-decision-simulation: TRIALS and FAMILY are numbers, 1 or more\n");
    return 2;
  }
  const std::vector<std::pair<std::string, Stream (*)(double)>> streams{
      {"shifted", shifted}, {"drifting", drifting}, {"bursting", bursting}, {"two modes", two_modes}};
  for (const std::size_t family : families) {
    for (const auto& [name, stream] : streams) {
      for (const int effect : {0, 2, 5}) {
        DecisionRules rules;
        rules.family = family;
        const Stream made = stream(std::log1p(effect / 100.0));
        const std::string what = fmt::format("m = {:3}  {:9} +{} %  ", family, name, effect);
        simulate<Decision>(what + "two stages", made, rules, trials);
        simulate<OneStage>(what + "one stage ", made, rules, trials);
      }
    }
  }
}
