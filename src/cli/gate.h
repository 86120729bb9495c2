// How a comparison ends under FAIL_ON: with which exit code, and why.
#pragma once

#include <string>

#include "cli/exit_code.h"
#include "compare/comparisons.h"
#include "model/verdict.h"

namespace micro {

struct GateOutcome {
  ExitCode code = ExitCode::ok;  // ok, regressed or undecided
  // One line without its end, such as "FAIL_ON: io.read is slower: +7.1 % [+6.4, +7.9], beyond +5.0 %"; empty if ok.
  std::string sentence;
};

GateOutcome gate(const ComparisonRecord& record, const GateRules& rules);

}  // namespace micro
