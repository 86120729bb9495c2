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
  return baseline.forks > 0 && contender.forks > 0 && end != "failed";
}

bool Comparison::is_same_work() const {
  const bool changed = decided.verdict == Verdict::slower || decided.verdict == Verdict::faster;
  return changed && !is_counted() && instructions && instructions->is_none();
}

std::string Comparison::name() const {
  const std::string before = baseline.identity();
  const std::string after = contender.identity();
  return before == after ? after : before + " → " + after;
}

}  // namespace micro
