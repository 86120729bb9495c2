#include "compare/gate.h"

#include <algorithm>
#include <array>
#include <utility>

namespace micro {
namespace {

// From the worst.
constexpr std::array<std::pair<Breach, const char*>, 5> breaches{{{Breach::slower, "slower"},
                                                                  {Breach::not_trusted, "not_trusted"},
                                                                  {Breach::control_moved, "control_moved"},
                                                                  {Breach::inconclusive, "inconclusive"},
                                                                  {Breach::none, ""}}};

}  // namespace

const char* to_string(Breach breach) {
  return std::ranges::find(breaches, breach, &decltype(breaches)::value_type::first)->second;
}

Breach breach_of(const Comparison& comparison, const GateRules& rules) {
  if (!comparison.is_paired || !comparison.is_decidable()) return Breach::none;
  const Decided& decided = comparison.decided;
  if (comparison.is_control) {
    const bool moved = decided.verdict == Verdict::slower || decided.verdict == Verdict::faster;
    if (moved && rules.control) return Breach::control_moved;
  } else if (decided.verdict == Verdict::slower && rules.slower && decided.low > *rules.slower) {
    return comparison.trust == Trust::moved ? Breach::not_trusted : Breach::slower;
  }
  return decided.verdict == Verdict::inconclusive && rules.inconclusive ? Breach::inconclusive : Breach::none;
}

Breach breach_of(const ComparisonRecord& record, const GateRules& rules) {
  const auto is_found = [&](const auto& candidate) {
    return std::ranges::any_of(record.comparisons, [&](const Comparison& comparison) {
      return breach_of(comparison, rules) == candidate.first;
    });
  };
  const auto worst = std::ranges::find_if(breaches, is_found);
  return worst == breaches.end() ? Breach::none : worst->first;
}

}  // namespace micro
