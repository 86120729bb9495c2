// Calling a benchmark program: with which environment and in which folder, and what it says when it is asked for its
// benchmarks.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "options/layers.h"
#include "platform/process.h"
#include "session/session.h"

namespace micro {

// A program that can't be used: it crashes, hangs, or has no benchmarks. The message is whole.
class ProgramError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The variables of the caller that a benchmark program may see. What steers Google Benchmark (BENCHMARK_*), make and us
// is left out.
std::vector<std::string> scrubbed(const std::vector<std::string>& variables);

// Where the program of a variant runs.
std::string working_directory_of(const Variant& variant);

// The program of a variant with these flags of Google Benchmark, then its own arguments. `caller` is a scrubbed
// environment. `padding` bytes more of environment shift the program's stack (0: none), so that forks sample its
// placement.
Command program_command(const Variant& variant, const Settings& settings, const std::vector<std::string>& flags,
                        const std::vector<std::string>& caller, std::size_t padding);

// A suite for a program that no manifest declared. InputError if there is no such file or it can't be executed.
Suite suite_of_program(const std::string& path);

// The full names of the program's benchmarks, in its order. ProgramError if it has none or doesn't say.
std::vector<std::string> list_benchmarks(const Variant& variant, const Settings& settings,
                                         const std::vector<std::string>& caller, ProcessRunner& processes);

// Whether the program takes a fixed number of ops for an iteration (Google Benchmark 1.8 or newer).
bool takes_fixed_ops(const Variant& variant, const Settings& settings, const std::vector<std::string>& caller,
                     ProcessRunner& processes);

}  // namespace micro
