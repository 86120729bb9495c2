// Counting the instructions of an op: the second opinion beside its time, which noise of the machine can't touch.
//
// A benchmark is run for one op and for many, and the difference is divided by the ops that it has more: what happens
// once, such as what the dynamic linker does at the first call of a function, cancels out. Of a deterministic benchmark
// the result is exact to the instruction. What instructions can't see: the kernel's work, misses of caches and
// branches, and waiting.
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

// Whether the benchmark's instructions are to be counted. Of a single shot the first op of a process is measured, which
// is another one.
bool counts_instructions(const MeasuredBenchmark& benchmark);

struct CountRequest {
  const MeasuredBenchmark* benchmark = nullptr;
  bool takes_fixed_ops = true;            // the library takes a number of ops (1.8 or newer)
  std::optional<std::uint64_t> ops = {};  // of the longer run; absent: as many as take a moment
  std::size_t padding = 0;                // bytes of environment
  std::string copy = {};                  // of the variant's program, to be run in its place; empty: the program
  bool is_rough = false;                  // by a run of `ops` alone: enough to see whether two programs do the same
};

// How long a count should take, in nanoseconds: most of it is the start of valgrind, twice.
inline constexpr double expected_count_ns = 1.5e9;

class InstructionCounter {
 public:
  // `fixed_layout`: processes may be started without randomisation of their address space. What an op does can depend
  // on addresses, and a program that would start itself anew to be rid of that randomisation would escape.
  InstructionCounter(ProcessRunner& processes, Clock& clock, std::vector<std::string> caller_variables,
                     bool fixed_layout);

  // Why nothing can be counted: there is no valgrind; empty if it can.
  std::string obstacle();
  // OptionError if it can't.
  void require_valgrind();

  // Never throws for what the program does: then the entry says why it has no value. `interrupted` tells that we were
  // asked to stop.
  CountEntry count(const CountRequest& request, bool& interrupted);

 private:
  ProcessRunner& processes_;
  Clock& clock_;
  std::vector<std::string> variables_;
  bool fixed_layout_;
  std::optional<std::string> obstacle_;  // once it was asked for
};

// How many ops are counted where one takes so many instructions: a round number, so that it is the same for builds that
// cost about the same; two where one is as much as can be waited for.
std::uint64_t ops_to_count(double instructions_per_op, bool pauses);

}  // namespace micro
