// The session: what one run under ctest will do (document 2 of CONTRIBUTING.md). Written by the ctest side, only read
// here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "journal/entry.h"
#include "json/json.h"
#include "options/layers.h"

namespace micro {

// Why a suite, or a variant of it, has no benchmarks to run.
struct SuiteFailure {
  std::string stage;    // FailureEntry has them
  std::string message;  // what the compiler or the program said
  friend bool operator==(const SuiteFailure&, const SuiteFailure&) = default;
};

// One form in which the benchmarks of a suite are built and run: a program, and how to run it.
struct Variant {
  std::string name = "default";
  std::vector<Parameter> axes;                   // its place in a matrix of variants; empty if it has none
  std::string executable;                        // absolute
  std::vector<std::string> launcher;             // words before the executable
  std::string working_directory;                 // empty: the directory of the executable
  std::string compiler;                          // "GNU 12.2.0"; empty if unknown
  std::string flags;                             // compile flags, for people; empty if unknown
  std::vector<std::string> features;             // that it is built with
  std::vector<std::string> unflagged_libraries;  // linked libraries of the project without its flags
  std::vector<std::string> environment;          // NAME=VALUE, stronger than the options'
  std::vector<std::string> run_args;             // after the options'
  bool not_a_measurement = false;       // built with something that times nothing can be learnt from: a sanitizer
  std::optional<SuiteFailure> failure;  // then it is not run
  std::string skipped;                  // why it is not run; empty if it is
  [[nodiscard]] bool is_run() const { return !failure && skipped.empty(); }
};

// Benchmarks that are declared together, and the variants in which they are measured.
struct Suite {
  std::string name;                              // empty for a program that no manifest declared
  std::string build_type;                        // "Release"; empty if unknown
  std::vector<CounterEntry> counters;            // what it says of its counters
  std::vector<std::string> unaligned_libraries;  // linked libraries of the project without stable layout
  OptionLayer options{"suite", "suite"};
  std::vector<Variant> variants = {Variant()};  // that are to be run, in this order
  std::vector<std::string> benchmarks;          // exact full names, in the order of the run
  std::optional<SuiteFailure> failure;          // then `benchmarks` is empty
  std::string skipped;                          // why it is not run; empty if it is
};

// What the suites of a session are compared with.
struct SessionBaseline {
  std::string name;                           // as it was asked for: "HEAD~1"
  std::string detail;                         // what that is: "4f2c9ab"; may be empty
  std::string directory;                      // where it is built, for people; empty: where the contender is
  std::string contender;                      // what is compared with it: "working tree (dirty)"
  std::vector<std::string> only_in_baseline;  // full names of benchmarks that the other side lacks
  std::vector<std::string> only_in_contender;
  std::vector<Suite> suites;  // those of the session, in their order, as they are in the baseline

  [[nodiscard]] std::string description() const;  // "HEAD~1 (4f2c9ab)"
  // "Baseline HEAD~1 (4f2c9ab, built in build/micro/against/…), contender working tree (dirty)."
  [[nodiscard]] std::string heading() const;
};

// A name under which the programs of a run are kept.
struct SessionSave {
  std::string name;
  std::string directory;  // where they go; nothing lies there before
};

struct Session {
  std::string directory;            // of this run: holds the session and the journal
  std::string test;                 // TEST= as typed
  std::string results_directory;    // for what outlives the run: the table and result files of the latest run
  std::string revision;             // of the sources in their version control; empty if unknown
  std::optional<bool> dirty;        // the sources differ from it; absent if unknown
  std::vector<OptionLayer> layers;  // strongest first; a suite's own layer goes before "project"
  std::vector<Suite> suites;
  std::optional<SessionBaseline> baseline;  // then nothing is measured alone: everything is compared with it
  std::optional<SessionSave> save;
  std::string resumed;   // when (UTC): forks that its journal has are not measured again; empty: it was not
  std::string previous;  // journal of a run whose results these are compared with in the end; empty: with none

  [[nodiscard]] const Suite* find(const std::string& suite) const;  // nullptr if there is none of that name
};

// A layer of options, or a suite, as manifests and sessions hold them; OptionError or JsonError. The configuration is
// that of the whole document; of variants only the suite's own form, `default`, is read.
OptionLayer read_layer(const JsonValue& values, const std::string& name, const std::string& where);
Suite read_suite(const JsonValue& json, const std::string& configuration);

// A variant, as both have them. What it does not say is as in the suite's own form.
Variant read_variant(const JsonValue& json, const Variant& own);

// What of a suite can't be run: itself, or some of its variants.
std::vector<FailureEntry> failures_of(const Suite& suite);

// Reads <directory>/session.json. JsonError or OptionError names what is wrong with it.
Session read_session(const std::string& directory);

// The layers that hold for a suite, strongest first; `command` (the flags of this call) is the strongest.
std::vector<const OptionLayer*> layers_for(const Suite& suite, const OptionLayer& command,
                                           const std::vector<OptionLayer>& session_layers);

}  // namespace micro
