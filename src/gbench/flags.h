// Command lines for Google Benchmark programs, in the words that versions 1.7 to 1.9 understand.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace micro {

// Flags that print the names of all benchmarks, and of none: what is then printed is the program's own.
std::vector<std::string> listing_flags();
std::vector<std::string> empty_listing_flags();

// What one process is to measure.
struct ForkFlags {
  std::string filter;       // from exact_filter()
  int repetitions = 1;      // iterations in our terms
  double iteration_ns = 0;  // length of one; does not count with fixed_iterations
  // Ops of each thread in each iteration (1.8 or newer); absent: the library calibrates.
  std::optional<std::uint64_t> fixed_iterations;
  std::optional<double> warmup_ns;   // warm-up that the library does itself and does not report; absent: none
  std::string out_file;              // where the JSON goes; empty: nowhere
  std::vector<std::string> options;  // further flags; ours come after them and win
};

std::vector<std::string> fork_flags(const ForkFlags& fork);

// Whether a program that prints this help takes a number of iterations in --benchmark_min_time.
bool understands_fixed_iterations(std::string_view help_output);

}  // namespace micro
