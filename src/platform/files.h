// Files and folders, with errors that name them.
#pragma once

#include <cstddef>
#include <functional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "model/limits.h"

namespace micro {

class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// An input that was named is not there or can't be read.
class InputError : public FileError {
 public:
  using FileError::FileError;
};

// Replaces a file at once: readers see the old content or the new, never a part. FileError if that is impossible. No
// link is followed: one that somebody has put in the place of the file is replaced by the file.
void write_file(const std::string& path, std::string_view content);
// The same with what `write` puts out, never as a whole in memory. What it throws goes on, and the old file stays.
void write_file(const std::string& path, const std::function<void(std::ostream&)>& write);

// The same for a file that the user has named: what is no file, such as /dev/stdout or a pipe, is written into.
void write_output(const std::string& path, const std::function<void(std::ostream&)>& write);

// The content of a file, or InputError, also where it has more than `most` bytes.
std::string read_file(const std::string& path, std::size_t most = most_file_bytes);

// Creates a folder and those above it; FileError if it can't be, or if nothing can be written into it.
void make_writable_folder(const std::string& path);

// A folder of our own for temporary files, removed with what is in it at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();  // below TMPDIR or /tmp; FileError
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace micro
