// Writing and reading journals.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "journal/entry.h"

namespace micro {

// A journal that cannot be written, or is none.
class JournalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One line of JSON, without the newline.
std::string to_line(const JournalEntry& entry);

// Appends entries to a file; each is on its way to the disk when append() returns, so that a crash loses at most the
// fork under way.
class JournalWriter {
 public:
  // Opens (and creates) the file for appending; JournalError if that is impossible. A last line that a crash has torn
  // is taken off.
  explicit JournalWriter(std::string path);
  ~JournalWriter();
  JournalWriter(const JournalWriter&) = delete;
  JournalWriter& operator=(const JournalWriter&) = delete;

  void append(const JournalEntry& entry);                // JournalError if not all of it could be written
  [[nodiscard]] bool is_new() const { return is_new_; }  // the file was empty when it was opened
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  int descriptor_ = -1;
  bool is_new_ = false;
};

// Reads a journal entry by entry. `name` (the file, usually) begins the messages. A last line without a newline was
// torn by a crash: it is left out, and the returned notes say so. JournalError names file and line of what is no entry;
// an empty file and one without a header are errors.
std::vector<std::string> read_journal(std::string_view text, const std::string& name,
                                      const std::function<void(JournalEntry)>& take);
// The same for a file.
std::vector<std::string> read_journal(const std::string& path, const std::function<void(JournalEntry)>& take);

// Whether the text begins like a journal.
bool looks_like_journal(std::string_view text);

}  // namespace micro
