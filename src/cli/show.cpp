#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <vector>

#include "cli/commands.h"
#include "cli/comparison_report.h"
#include "cli/journals.h"
#include "cli/report.h"
#include "format/columns.h"
#include "platform/files.h"

namespace micro {

void show(const ShowArguments& arguments, const OptionLayer& command, CommandContext& context) {
  if (std::ranges::any_of(arguments.files, is_comparison)) {
    if (!arguments.format.empty()) known_comparison_format(arguments.format);
    write_comparison(read_comparison(arguments.files), {arguments.verbose, {}}, arguments.format, arguments.output,
                     context);
    return;
  }
  View view;
  if (const auto* modes = command.find("MODE")) view.modes = modes_from(modes->front());
  if (const auto* unit = command.find("UNIT")) view.unit = unit_from(unit->front());
  const Settings settings = settings_from(ResolvedOptions({&command}));
  if (command.find("BASELINE") || command.find("BASELINE_PARAM") || command.find("RATIO")) {
    // RATIO=on alone leaves the baselines that the results were measured with.
    if (settings.baseline.is_set() || command.find("RATIO")->front() == "off") view.baseline = settings.baseline;
  }
  const FormatOptions options = format_options(settings);
  const RunRecord record = read_results(arguments.files, view);
  std::optional<Format> format;
  if (!arguments.format.empty()) {
    format = format_from(arguments.format);
    if (!format && arguments.format.find(',') != std::string::npos) {
      throw UsageError(
          fmt::format("--format: takes one format, as all goes into one file or standard output, not '{}'\n  hint: "
                      "cmicro show once for each of them, with --output",
                      arguments.format));
    }
    if (!format) {
      std::vector<std::string_view> known;
      for (const Format& candidate : formats()) known.push_back(candidate.name);
      throw UsageError(fmt::format("--format: there is no format '{}'\n  hint: one of {}", arguments.format,
                                   fmt::join(known, ", ")));
    }
  }
  const auto show_record = [&](std::ostream& out) {
    format ? write(*format, record, options, out) : write_report(record, options, out);
  };
  try {
    arguments.output.empty() ? show_record(context.out) : write_output(arguments.output, show_record);
  } catch (const FormatError& error) {
    throw UsageError(error.what());
  }
  if (!format) return;  // the report has the notes
  for (const std::string& note : record.notes) context.err << "Note: " << visible(note) << '\n';
}

}  // namespace micro
