// A benchmark that is to be measured.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "journal/entry.h"
#include "options/layers.h"
#include "session/session.h"

namespace micro {

struct MeasuredBenchmark {
  BenchmarkId id;
  const Suite* suite = nullptr;      // outlives this
  const Variant* variant = nullptr;  // of the suite: how to run its program
  Settings settings;                 // with what the variant adds
  std::vector<OptionEntry> options;  // as resolved, for the journal
  std::vector<int> cpus = {};        // that its forks are pinned to; empty: to none
};

// One benchmark of a suite in all its variants that can be run, with these options. Average time and throughput are two
// views of the same iterations; single shots (MODE=ss) are measured apart: one iteration of one op in each fork,
// without warm-up.
std::vector<MeasuredBenchmark> measured_benchmarks(const Suite& suite, const std::string& benchmark,
                                                   const ResolvedOptions& options);

// What the journal says of it before its forks.
BenchmarkEntry planned_entry(const MeasuredBenchmark& benchmark, std::uint64_t seed);

// The processors for AFFINITY. OptionError if one of them is not among the allowed ones.
std::vector<int> cpus_for(const Settings& settings, int threads, const std::vector<int>& allowed);

// How long a fork should take if all goes well, start of the process included, in nanoseconds.
double expected_fork_ns(const Settings& settings);

// The time limit of a fork: TIMEOUT, else ten times what is expected and at least a minute; times TIMEOUT_FACTOR.
// Nanoseconds.
double fork_timeout_ns(const Settings& settings);

}  // namespace micro
