#include "cli/journals.h"

#include <filesystem>

#include "journal/journal.h"

namespace micro {

std::string journal_path(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored) ? path + "/journal.jsonl" : path;
}

RunRecord read_results(const std::vector<std::string>& paths) {
  ResultBuilder builder;
  std::vector<std::string> notes;
  for (const std::string& path : paths) {
    const auto found = read_journal(journal_path(path), [&](JournalEntry entry) { builder.take(std::move(entry)); });
    notes.insert(notes.end(), found.begin(), found.end());
  }
  RunRecord record = builder.finish();
  record.notes.insert(record.notes.begin(), notes.begin(), notes.end());
  return record;
}

}  // namespace micro
