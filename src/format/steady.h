// For tools that follow a benchmark over many runs: names and units that are the same in all of them. Tables choose the
// unit that reads best in this run; a tool that puts the numbers of two runs beside each other must not see one run in
// "ns" and the next in "us".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/result.h"

namespace micro {

// A quantity in a unit that does not depend on the run: times in ns/op, throughputs in ops/s, others as they are.
struct SteadyUnit {
  std::string name;
  double factor = 1;  // of a value in the metric's own unit
};
SteadyUnit steady_unit(std::string_view unit);

// The time that the processor worked, a secondary metric of Google Benchmark's results; null if there is none.
const Metric* cpu_time_of(const Result& result);

enum class ModeInName {
  if_measured_apart,  // single shots and timed calls: throughput and average time come from the same iterations
  if_other,           // every mode but the average time
};

// The full name that Google Benchmark knows, with "/variant:x" and "/mode:ss" before the library's own suffixes where
// the variant is not "default" and the mode is to be told. Without the suite.
std::string steady_name(const Result& result, ModeInName mode);

// The same after "suite.".
std::string steady_name_with_suite(const Result& result, ModeInName mode);

// All results but the throughputs of benchmarks of which there is the average time, too: both say the same iterations.
std::vector<const Result*> each_time_once(const std::vector<Result>& results);

}  // namespace micro
