// What came between a process and the processor while it ran.
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <optional>
#include <string>

#include "journal/entry.h"

namespace micro {

// What the kernel has counted of this machine since it started; absent: it does not tell.
struct MachineCounts {
  std::optional<std::int64_t> stolen_ticks;  // by the host of a virtual machine, of 10 ms as a rule
  std::optional<std::int64_t> throttled;     // times that our control group, or one above it, was stopped for its quota
};
// Of the files below a folder that stands for the root.
MachineCounts read_machine_counts(const std::string& root);

// How long the main thread of a process was ready to run and had no processor, in nanoseconds. It may have ended, if it
// has not been waited for.
std::optional<std::int64_t> waited_for_processor_ns(const std::string& root, int process);

// What happened between two readings to a process with this usage, which waited so long.
Disturbance disturbance_of(const MachineCounts& before, const MachineCounts& after, const rusage& usage,
                           std::optional<std::int64_t> waited_ns);

}  // namespace micro
