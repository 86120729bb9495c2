// Results that were measured apart, as sides of a comparison.
#pragma once

#include <string>
#include <vector>

#include "model/verdict.h"
#include "options/layers.h"
#include "stats/results.h"

namespace micro {

// All results of some files, times in nanoseconds. InputError as of read_results(); UsageError for the journal of a
// comparison, which has two sides.
RunRecord read_side(const std::vector<std::string>& files);

// How they are compared: as the options say, at a level that ranks of few forks can reach where nobody set one.
DecisionRules rules_for_files(const Settings& settings);

}  // namespace micro
