#include "platform/machine.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/personality.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>

#include "platform/interruption.h"

namespace micro {
namespace {

// The value after `key` in a file of "key: value" or KEY="value" lines; empty if there is none.
std::string value_in(const char* path, const std::string& key, char separator) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    const std::size_t at = line.find(separator);
    if (at == std::string::npos || line.compare(0, key.size(), key) != 0) continue;
    if (line.find_first_not_of(" \t", key.size()) != at) continue;
    const std::size_t begin = line.find_first_not_of(" \t\"", at + 1);
    const std::size_t end = line.find_last_not_of(" \t\"");
    return begin == std::string::npos ? "" : line.substr(begin, end - begin + 1);
  }
  return "";
}

std::string operating_system() {
  std::string system = value_in("/etc/os-release", "PRETTY_NAME", '=');
  utsname kernel = {};
  if (uname(&kernel) == 0) system += fmt::format("{}{} {}", system.empty() ? "" : ", ", kernel.sysname, kernel.release);
  return system;
}

std::string address_space_layout() {
  const int personality_now = personality(0xffffffff);
  if (personality_now >= 0 && (personality_now & ADDR_NO_RANDOMIZE) != 0) return "off";
  std::ifstream file("/proc/sys/kernel/randomize_va_space");
  char level = 0;
  if (!(file >> level)) return "";
  return level == '0' ? "off" : "on";
}

std::string lock_path() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  if (runtime != nullptr && *runtime != '\0') return std::string(runtime) + "/cmicro.lock";
  return fmt::format("/tmp/cmicro-{}.lock", getuid());
}

}  // namespace

Environment read_environment() {
  Environment environment;
  std::array<char, 256> host = {};
  if (gethostname(host.data(), host.size() - 1) == 0) environment.host = host.data();
  environment.os = operating_system();
  environment.cpu = value_in("/proc/cpuinfo", "model name", ':');
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable) == 0) environment.cpus = CPU_COUNT(&usable);
  const long pages = sysconf(_SC_PHYS_PAGES);
  if (pages > 0) environment.memory_bytes = std::int64_t{pages} * sysconf(_SC_PAGESIZE);
  environment.aslr = address_space_layout();
  double load = 0;
  if (getloadavg(&load, 1) == 1) environment.load = load;
  return environment;
}

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
