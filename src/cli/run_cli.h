// The command line: `int main` in a form that tests can call.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "doctor/checks.h"
#include "journal/entry.h"
#include "platform/clock.h"
#include "platform/placement.h"
#include "platform/process.h"
#include "run/proof.h"

namespace micro {

// What a command needs of the world outside; tests give it another one.
struct World {
  ProcessRunner& processes;
  Clock& clock;
  std::function<std::uint64_t()> draw_seed;  // for a run without SEED
  std::function<Environment()> environment;
  std::vector<std::string> variables;  // NAME=VALUE, of the caller
  std::function<std::vector<int>()> allowed_cpus = micro::allowed_cpus;
  std::function<std::string()> fixed_layout_refusal = micro::fixed_layout_refusal;
  std::function<std::string()> proving_library = micro::proving_library;
  std::function<ClockFacts()> try_clock = micro::try_clock;
};

// Runs `cmicro` with these arguments (the first is the program's name); results go to `out`, messages to `err`. Returns
// the exit code.
int run_cli(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);
int run_cli(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err, World& world);

}  // namespace micro
