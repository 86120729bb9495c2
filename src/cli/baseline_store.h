// Named baselines: the programs and the journal of a run, kept to be compared with later.
#pragma once

#include <string>

#include "session/session.h"

namespace micro {

// Moves what the ctest side has prepared in the folder of the run to where baselines lie, with the run's journal.
// Returns what to say of it. FileError if it can't be moved, or if there is a baseline of that name by now; what was
// prepared stays where it is then.
std::string keep_baseline(const Session& session, const std::string& journal);

// MICRO=… or TEST_OPTS=… of a call without SAVE: it has saved already, and nothing is overwritten.
std::string without_save(const std::string& variable);

}  // namespace micro
