// PROVE: does a benchmark see that one function of the code under test becomes slower?
//
// The program runs with a library of ours preloaded (src/prove/prove.cpp) that delays the function and counts its
// calls. Both sides of the comparison that follows are the same program with that library, one without the delay.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "journal/entry.h"
#include "platform/process.h"
#include "run/fork.h"

namespace micro {

// What the library has counted in one process.
struct CallReport {
  bool is_instrumented = false;         // functions of the program call the library
  std::uint64_t calls = 0;              // of the function
  std::vector<std::string> symbols;     // functions that were meant
  std::vector<std::string> near_names;  // where there is none: functions with similar names
};
// Of the text that it writes; nothing if that is not whole.
std::optional<CallReport> read_call_report(const std::string& text);

// The path of the library, which lies beside this program or where it is installed. OptionError if it does not.
std::string proving_library();

// The settings with what makes programs run with the library. `report` is the file that it writes at the end; empty:
// none.
Settings with_proof(Settings settings, const std::string& library, double delay_ns, const std::string& report);

// Counts how often the function is called in each op: in a process of one op and in one of so many more, of each
// thread, without a delay. The metric of the entry is "calls". Where the library can't be told how many ops to time
// (before 1.8) the value is 0 or absent, the function being called or not.
CountEntry count_calls(const MeasuredBenchmark& benchmark, const std::string& library, bool takes_fixed_ops,
                       std::uint64_t ops, const std::string& copy, ForkLauncher& launcher, const std::string& folder,
                       bool& interrupted);

}  // namespace micro
