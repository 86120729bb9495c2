#include "platform/machine.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "platform/interruption.h"

namespace micro {
namespace {

std::string lock_path() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  if (runtime != nullptr && *runtime != '\0') return std::string(runtime) + "/cmicro.lock";
  return fmt::format("/tmp/cmicro-{}.lock", getuid());
}

// In /tmp anybody can have put a file of that name, and hold a lock on it for ever; or another name of a file of ours,
// which would be written to.
bool is_ours(int descriptor) {
  struct stat status = {};
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
         status.st_nlink == 1;
}

}  // namespace

MachineLock::MachineLock(const std::string& holder, std::optional<double> timeout_ns,
                         const std::function<void(const std::string&)>& waiting) {
  const std::string path = lock_path();
  descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor_ >= 0 && !is_ours(descriptor_)) close(std::exchange(descriptor_, -1));
  if (descriptor_ < 0) return;
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    const auto now_holds = [&]() -> std::string {
      std::array<char, 512> text = {};
      const ssize_t length = pread(descriptor_, text.data(), text.size() - 1, 0);
      return length > 0 ? text.data() : "another process";
    };
    waiting(now_holds());
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    while (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && interruption() == 0) {
      const std::chrono::duration<double, std::nano> waited = Clock::now() - start;
      if (timeout_ns && waited.count() >= *timeout_ns) throw MachineBusyError(now_holds());
      usleep(20'000);
    }
  }
  const std::string text = fmt::format("process {}{}", getpid(), holder.empty() ? "" : ", " + holder);
  if (ftruncate(descriptor_, 0) != 0 || pwrite(descriptor_, text.data(), text.size(), 0) < 0) return;
}

MachineLock::~MachineLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace micro
