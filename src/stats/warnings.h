// What a reader should know of results before he believes them, seen in the samples and in how they were built.
#pragma once

#include <vector>

#include "model/result.h"

namespace micro {

// The warnings about one result, whose score is filled in. A benchmark that is not `ok` has none.
std::vector<Warning> warnings_of(const Result& result);

// The warnings about how suites and the library were built, each once.
std::vector<Warning> warnings_of_builds(const std::vector<Result>& results);

// Takes the mode away from warnings of benchmarks that are there in one mode only (average time and throughput, two
// views of the same iterations, count as one).
void drop_needless_modes(std::vector<Warning>& warnings, const std::vector<Result>& results);

}  // namespace micro
