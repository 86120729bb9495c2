// Comparisons as commands hand them out: on standard output or in files, in the formats that they can be said in.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "compare/comparisons.h"
#include "format/comparison.h"

namespace micro {

struct CommandContext;

std::vector<std::string_view> names_of_comparison_formats();

// The format of that name, as --format has it; UsageError if comparisons have none of that name.
ComparisonFormat known_comparison_format(const std::string& name);

// UsageError if one of RESULTS_FORMAT is none in which comparisons can be said: known before anything is measured.
void check_comparison_formats(const std::vector<std::string>& names);

// Writes it to the file `output`, or to the context's standard output if that is empty. Without a format it is the
// report for people.
void write_comparison(const ComparisonRecord& record, const ComparisonOptions& options, const std::string& format,
                      const std::string& output, CommandContext& context);

// Writes micro-comparison.<extension> for each of the formats into the folder, removes those of other formats, and
// returns the paths. FileError.
std::vector<std::string> write_comparison_files(const ComparisonRecord& record, const ComparisonOptions& options,
                                                const std::string& folder, const std::vector<std::string>& formats);

}  // namespace micro
