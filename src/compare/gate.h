// What of a comparison breaks the rules of FAIL_ON.
#pragma once

#include <string_view>

#include "compare/comparisons.h"
#include "model/verdict.h"

namespace micro {

enum class Breach {
  none,
  slower,         // proven
  not_trusted,    // would be proven to be slower, if its control had not moved: nothing is known
  control_moved,  // it is a control, and it has moved
  inconclusive,
};
const char* to_string(Breach breach);  // "slower", "not_trusted", …; "" for none

// Of two that were measured apart nothing can be proven, so they break nothing.
//
// That a time is slower by more than a limit is proven by the verdict, which keeps ALPHA for the whole family, and by
// the limit lying below the whole 95 % interval of the ratio.
Breach breach_of(const Comparison& comparison, const GateRules& rules);

// That of the whole: the worst, a proven slowdown being worse than what can't be told.
Breach breach_of(const ComparisonRecord& record, const GateRules& rules);

}  // namespace micro
