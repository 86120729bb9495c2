// What people see of results: the table, what failed, notes, and the files that are written.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "format/format.h"
#include "options/layers.h"
#include "stats/results.h"

namespace micro {

struct CommandContext;

// How tables are to look.
FormatOptions format_options(const Settings& settings);

// The table of all results (none where there are none), the complexities, then each failure with its message, the
// warnings, the notes, and the surroundings in which it was measured.
void write_report(const RunRecord& record, const FormatOptions& options, std::ostream& out);

// One failed or skipped benchmark: its name, the message, the end of its stderr, and the command that repeats it.
void write_failure(const std::string& name, const std::string& message, const std::string& details, std::ostream& out);

// What has become of the result files of a run.
struct ResultFiles {
  std::vector<std::string> paths;    // of those that were written
  std::vector<std::string> refused;  // messages of formats in which these results can't be said
};

// Writes micro.txt (the report) and micro-result.<extension> for each of the formats into the folder. FileError.
ResultFiles write_result_files(const RunRecord& record, const std::string& folder, const Settings& settings);
// Names each file on `out` and says what was refused on the context's stderr; then the command has failed.
void say_result_files(const ResultFiles& files, std::ostream& out, CommandContext& context);

// A new folder <results>/runs/<UTC> for a run. FileError.
std::string new_run_folder(const std::string& results_folder, std::int64_t utc_ms);

}  // namespace micro
