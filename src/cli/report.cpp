#include "cli/report.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <ostream>
#include <sstream>

#include "cli/surroundings.h"
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
  const std::string surroundings = surroundings_text(record);
  if (!surroundings.empty()) out << '\n' << surroundings;
}

std::vector<std::string> write_result_files(const RunRecord& record, const std::string& folder,
                                            const std::vector<std::string>& formats) {
  make_writable_folder(folder);
  std::vector<std::string> paths;
  const auto write_one = [&](const std::string& name, const std::string& content) {
    paths.push_back(folder + "/" + name);
    write_file(paths.back(), content);
  };
  // Those of an earlier run in other formats must not lie beside these.
  for (const Format& format : micro::formats()) {
    std::filesystem::remove(fmt::format("{}/micro-result.{}", folder, format.extension));
  }
  std::ostringstream report;
  write_report(record, report);
  write_one("micro.txt", report.str());
  for (const std::string& name : formats) {
    const Format format = *format_from(name);
    std::ostringstream content;
    write(format, record, {}, content);
    write_one("micro-result." + std::string(format.extension), content.str());
  }
  return paths;
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
