#include "cli/gate.h"

#include "compare/gate.h"
#include "format/comparison.h"

namespace micro {

GateOutcome gate(const ComparisonRecord& record, const GateRules& rules) {
  const Breach breach = breach_of(record, rules);
  if (breach == Breach::none) return {};
  return {breach == Breach::slower ? ExitCode::regressed : ExitCode::undecided, gate_sentence(record, rules)};
}

}  // namespace micro
