// Comparing results that were measured one after the other: what two files of results can tell of each other.
//
// The samples are the fastest iterations of the forks: noise that only adds time spoils them least, and forks are
// independent of each other, which the iterations in them are not. Where a side has but one fork there is no choice:
// its iterations are taken, and it is said that they are no independent samples.
//
// What no such comparison can show: whether the code became slower, or the machine between the runs. So nothing here
// is called paired, and no verdict of it can break a rule of FAIL_ON.
#pragma once

#include <string>

#include "compare/comparisons.h"
#include "model/verdict.h"
#include "stats/results.h"

namespace micro {

// Which benchmarks are compared: all (by their names) where these are empty.
struct ApartSelection {
  std::string filter;           // regular expression found in the names
  std::string baseline_filter;  // of both sides, by what is left without what these find
  std::string contender_filter;
};

// Decides each benchmark that is on both sides by a rank test (stats/rank_test.h) at alpha / their number; the family
// in `rules` is not looked at. Modes are brought to times in nanoseconds; of average time and throughput of the same
// iterations one counts. The results may come in any view.
ComparisonRecord compare_apart(RunRecord baseline, RunRecord contender, const DecisionRules& rules,
                               const ApartSelection& selection);

}  // namespace micro
