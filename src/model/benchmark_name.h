// What the name of a Google Benchmark benchmark says: function, parameters and the library's own suffixes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace micro {

// A named value that a benchmark was instantiated with, such as length=10.
struct Parameter {
  std::string name;   // unnamed arguments are arg0, arg1, … by their position among all arguments
  std::string value;  // as printed: a string even where it is a number
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

// The parts of a name as Google Benchmark prints it:
//   function{/parameter…}{/min_time:S}{/min_warmup_time:S}{/iterations:N}{/repeats:N}{/process_time}{/real_time|/manual_time}{/threads:N}
struct BenchmarkName {
  std::string full;                   // the whole name, which selects and identifies the benchmark
  std::string function;               // what stands before the first parameter; never empty unless `full` is
  std::vector<Parameter> parameters;  // in the order of the name
  std::vector<std::string> suffixes;  // the library's own, as printed without the slash, in the order of the name
  int threads = 1;                    // from /threads:N
  friend bool operator==(const BenchmarkName&, const BenchmarkName&) = default;
};

// Takes a name apart. The suffixes are stripped from the right; then, from the left, `/name:value` begins a parameter
// and `/number` is an unnamed one; any other segment belongs to the value (or the function) before it, so that values
// may hold blanks, '=', '/' and ':'. Never fails: a name without recognisable parts is all function.
BenchmarkName parse_benchmark_name(std::string_view full);

// Its parameters with `threads`, where the name has /threads:N: results that differ in nothing else must look different
// in every format.
std::vector<Parameter> told_parameters(const BenchmarkName& name);

}  // namespace micro
