// Which result is the baseline of which, and what a reader should know where there is none.
#pragma once

#include <string>
#include <vector>

#include "model/result.h"

namespace micro {

// Gives each metric its ratio to that of the result's baseline (Result::baseline): the result of the same benchmark and
// mode that has the baseline's variant and the baseline's value of its parameter, and is otherwise the same. Results
// that failed, and those whose baseline is not there or failed, have none.
void add_ratios(std::vector<Result>& results);

// Baselines that were asked for and that no result is.
std::vector<std::string> notes_on_baselines(const std::vector<Result>& results);

}  // namespace micro
