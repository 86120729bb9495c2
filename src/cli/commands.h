// The commands of cmicro: what each is told by the command line, and its work. command_line.cpp has the grammar.
#pragma once

#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/run_cli.h"
#include "options/layers.h"

namespace micro {

// Where a command writes, what it works with, and how it ended.
struct CommandContext {
  std::ostream& out;
  std::ostream& err;
  World& world;
  ExitCode exit_code = ExitCode::ok;
};

// The call is wrong in a way that the grammar can't see. The message is whole, with a hint line.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Lists the suites of a build folder or a session, or the benchmarks of a program; explains where options come from.
struct ListArguments {
  std::vector<std::string> words;   // a program, or a build folder and what is selected in it; list_selection.h
  std::string working_directory;    // of the program; empty: where it lies
  std::string format = "text";      // "text", "tree", "table" or "json"
  std::string build;                // empty: what `words` says, else the current one
  std::string configuration;        // empty: the only one
  std::string session;              // folder; empty: none
  std::vector<std::string> suites;  // only these; empty: all
  bool explain = false;
};
void list(const ListArguments& arguments, const OptionLayer& command, CommandContext& context);

// Measures the benchmarks of a program or of a session.
struct RunArguments {
  std::string program;                   // empty: a session
  std::string filter;                    // regular expression found in names; empty: all
  std::string results;                   // folder; empty: micro-results/<program>
  std::string session;                   // folder
  std::string suite;                     // of the session; empty: all
  std::optional<std::string> benchmark;  // of the suite; absent: all
  bool dry_run = false;
  bool verbose = false;
  bool quiet = false;  // no log, only results
};
void run(const RunArguments& arguments, const OptionLayer& command, CommandContext& context);

// Shows the results of journals and of other tools' files, put together; the options are those that say how results are
// to be seen.
struct ShowArguments {
  std::vector<std::string> files;
  std::string format;  // empty: the report for people
  std::string output;  // file; empty: standard output
  bool verbose = false;
};
void show(const ShowArguments& arguments, const OptionLayer& command, CommandContext& context);

// Compares two programs (or one with itself) by running them in turns, or files that were measured apart.
struct CompareArguments {
  std::vector<std::string> sides;  // programs with `run`, else files: baseline, contender
  bool run = false;
  std::string filter;           // regular expression found in names; empty: all
  std::string baseline_filter;  // with this one: benchmarks that differ in what the two of them find
  std::string contender_filter;
  std::vector<std::string> baseline_files;  // in place of `sides`: any number on each side
  std::vector<std::string> contender_files;
  std::string results;  // folder; empty: micro-results/<contender>
  std::string format;   // of what is printed; empty: the report for people
  std::string output;   // file; empty: standard output
  bool verbose = false;
};
void compare(const CompareArguments& arguments, const OptionLayer& command, CommandContext& context);

void compare_files(const CompareArguments& arguments, const OptionLayer& command, CommandContext& context);

// Joins journals into one.
struct MergeArguments {
  std::vector<std::string> files;
  std::string output;  // file; empty: standard output
  bool force = false;  // also from different machines
};
void merge(const MergeArguments& arguments, CommandContext& context);

// Says what disturbs measurements here: of the machine, and of a build folder. Changes nothing.
struct DoctorArguments {
  std::string build;          // empty: the machine alone
  std::string configuration;  // of a build folder that has several
  std::string format = "text";
};
void doctor(const DoctorArguments& arguments, CommandContext& context);

// Writes a suite to begin with, and says which line declares it. UsageError where the file is there already.
struct NewSuiteArguments {
  std::string name;
  std::string folder = ".";
};
void new_suite(const NewSuiteArguments& arguments, CommandContext& context);

// Shows what a session has measured, writes its result files, and ends with the test summary.
void summarize(const std::string& session, CommandContext& context);

}  // namespace micro
