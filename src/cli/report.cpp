#include "cli/report.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <ostream>

#include "cli/commands.h"
#include "platform/clock.h"
#include "platform/files.h"
#include "text/text.h"

namespace micro {
namespace {

bool failed(const Result& result) {
  return result.outcome != Outcome::ok && result.outcome != Outcome::skipped;
}

std::string full_name(const Result& result) {
  return result.suite.empty() ? result.benchmark : result.suite + "." + result.benchmark;
}

}  // namespace

void write_failure(const std::string& name, const std::string& message, const std::string& details, std::ostream& out) {
  out << name << ": " << message << '\n' << details;
}

void write_report(const RunRecord& record, std::ostream& out) {
  if (!record.results.empty()) write_text(record, {}, out);
  for (const Result& result : record.results) {
    if (result.outcome == Outcome::ok) continue;
    out << '\n' << (failed(result) ? "FAILED " : "Skipped ");
    write_failure(full_name(result), result.message, result.details, out);
  }
  for (const FailureEntry& failure : record.failures) {
    out << fmt::format("\nFAILED {}: could not be {}\n{}", failure.suite, failure.stage == "build" ? "built" : "listed",
                       quoted_tail(failure.message, 10));
  }
  if (!record.notes.empty()) out << '\n';
  for (const std::string& note : record.notes) out << "Note: " << note << '\n';
}

ResultFiles write_result_files(const RunRecord& record, const std::string& folder,
                               const std::vector<std::string>& formats) {
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
  write_one("micro.txt", [&](std::ostream& out) { write_report(record, out); });
  for (const std::string& name : formats) {
    const Format format = *format_from(name);
    try {
      write_one(fmt::format("micro-result.{}", format.extension),
                [&](std::ostream& out) { write(format, record, {}, out); });
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
