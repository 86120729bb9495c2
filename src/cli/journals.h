// Reading result files for commands: journals, and files of other tools.
#pragma once

#include <string>
#include <vector>

#include "compare/comparisons.h"
#include "stats/results.h"

namespace micro {

// The journal that is meant by a path: the file itself, or journal.jsonl in a folder.
std::string journal_path(const std::string& path);

// The results of several files together: journals, Google Benchmark's JSON and JMH's, told apart by their content.
// InputError with one message for each file that is none of these, or if there is nothing to show.
RunRecord read_results(const std::vector<std::string>& paths, const View& view = {});

// Whether a file is the journal of a comparison.
bool is_comparison(const std::string& path);

// Comparisons from their journals, decided again. InputError or JournalError if one of the files is something else.
ComparisonRecord read_comparison(const std::vector<std::string>& paths);

}  // namespace micro
