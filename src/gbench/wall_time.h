// The meaning of real time in Google Benchmark's reports, which changed between versions.
#pragma once

#include <string>

namespace micro {

// Real time per op in the meaning of Google Benchmark 1.9: older libraries divide it by the number of threads.
// An unknown (empty) version is older than 1.8.4.
double wall_time_per_op(double real_ns, int threads, const std::string& library_version);

// The other way round: what a report of that version says of a wall time.
double reported_real_time(double wall_ns, int threads, const std::string& library_version);

}  // namespace micro
