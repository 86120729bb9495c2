// The surroundings of results, in short: the machine, the build and the state of the sources that they are from.
#pragma once

#include <string>

#include "stats/results.h"

namespace micro {

// A line for each machine, each way of building, and each revision, such as
//   Machine: AMD EPYC 7B13, 2 cores, 24 GiB, Debian GNU/Linux 12 (bookworm), Linux 6.1; boost on, ASLR on, load 0.52
//   Build: GNU 12.2.0, Release, -O3 -DNDEBUG; Google Benchmark 1.9.5
//   Run: revision 4f2c9ab (dirty), 2026-11-30T12:00:00Z
// What is unknown is named as such, so that its absence is seen.
std::string surroundings_text(const RunRecord& record);

}  // namespace micro
