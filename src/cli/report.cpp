#include "cli/report.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <ostream>

#include "cli/commands.h"
#include "cli/surroundings.h"
#include "format/columns.h"
#include "format/warnings.h"
#include "platform/clock.h"
#include "platform/files.h"
#include "stats/units.h"
#include "text/text.h"

namespace micro {
namespace {

bool failed(const Result& result) {
  return result.outcome != Outcome::ok && result.outcome != Outcome::skipped;
}

// A number with as many decimals as it takes to show something of it.
std::string short_number(double number) {
  return number != 0 && std::abs(number) < 0.01 ? fmt::format("{:.2e}", number) : fmt::format("{:.2f}", number);
}

// In the largest unit in which the coefficient is not below 1.
void write_complexity(const Complexity& complexity, std::ostream& out) {
  const TimeUnit unit = unit_of_time(complexity.real_ns);
  out << fmt::format(
      "Complexity: {}{}{}: {} {} {}/op{}\n", visible(complexity.suite), complexity.suite.empty() ? "" : ".",
      visible(complexity.function), short_number(complexity.real_ns / nanoseconds_in(unit)), visible(complexity.order),
      to_string(unit), std::isnan(complexity.rms) ? "" : fmt::format(" (RMS {:.0f} %)", 100 * complexity.rms));
}

}  // namespace

void write_failure(const std::string& name, const std::string& message, const std::string& details, std::ostream& out) {
  out << visible(name) << ": " << visible_lines(message) << '\n' << details;
}

FormatOptions format_options(const Settings& settings) {
  return {settings.short_names ? Names::shortened : Names::full};
}

void write_report(const RunRecord& record, const FormatOptions& options, std::ostream& out) {
  if (!record.results.empty()) write_text(record, options, out);
  if (!record.complexities.empty()) out << '\n';
  for (const Complexity& complexity : record.complexities) write_complexity(complexity, out);
  for (const Result& result : record.results) {
    if (result.outcome == Outcome::ok) continue;
    out << '\n' << (failed(result) ? "FAILED " : "Skipped ");
    write_failure(result.identity(), result.message, result.details, out);
  }
  for (const FailureEntry& failure : record.failures) {
    if (failure.is_skip()) {
      out << fmt::format("\nSkipped {}: {}\n", visible(failure.identity()), visible_lines(failure.message));
    } else {
      out << fmt::format("\nFAILED {}: could not be {}\n{}", visible(failure.identity()), failure.not_done(),
                         quoted_tail(failure.message, 10));
    }
  }
  if (!record.warnings.empty() || !record.notes.empty()) out << '\n';
  write_warnings(record.warnings, out);
  for (const std::string& note : record.notes) out << "Note: " << visible(note) << '\n';
  const std::string surroundings = surroundings_text(record);
  if (!surroundings.empty()) out << '\n' << surroundings;
}

ResultFiles write_result_files(const RunRecord& record, const std::string& folder, const Settings& settings) {
  const FormatOptions options = format_options(settings);
  make_writable_folder(folder);
  ResultFiles files;
  const auto write_one = [&](const std::string& name, const auto& write_content) {
    const std::string path = folder + "/" + name;
    write_file(path, write_content);
    files.paths.push_back(path);
  };
  // Those of an earlier run in other formats must not lie beside these.
  for (const Format& format : micro::formats()) {
    std::filesystem::remove(fmt::format("{}/micro-result.{}", folder, format.extension));
  }
  write_one("micro.txt", [&](std::ostream& out) { write_report(record, options, out); });
  for (const std::string& name : settings.formats) {
    const Format format = *format_from(name);
    try {
      write_one(fmt::format("micro-result.{}", format.extension),
                [&](std::ostream& out) { write(format, record, options, out); });
    } catch (const FormatError& error) {
      files.refused.emplace_back(error.what());
    }
  }
  return files;
}

void say_result_files(const ResultFiles& files, std::ostream& out, CommandContext& context) {
  for (const std::string& path : files.paths) out << "Results: " << path << '\n';
  for (const std::string& message : files.refused) context.err << "cmicro: " << message << '\n';
  if (!files.refused.empty() && context.exit_code == ExitCode::ok) context.exit_code = ExitCode::failed;
}

std::string new_run_folder(const std::string& results_folder, std::int64_t utc_ms) {
  make_writable_folder(results_folder + "/runs");
  const std::string base = results_folder + "/runs/" + utc_for_path(utc_ms);
  for (int number = 1;; ++number) {
    const std::string folder = number == 1 ? base : fmt::format("{}-{}", base, number);
    if (mkdir(folder.c_str(), 0777) == 0) return folder;
    if (errno != EEXIST) throw FileError(fmt::format("{}: cannot be created: {}", folder, std::strerror(errno)));
  }
}

}  // namespace micro
