#include "model/comparison.h"

#include <cmath>

namespace micro {

bool InstructionChange::is_none() const {
  return std::abs(ratio() - 1) < instructions_differ_from;
}

bool may_be_layout(const Decided& decided) {
  const bool changed = decided.verdict == Verdict::slower || decided.verdict == Verdict::faster;
  return changed && std::abs(std::log(decided.ratio)) < std::log1p(layout_changes_below);
}

bool Comparison::is_decidable() const {
  if (is_counted()) return instructions.has_value();
  if (is_not_called()) return true;
  return baseline.forks > 0 && contender.forks > 0 && end != "failed";
}

bool Comparison::is_same_work() const {
  const bool changed = decided.verdict == Verdict::slower || decided.verdict == Verdict::faster;
  return changed && !is_counted() && instructions && instructions->is_none();
}

const char* to_string(Trust trust) {
  switch (trust) {
    case Trust::not_asked:
      return "not_asked";
    case Trust::believed:
      return "believed";
    case Trust::undecided:
      return "undecided";
    case Trust::moved:
      return "moved";
  }
  return "";
}

bool Comparison::has_ratio() const {
  if (is_counted()) return is_decidable();
  return is_decidable() && (is_paired ? decided.pairs > 0 : decided.ratio > 0 && std::isfinite(decided.ratio));
}

std::string Comparison::name() const {
  const auto name_of = [](const Result& result) {
    const bool is_told = result.mode == Mode::single_shot || result.mode == Mode::sample_time;
    return result.identity() + (is_told ? std::string(" (") + to_string(result.mode) + ")" : "");
  };
  const std::string before = name_of(baseline);
  const std::string after = name_of(contender);
  return before == after ? after : before + " → " + after;
}

}  // namespace micro
