// Reading journals for commands.
#pragma once

#include <string>
#include <vector>

#include "stats/results.h"

namespace micro {

// The journal that is meant by a path: the file itself, or journal.jsonl in a folder.
std::string journal_path(const std::string& path);

// The results of several journals together; JournalError for what is none.
RunRecord read_results(const std::vector<std::string>& paths, const View& view = {});

}  // namespace micro
