#include "cli/comparison_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <ostream>

#include "cli/commands.h"
#include "platform/files.h"

namespace micro {

std::vector<std::string_view> names_of_comparison_formats() {
  std::vector<std::string_view> names;
  for (const ComparisonFormat& format : comparison_formats()) names.push_back(format.name);
  return names;
}

ComparisonFormat known_comparison_format(const std::string& name) {
  if (const auto format = comparison_format_from(name)) return *format;
  throw UsageError(fmt::format("--format: a comparison can't be said in the format '{}'\n  hint: one of {}", name,
                               fmt::join(names_of_comparison_formats(), ", ")));
}

void check_comparison_formats(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (comparison_format_from(name)) continue;
    throw UsageError(
        fmt::format("RESULTS_FORMAT={}: a comparison can't be said in that format\n  hint: one or more of {}", name,
                    fmt::join(names_of_comparison_formats(), ", ")));
  }
}

void write_comparison(const ComparisonRecord& record, const ComparisonOptions& options, const std::string& format,
                      const std::string& output, CommandContext& context) {
  const ComparisonFormat as = known_comparison_format(format.empty() ? "text" : format);
  const auto write = [&](std::ostream& out) { as.write(record, options, out); };
  output.empty() ? write(context.out) : write_output(output, write);
}

std::vector<std::string> write_comparison_files(const ComparisonRecord& record, const ComparisonOptions& options,
                                                const std::string& folder, const std::vector<std::string>& formats) {
  std::vector<std::string> paths;
  const auto path_of = [&](const ComparisonFormat& format) {
    return fmt::format("{}/micro-comparison.{}", folder, format.extension);
  };
  for (const ComparisonFormat& format : comparison_formats()) std::filesystem::remove(path_of(format));
  for (const std::string& name : formats) {
    const ComparisonFormat format = *comparison_format_from(name);
    write_file(path_of(format), [&](std::ostream& file) { format.write(record, options, file); });
    paths.push_back(path_of(format));
  }
  return paths;
}

}  // namespace micro
