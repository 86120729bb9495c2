// What a command measures of a program, and where.
#pragma once

#include <string>
#include <vector>

#include "cli/commands.h"
#include "run/benchmark.h"
#include "run/instruction_counter.h"

namespace micro {

// The benchmarks of a program that a regular expression and the restrictions leave; UsageError if there are none.
std::vector<std::string> chosen(const std::vector<std::string>& names, const std::string& filter,
                                const Settings& settings);

// Where the forks are to be placed, if the system allows it: known before anything is measured. OptionError or
// UsageError if it doesn't.
void place(std::vector<MeasuredBenchmark>& benchmarks, const World& world);
void place(MeasuredBenchmark& benchmark, const World& world);

// Whether instructions are to be counted of any of these.
bool counts_instructions(const std::vector<MeasuredBenchmark>& benchmarks);

// What counts them; whether it can is to be asked.
std::unique_ptr<InstructionCounter> instruction_counter(const World& world);

}  // namespace micro
