// Which suites, benchmarks and variants `cmicro list` is asked for: words such as micro:io, micro:io.records,
// micro:io.records.TEXT and micro:io.tracing@off. These are the words of TEST= without its regular expressions, which
// are no business of the engine.
#pragma once

#include <string>
#include <vector>

#include "cli/overview.h"

namespace micro {

// Whether a word of the command line is one of these, and not a path.
bool is_selection(const std::string& word);

// The names of the suites that the words can mean, in the order of the manifest; all without words. UsageError for a
// word that means none, and for a variant that none of the meant suites has.
std::vector<std::string> suites_meant(const std::vector<std::string>& words, const Manifest& manifest);

// Takes away what no word means: benchmarks and variants, and suites of which nothing is left. UsageError for a word
// that leaves none.
void keep_what_is_meant(const std::vector<std::string>& words, Overview& overview);

}  // namespace micro
