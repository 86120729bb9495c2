// What disturbs measurements on this machine: checks that look and change nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "journal/entry.h"
#include "session/manifest.h"

namespace micro {

enum class Health {
  fine,
  note,  // worth knowing
  bad,   // it costs
  unknown,
};
const char* to_string(Health health);  // "ok", "note", "bad", "unknown"

struct Check {
  std::string subject;
  std::string state;  // what was found; empty: nothing could be
  Health health = Health::unknown;
  std::string cost;    // what it does to measurements; empty where it is fine
  std::string remedy;  // a command, or words; empty where there is none
  friend bool operator==(const Check&, const Check&) = default;
};

// What is found out by trying, not from files.
struct ClockFacts {
  double resolution_ns = 0;  // least step of the clock that was seen
  double call_ns = 0;        // what asking it takes
};
ClockFacts try_clock();

// All checks of the machine, in the order in which they are shown. `environment` is what environment_of_files() and the
// system say; `root` stands for the root of the file system.
std::vector<Check> check_machine(const Environment& environment, const std::string& root, const ClockFacts& clock);

// What in a build is not as it is measured.
std::vector<Check> check_build(const Manifest& manifest);

}  // namespace micro
