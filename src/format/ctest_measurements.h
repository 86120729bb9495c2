// What a test tells ctest of its numbers: lines of the form
//   <CTestMeasurement type="numeric/double" name="score ns/op">12.5</CTestMeasurement>
// In a dashboard run (ctest -T Test) they become NamedMeasurements of the test, of which CDash draws trends by name.
#pragma once

#include <ostream>
#include <vector>

#include "model/result.h"

namespace micro {

// Score, error, cpu time and counters of a benchmark, each with its steady unit in the name; in a mode that is measured
// by itself "score ss ns/op". What is no finite number is left out, for CDash takes no other; so is what was not
// measured, and a name that is there already.
//
// A test has one value under a name: where the results are not all of one benchmark, nothing is written.
void write_ctest_measurements(const std::vector<Result>& results, std::ostream& out);

}  // namespace micro
