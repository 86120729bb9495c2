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

void show(const ShowArguments& arguments, const OptionLayer& command, CommandContext& context) {
  View view;
  if (const auto* modes = command.find("MODE")) view.modes = modes_from(modes->front());
  if (const auto* unit = command.find("UNIT")) view.unit = unit_from(unit->front());
  const FormatOptions options = format_options(settings_from(ResolvedOptions({&command})));
  const RunRecord record = read_results(arguments.files, view);
  std::ostringstream shown;
  if (arguments.format.empty()) {
    write_report(record, options, shown);
  } else {
    const std::optional<Format> format = format_from(arguments.format);
    if (!format) {
      std::vector<std::string_view> known;
      for (const Format& candidate : formats()) known.push_back(candidate.name);
      throw UsageError(fmt::format("--format: there is no format '{}'\n  hint: one of {}", arguments.format,
                                   fmt::join(known, ", ")));
    }
    write(*format, record, options, shown);
    for (const std::string& note : record.notes) context.err << "Note: " << visible(note) << '\n';
  }
  if (arguments.output.empty()) {
    context.out << shown.str();
  } else {
    write_file(arguments.output, shown.str());
  }
}

}  // namespace micro
