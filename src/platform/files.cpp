#include "platform/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <streambuf>
#include <utility>

namespace micro {
namespace {

// A file that was not there before: neither another's, nor one that a link leads to. -1 and errno if that can't be.
int new_file(const std::string& path) {
  const auto create = [&] { return open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644); };
  const int descriptor = create();
  // Of a process of our number that was killed; a link is taken away, not what it leads to.
  return descriptor < 0 && errno == EEXIST && unlink(path.c_str()) == 0 ? create() : descriptor;
}

// What is written to a descriptor, which it closes. The first error stays.
class DescriptorBuffer : public std::streambuf {
 public:
  explicit DescriptorBuffer(int descriptor) : descriptor_(descriptor), error_(descriptor < 0 ? errno : 0) {
    setp(memory_.data(), memory_.data() + memory_.size());
  }
  ~DescriptorBuffer() override { close(); }
  DescriptorBuffer(const DescriptorBuffer&) = delete;
  DescriptorBuffer& operator=(const DescriptorBuffer&) = delete;

  [[nodiscard]] int error() const { return error_; }  // errno; 0: none

  void close() {
    if (descriptor_ < 0) return;
    sync();
    if (::close(std::exchange(descriptor_, -1)) != 0 && error_ == 0) error_ = errno;
  }

 protected:
  int_type overflow(int_type c) override {
    if (sync() != 0) return traits_type::eof();
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    *pptr() = traits_type::to_char_type(c);
    pbump(1);
    return c;
  }

  int sync() override {
    const char* from = pbase();
    while (error_ == 0 && from < pptr()) {
      const ssize_t count = ::write(descriptor_, from, static_cast<std::size_t>(pptr() - from));
      if (count >= 0) {
        from += count;
      } else if (errno != EINTR) {
        error_ = errno;
      }
    }
    setp(memory_.data(), memory_.data() + memory_.size());
    return error_ == 0 ? 0 : -1;
  }

 private:
  int descriptor_;
  int error_;
  std::array<char, 64 * 1024> memory_;
};

}  // namespace

void write_file(const std::string& path, std::string_view content) {
  write_file(path, [&](std::ostream& file) { file << content; });
}

void write_file(const std::string& path, const std::function<void(std::ostream&)>& write) {
  const std::string temporary = fmt::format("{}.{}.tmp", path, getpid());
  const auto fail = [&](int error) {
    std::remove(temporary.c_str());
    throw FileError(fmt::format("{}: cannot be written: {}", path, std::strerror(error)));
  };
  DescriptorBuffer file(new_file(temporary));
  if (file.error() != 0) fail(file.error());
  try {
    std::ostream stream(&file);
    write(stream);
  } catch (...) {
    std::remove(temporary.c_str());
    throw;
  }
  file.close();
  if (file.error() != 0) fail(file.error());
  if (std::rename(temporary.c_str(), path.c_str()) != 0) fail(errno);
}

void write_output(const std::string& path, const std::function<void(std::ostream&)>& write) {
  struct stat status = {};
  const bool is_there = stat(path.c_str(), &status) == 0;
  if (!is_there || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) return write_file(path, write);
  DescriptorBuffer file(open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (file.error() == 0) {
    std::ostream stream(&file);
    write(stream);
    file.close();
  }
  if (file.error() != 0) throw FileError(fmt::format("{}: cannot be written: {}", path, std::strerror(file.error())));
}

std::string read_file(const std::string& path, std::size_t most) {
  std::error_code error;
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path, error)) {
    throw InputError(fmt::format("{}: cannot be read: {}", path, file ? "is a folder" : std::strerror(errno)));
  }
  // What is no regular file, such as a pipe, does not know its size.
  constexpr std::uintmax_t least = 64 * 1024;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  const auto refuse_beyond = [&](std::uintmax_t bytes) {
    if (bytes > most) {
      throw InputError(
          fmt::format("{}: has more than {} bytes, which is all that is read of a file\n  hint: the results "
                      "of a part of the benchmarks, or of a part of the runs, are smaller",
                      path, most));
    }
  };
  if (!error) refuse_beyond(size);
  std::string content;
  std::size_t length = 0;
  do {
    refuse_beyond(length);
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
