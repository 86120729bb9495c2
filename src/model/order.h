// The order in which results are listed.
#pragma once

#include <vector>

#include "model/result.h"

namespace micro {

// JMH's order: mode, name, then parameters (in the order of their names) by where each value came first in the list.
// What is equal so far (variants of one benchmark) keeps its order.
void order_results(std::vector<Result>& results);

}  // namespace micro
