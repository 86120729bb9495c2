#include "platform/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace micro {

void write_file(const std::string& path, std::string_view content) {
  write_file(path, [&](std::ostream& file) { file << content; });
}

void write_file(const std::string& path, const std::function<void(std::ostream&)>& write) {
  const std::string temporary = fmt::format("{}.{}.tmp", path, getpid());
  std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
  try {
    write(file);
  } catch (...) {
    std::remove(temporary.c_str());
    throw;
  }
  file.close();
  if (!file || std::rename(temporary.c_str(), path.c_str()) != 0) {
    const int error = errno;
    std::remove(temporary.c_str());
    throw FileError(fmt::format("{}: cannot be written: {}", path, std::strerror(error)));
  }
}

std::string read_file(const std::string& path) {
  std::error_code error;
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path, error)) {
    throw InputError(fmt::format("{}: cannot be read: {}", path, file ? "is a folder" : std::strerror(errno)));
  }
  // What is no regular file, such as a pipe, does not know its size.
  constexpr std::uintmax_t least = 64 * 1024;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  std::string content;
  std::size_t length = 0;
  do {
    // One byte more than there should be, so that the end is seen at once.
    content.resize(content.empty() ? std::max(error ? 0 : size + 1, least) : 2 * content.size());
    file.read(content.data() + length, static_cast<std::streamsize>(content.size() - length));
    length += static_cast<std::size_t>(file.gcount());
  } while (file);
  content.resize(length);
  return content;
}

void make_writable_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw FileError(fmt::format("{}: cannot be created: {}", path, error.message()));
  if (access(path.c_str(), W_OK | X_OK) != 0) {
    throw FileError(fmt::format("{}: cannot be written to: {}", path, std::strerror(errno)));
  }
}

TemporaryFolder::TemporaryFolder() {
  const char* parent = std::getenv("TMPDIR");
  path_ = std::string(parent != nullptr && *parent != '\0' ? parent : "/tmp") + "/cmicro-XXXXXX";
  if (mkdtemp(path_.data()) == nullptr) {
    throw FileError(fmt::format("{}: cannot be created: {}\n  hint: set TMPDIR to a folder that can be written to",
                                path_, std::strerror(errno)));
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace micro
