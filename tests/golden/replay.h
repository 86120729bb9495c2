// A benchmark program that is replayed from a description: it stands in for processes and the clock, so that every
// output of the engine can be compared byte for byte.
#pragma once

#include <map>
#include <string>

#include "platform/clock.h"
#include "platform/process.h"

namespace micro {

// Time goes on by what the replayed processes are said to take.
class ReplayedClock : public Clock {
 public:
  std::int64_t elapsed_ns() override { return now_ns; }
  std::int64_t utc_ms() override { return 1'796'040'000'000 + now_ns / 1'000'000; }  // 2026-11-30T12:00:00Z
  std::int64_t now_ns = 0;
};

// The description, JSON:
//   {"version": "v1.9.5", "build_type": "release", "fixed_ops": true, "noise": "text printed by the program itself",
//    "commands": {"clean": {"exit_code": 1, "stderr": "…"}},                       how other programs end
//    "listing": {"signal": 11, "exit_code": 1, "stderr": "…"},                     how listing ends, where it fails
//    "benchmarks": [{"name": "f/n:1", "threads": 1, "forks": [FORK, …]}]}           the last fork is repeated;
//                     "big_o": [order, coefficient] is fitted in each of its reports
//                     "when": "WORD" is one only where that is an argument or in the environment; the first one counts;
//                     "instructions": {"per_op": 100} are counted under valgrind; or how that ends, as of a fork
//                     "single_shots" has those of one op, in the same form
// FORK: {"real_ns": [1.5, …], "cpu_ns": [1.4, …], "ops": 1000, "counters": {"n": 3}, "label": "x"} one value an
// iteration, or
//   {"error": "message"} {"skip": "message"} {"signal": 11} {"exit_code": 0} {"timed_out": true} {"report": "raw text
//   of the out file"};
// each may have "stderr", and "cut": N leaves out the last N bytes of the report.
class ReplayedProgram : public ProcessRunner {
 public:
  ReplayedProgram(std::string description, ReplayedClock& clock)
      : description_(std::move(description)), clock_(clock) {}
  ProcessResult run(const Command& command, std::int64_t timeout_ns, const OutputLimits& limits) override;

 private:
  std::string description_;
  ReplayedClock& clock_;
  std::map<std::string, std::size_t> forks_made_;
};

}  // namespace micro
