#include "cli/journals.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <utility>

#include "journal/journal.h"
#include "session/session.h"

namespace micro {

namespace {

// Benchmarks that a session was to run and of which there is no trace.
std::size_t count_unmeasured(const Session& session, const RunRecord& record) {
  std::set<std::pair<std::string, std::string>> measured;
  for (const Result& result : record.results) measured.emplace(result.suite, result.benchmark);
  std::size_t count = 0;
  for (const Suite& suite : session.suites) {
    for (const std::string& benchmark : suite.benchmarks) count += measured.contains({suite.name, benchmark}) ? 0 : 1;
  }
  return count;
}

}  // namespace

std::string journal_path(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored) ? path + "/journal.jsonl" : path;
}

RunRecord read_results(const std::vector<std::string>& paths, const View& view) {
  ResultBuilder builder(view);
  std::vector<std::string> notes;
  for (const std::string& path : paths) {
    const auto found = read_journal(journal_path(path), [&](JournalEntry entry) { builder.take(std::move(entry)); });
    notes.insert(notes.end(), found.begin(), found.end());
  }
  RunRecord record = builder.finish();
  for (const std::string& path : paths) {
    const std::string folder = std::filesystem::path(journal_path(path)).parent_path().string();
    if (!std::filesystem::exists(folder + "/session.json")) continue;
    const std::size_t unmeasured = count_unmeasured(read_session(folder), record);
    if (unmeasured > 0) notes.push_back(fmt::format("{} benchmarks of the session were not measured", unmeasured));
  }
  record.notes.insert(record.notes.begin(), notes.begin(), notes.end());
  return record;
}

}  // namespace micro
