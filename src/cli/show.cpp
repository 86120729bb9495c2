#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <ostream>
#include <sstream>

#include "cli/commands.h"
#include "cli/journals.h"
#include "cli/report.h"
#include "format/columns.h"
#include "platform/files.h"

namespace micro {

void show(const ShowArguments& arguments, CommandContext& context) {
  const RunRecord record = read_results(arguments.files);
  std::ostringstream shown;
  if (arguments.format.empty()) {
    write_report(record, shown);
  } else {
    const std::optional<Format> format = format_from(arguments.format);
    if (!format) {
      std::vector<std::string_view> known;
      for (const Format& candidate : formats()) known.push_back(candidate.name);
      throw UsageError(fmt::format("--format: there is no format '{}'\n  hint: one of {}", arguments.format,
                                   fmt::join(known, ", ")));
    }
    write(*format, record, {}, shown);
    for (const std::string& note : record.notes) context.err << "Note: " << visible(note) << '\n';
  }
  if (arguments.output.empty()) {
    context.out << shown.str();
  } else {
    write_file(arguments.output, shown.str());
  }
}

}  // namespace micro
