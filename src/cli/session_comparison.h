// Sessions that have a baseline: each benchmark is compared with it, all its variants in one call, controls first.
#pragma once

#include <string>

#include "cli/commands.h"
#include "cli/report.h"
#include "compare/comparisons.h"
#include "session/session.h"

namespace micro {

// What the journal says of both sides.
SidesEntry sides_of(const SessionBaseline& baseline);

// `cmicro run --session` of a session with a baseline. UsageError for what the session does not have.
void compare_session(const Session& session, const RunArguments& arguments, const OptionLayer& command,
                     CommandContext& context);

// The comparisons in the journal of a session. JournalError.
ComparisonRecord read_comparisons(const std::string& journal);

// Everything that people see of the comparisons of a session: heading, table, what failed, notes, verdicts.
void write_session_comparison(const Session& session, const ComparisonRecord& record, std::ostream& out);

// Writes micro.txt, the same, and removes result files of an earlier run that compared nothing. FileError.
ResultFiles write_session_files(const Session& session, const ComparisonRecord& record, const Settings& settings);

}  // namespace micro
