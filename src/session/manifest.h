// The manifest: which suites a build tree has (document 1 of CONTRIBUTING.md). Written by CMake, only read here.
#pragma once

#include <string>
#include <vector>

#include "options/layers.h"
#include "session/session.h"

namespace micro {

struct DeclaredSuite {
  Suite suite;  // without benchmarks: those are known when it is built
  std::string target;
  std::string declared_at;  // "bench/CMakeLists.txt:3"
};

struct Manifest {
  std::string project;
  std::string configuration;  // empty for an empty build type
  OptionLayer defaults{"project", "MICRO_DEFAULTS"};
  std::vector<DeclaredSuite> suites;
};

// Reads <build>/micro/manifest-<configuration>.json; where the configuration is empty, the only manifest that is there.
// InputError, JsonError or OptionError names what is wrong.
Manifest read_manifest(const std::string& build_directory, const std::string& configuration);

}  // namespace micro
