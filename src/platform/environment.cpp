#include "platform/environment.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "platform/control_groups.h"
#include "platform/kernel_files.h"
#include "text/text.h"

namespace micro {
namespace {

// On ARM the kernel names no model, but numbers of the maker and of his design: they tell processors apart, too.
std::string processor(const std::string& root) {
  const std::string path = root + "/proc/cpuinfo";
  for (const char* key : {"model name", "cpu model", "cpu", "Hardware"}) {
    const std::string value = value_in(path, key, ':');
    if (!value.empty() && value != "unknown") return value;
  }
  const std::string implementer = value_in(path, "CPU implementer", ':');
  const std::string part = value_in(path, "CPU part", ':');
  return implementer.empty() || part.empty() ? "" : fmt::format("ARM implementer {} part {}", implementer, part);
}

std::string governor(const std::string& root) {
  std::set<std::string> found;
  for (const std::string& cpu : numbered(root + "/sys/devices/system/cpu", "cpu")) {
    const std::string name = line_of(cpu + "/cpufreq/scaling_governor");
    const bool is_name = std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
    if (!name.empty() && is_name) found.insert(name);
  }
  if (found.empty()) return "";
  return found.size() == 1 ? *found.begin() : "mixed";
}

std::string boost(const std::string& root) {
  const std::string cpus = root + "/sys/devices/system/cpu";
  const std::string no_turbo = line_of(cpus + "/intel_pstate/no_turbo");
  if (no_turbo == "0") return "on";
  if (no_turbo == "1") return "off";
  const std::string boost = line_of(cpus + "/cpufreq/boost");
  if (boost == "1") return "on";
  if (boost == "0") return "off";
  return "";
}

// Processors, of a list such as "0-3,8"; 0 if it is none.
int count_in(const std::string& list) {
  constexpr int highest = 99'999;  // no machine has a processor of such a number
  int count = 0;
  for (const std::string& range : split(list, ',')) {
    int first = 0;
    const char* end = range.data() + range.size();
    auto parsed = std::from_chars(range.data(), end, first);
    int last = first;
    if (parsed.ec == std::errc() && parsed.ptr != end && *parsed.ptr == '-') {
      parsed = std::from_chars(parsed.ptr + 1, end, last);
    }
    if (parsed.ec != std::errc() || parsed.ptr != end || first < 0 || last < first || last > highest) return 0;
    count = std::min(count + last - first + 1, highest);
  }
  return count;
}

// "32K", "8192K", "16M", in bytes.
std::optional<std::int64_t> size_from(std::string text) {
  std::int64_t factor = 1;
  if (!text.empty() && (text.back() == 'K' || text.back() == 'M')) {
    factor = text.back() == 'K' ? 1024 : 1024 * 1024;
    text.pop_back();
  }
  const auto size = positive(text);
  if (!size || *size > (std::int64_t{1} << 40)) return std::nullopt;
  return *size * factor;
}

std::vector<CpuCache> caches(const std::string& root) {
  std::vector<CpuCache> found;
  for (const std::string& index : numbered(root + "/sys/devices/system/cpu/cpu0/cache", "index")) {
    const std::string type = line_of(index + "/type");
    const auto level = positive(line_of(index + "/level"));
    const auto bytes = size_from(line_of(index + "/size"));
    const bool type_is_known = type == "Data" || type == "Instruction" || type == "Unified";
    if (!type_is_known || !level || *level > 9 || !bytes) continue;
    found.push_back({type, static_cast<int>(*level), *bytes, count_in(line_of(index + "/shared_cpu_list"))});
  }
  return found;
}

// What the control groups of this process allow: each of those that it is in, and all above them.
class ControlGroups {
 public:
  explicit ControlGroups(const std::string& root) {
    visit_control_groups(root, [this](const std::string& controller, const std::string& folder) {
      controller.empty() ? read_unified(folder) : read_of(controller, folder);
    });
  }

  std::optional<double> cpu_quota;
  std::optional<std::int64_t> memory_limit_bytes;

 private:
  void read_unified(const std::string& folder) {
    const std::vector<std::string> quota = split(line_of(folder + "/cpu.max"), ' ');
    if (quota.size() == 2) limit_cpus(quota[0], quota[1]);
    limit_memory(line_of(folder + "/memory.max"));
  }

  void read_of(const std::string& controller, const std::string& folder) {
    if (controller == "cpu") limit_cpus(line_of(folder + "/cpu.cfs_quota_us"), line_of(folder + "/cpu.cfs_period_us"));
    if (controller == "memory") limit_memory(line_of(folder + "/memory.limit_in_bytes"));
  }

  // "max" and -1 say that there is no limit; they are no numbers above zero.
  void limit_cpus(const std::string& quota, const std::string& period) {
    const auto quota_us = positive(quota);
    const auto period_us = positive(period);
    if (!quota_us || !period_us) return;
    const double cpus = static_cast<double>(*quota_us) / static_cast<double>(*period_us);
    cpu_quota = std::min(cpus, cpu_quota.value_or(cpus));
  }

  void limit_memory(const std::string& limit) {
    constexpr std::int64_t unlimited = std::int64_t{1} << 62;  // the older groups say it by the largest number of pages
    const auto bytes = positive(limit);
    if (bytes && *bytes < unlimited) memory_limit_bytes = std::min(*bytes, memory_limit_bytes.value_or(*bytes));
  }
};

std::string randomized_layout(const std::string& root) {
  const std::string level = line_of(root + "/proc/sys/kernel/randomize_va_space");
  if (level == "0") return "off";
  return level == "1" || level == "2" ? "on" : "";
}

}  // namespace

Environment environment_of_files(const std::string& root) {
  Environment environment;
  environment.os = value_in(root + "/etc/os-release", "PRETTY_NAME", '=');
  environment.cpu = processor(root);
  environment.aslr = randomized_layout(root);
  environment.governor = governor(root);
  environment.boost = boost(root);
  const ControlGroups groups(root);
  environment.cpu_quota = groups.cpu_quota;
  environment.memory_limit_bytes = groups.memory_limit_bytes;
  environment.caches = caches(root);
  return environment;
}

Environment read_environment() {
  Environment environment = environment_of_files("");
  std::array<char, 256> host = {};
  if (gethostname(host.data(), host.size() - 1) == 0) environment.host = host.data();
  utsname kernel = {};
  if (uname(&kernel) == 0) {
    environment.os += fmt::format("{}{} {}", environment.os.empty() ? "" : ", ", kernel.sysname, kernel.release);
  }
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable) == 0) environment.cpus = CPU_COUNT(&usable);
  const long pages = sysconf(_SC_PHYS_PAGES);
  if (pages > 0) environment.memory_bytes = std::int64_t{pages} * sysconf(_SC_PAGESIZE);
  const int personality_now = personality(0xffffffff);
  if (personality_now >= 0 && (personality_now & ADDR_NO_RANDOMIZE) != 0) environment.aslr = "off";
  double load = 0;
  if (getloadavg(&load, 1) == 1) environment.load = load;
  return environment;
}

}  // namespace micro
