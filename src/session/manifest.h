// The manifest: which suites a build tree has (document 1 of CONTRIBUTING.md). Written by CMake, only read here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "options/layers.h"
#include "session/session.h"

namespace micro {

// Why something is not to be built.
struct Unsupported {
  std::string feature;
  bool is_skip;        // it is skipped for that; else it fails
  std::string reason;  // of several lines
};

// A variant besides `default`.
struct DeclaredVariant {
  Variant variant;  // the executable is empty where it is built with all that the suite links from the project
  std::string target;
  bool with_project = false;  // SCOPE project
  std::optional<Unsupported> unsupported;
  // What it says of linking and of folders, each word as it was written.
  std::vector<std::string> link_options, link_libraries, without_libraries, include_directories;
};

struct DeclaredSuite {
  Suite suite;  // the form `default`, without benchmarks: those are known when it is built
  std::string target;
  std::string declared_at;  // "bench/CMakeLists.txt:3"
  std::vector<std::string> labels;
  std::optional<Unsupported> unsupported;
  std::vector<DeclaredVariant> variants;
};

struct DeclaredFeature {
  std::string name;
  std::string description;
  bool supported = true;    // known only of those that are used
  std::string reason;       // why not
  std::string declared_at;  // empty for a ready-made one
  bool by_default = false;  // all suites have it that do not say otherwise; it does not stand among their features
};

struct Manifest {
  std::string project;
  std::string configuration;  // empty for an empty build type
  OptionLayer defaults{"project", "MICRO_DEFAULTS"};
  std::string source_directory;
  std::vector<DeclaredFeature> features;
  std::vector<DeclaredSuite> suites;
};

// Reads <build>/micro/manifest-<configuration>.json; where the configuration is empty, the only manifest that is there.
// InputError, JsonError or OptionError names what is wrong.
Manifest read_manifest(const std::string& build_directory, const std::string& configuration);

}  // namespace micro
