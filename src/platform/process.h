// Running one program in a fresh process: its own process group, a time limit, and the ends of what it printed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "journal/entry.h"

namespace micro {

struct Command {
  std::vector<std::string> arguments;    // the first is the program: a path, or a name looked up in PATH
  std::vector<std::string> environment;  // all of it, NAME=VALUE
  std::string working_directory;         // empty: the caller's
  std::vector<int> cpus = {};            // that it may run on; empty: the caller's
  bool fixed_layout = false;             // without randomisation of its address space
};

// How a process ended. Exactly one of not_started, exit_code and signal is set.
struct ProcessResult {
  std::string not_started;  // why it could not be started; empty if it was
  std::optional<int> exit_code;
  std::optional<int> signal;
  bool timed_out = false;                  // ended by us after the time limit
  bool interrupted = false;                // ended by us because we were asked to stop
  std::int64_t elapsed_ns = 0;             // from the start to the end of the process
  std::optional<Disturbance> disturbance;  // absent: it was not started
  std::string standard_output;             // the last bytes of it, up to the limit that was asked for
  std::string standard_error;
};

// How much of a process's output is kept, in bytes from its end.
struct OutputLimits {
  std::size_t standard_output = 64 * 1024;
  std::size_t standard_error = 64 * 1024;
};

// Runs programs. A seam: tests put a fake in its place.
class ProcessRunner {
 public:
  virtual ~ProcessRunner() = default;
  // Runs the command to its end. `timeout_ns` 0 means no limit.
  virtual ProcessResult run(const Command& command, std::int64_t timeout_ns, const OutputLimits& limits) = 0;
};

// The real one: vfork and exec. The child leads a process group of its own and dies with us. At the time limit, and
// when we get SIGINT, SIGTERM or SIGHUP (see platform/interruption.h), the whole group gets SIGTERM and, two seconds
// later, SIGKILL. When the child has ended, what is left of its group is killed, and so is what it has started and
// moved to a group or session of its own: we are the reaper of orphans. Nothing of it can disturb what runs next.
// Standard input is /dev/null. Several threads may run programs at once.
class SystemProcessRunner : public ProcessRunner {
 public:
  ProcessResult run(const Command& command, std::int64_t timeout_ns, const OutputLimits& limits) override;
};

// Ends and reaps all children of this process, and what becomes its child by that.
void end_orphans();

// "Segmentation fault" for SIGSEGV, and so on.
std::string signal_name(int signal);

}  // namespace micro
