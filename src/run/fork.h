// One fork: a benchmark measured once in a fresh process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "journal/entry.h"
#include "platform/clock.h"
#include "platform/process.h"
#include "run/benchmark.h"

namespace micro {

struct ForkRequest {
  const MeasuredBenchmark* benchmark = nullptr;
  int round = 0;
  int order = 0;
  std::optional<std::uint64_t> fixed_ops;  // ops of each iteration; absent: the library calibrates
  std::size_t padding = 0;                 // bytes of environment
  std::string copy = {};                   // of the variant's program, to be run in its place; empty: the program
  std::vector<std::string> runner = {};    // words before the program that run it, such as valgrind's
  std::string runner_output = {};          // one more of them: where output goes that will be gone; empty: none
};

// Makes forks. Their output files lie in a folder that the caller provides and cleans.
class ForkLauncher {
 public:
  ForkLauncher(ProcessRunner& processes, Clock& clock, std::vector<std::string> caller_variables, std::string folder)
      : processes_(processes), clock_(clock), variables_(std::move(caller_variables)), folder_(std::move(folder)) {}

  // Never throws for what the program does: that is the entry's outcome. `interrupted` tells that we were asked to
  // stop.
  ForkEntry run(const ForkRequest& request, bool& interrupted);

 private:
  enum class When { before, after };
  // Runs BEFORE_FORK or AFTER_FORK, where there is one, as the fork's program is run; false if it failed, which then is
  // the outcome of a fork that was good so far.
  bool run_around(When when, const Settings& settings, const Command& program, ForkEntry& entry, bool& interrupted);

  ProcessRunner& processes_;
  Clock& clock_;
  std::vector<std::string> variables_;
  std::string folder_;
};

// What a process and the file that it wrote mean: outcome, message and iterations of the entry. `report` is the content
// of the out file, absent if there is none. The exit code of Google Benchmark proves nothing: success is that the
// report holds exactly this benchmark.
void judge_fork(ForkEntry& entry, const MeasuredBenchmark& benchmark, const ProcessResult& process,
                const std::optional<std::string>& report);

// Ops for an iteration to take `iteration_ns`, from a fork that the library calibrated itself. Absent if the fork tells
// nothing.
std::optional<std::uint64_t> ops_for(double iteration_ns, const ForkEntry& calibrated);
// The same for an op that takes so long.
std::optional<std::uint64_t> ops_for(double iteration_ns, double op_ns);

}  // namespace micro
