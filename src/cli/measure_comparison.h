// Measures comparisons and records them, whoever asks: `cmicro compare --run`, or a session that has a baseline.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compare/compare.h"
#include "compare/comparisons.h"
#include "platform/terminal.h"

namespace micro {

struct CommandContext;
struct World;

// What is to be compared, and where its traces go.
struct ComparisonJob {
  std::vector<ComparedBenchmark> benchmarks;  // in the order in which they are measured
  std::vector<FailureEntry> failures;         // what can't be run
  SidesEntry sides;
  std::string test;                    // for the journal's header
  std::string revision;                // likewise
  std::optional<bool> dirty;           // likewise
  std::string folder;                  // of the journal
  std::size_t family = 1;              // benchmarks, no controls, that are compared together, of all calls
  std::size_t family_of_controls = 1;  // likewise
  std::size_t before = 0;              // benchmarks of a larger run that were compared in calls before this one
  std::size_t all = 1;                 // benchmarks of that run
  LiveLine::Place live_line = LiveLine::Place::none;
};

// OptionError if instructions are to be counted and can't be.
void require_counting(const std::vector<ComparedBenchmark>& benchmarks, const World& world);

// Compares one benchmark after the other. The journal is complete up to the last fork whatever happens; what is
// returned is of this call alone. The exit code of the context says how it ended.
ComparisonRecord measure_comparison(const ComparisonJob& job, CommandContext& context);

}  // namespace micro
