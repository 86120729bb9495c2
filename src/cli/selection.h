// What a command measures of a program, and where.
#pragma once

#include <string>
#include <vector>

#include "cli/commands.h"
#include "run/benchmark.h"

namespace micro {

// The benchmarks of a program that a regular expression and the restrictions leave; UsageError if there are none.
std::vector<std::string> chosen(const std::vector<std::string>& names, const std::string& filter,
                                const Settings& settings);

// Where the forks are to be placed, if the system allows it: known before anything is measured. OptionError or
// UsageError if it doesn't.
void place(std::vector<MeasuredBenchmark>& benchmarks, const World& world);
void place(MeasuredBenchmark& benchmark, const World& world);

}  // namespace micro
