#include "platform/machine.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>

#include "platform/interruption.h"

namespace micro {
namespace {

std::string lock_path() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  if (runtime != nullptr && *runtime != '\0') return std::string(runtime) + "/cmicro.lock";
  return fmt::format("/tmp/cmicro-{}.lock", getuid());
}

}  // namespace

MachineLock::MachineLock(const std::function<void(const std::string&)>& waiting) {
  const std::string path = lock_path();
  descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor_ < 0) return;
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    std::array<char, 64> holder = {};
    const ssize_t length = pread(descriptor_, holder.data(), holder.size() - 1, 0);
    waiting(length > 0 ? holder.data() : "another process");
    while (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && interruption() == 0) usleep(20'000);
  }
  const std::string text = fmt::format("process {}", getpid());
  if (ftruncate(descriptor_, 0) != 0 || pwrite(descriptor_, text.data(), text.size(), 0) < 0) return;
}

MachineLock::~MachineLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace micro
