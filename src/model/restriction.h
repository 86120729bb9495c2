// Which benchmarks PARAM and EXCLUDE leave.
#pragma once

#include <string>
#include <vector>

#include "model/benchmark_name.h"

namespace micro {

// `restrictions` are "parameter=value,value": the benchmark must have one of the values, for each of them.
// `exclusions` are "parameter=value,parameter=value": a benchmark with all the values of one of them is left out.
// In values %2C is a comma. The number of threads counts as a parameter of the name "threads".
bool keeps(const std::vector<std::string>& restrictions, const std::vector<std::string>& exclusions,
           const BenchmarkName& name);

}  // namespace micro
