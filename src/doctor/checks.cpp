#include "doctor/checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "platform/kernel_files.h"
#include "text/text.h"

namespace micro {
namespace {

Check check_governor(const Environment& environment) {
  const std::string& governor = environment.governor;
  if (governor.empty()) return {"frequency governor", "", Health::unknown, "", ""};
  if (governor == "performance") return {"frequency governor", governor, Health::fine, "", ""};
  return {"frequency governor", governor, Health::bad,
          "the processor slows down between forks, and each begins at another frequency",
          "sudo cpupower frequency-set -g performance"};
}

Check check_boost(const Environment& environment, const std::string& root) {
  if (environment.boost.empty()) return {"boost", "", Health::unknown, "", ""};
  if (environment.boost == "off") return {"boost", "off", Health::fine, "", ""};
  const bool is_intel = std::filesystem::exists(root + "/sys/devices/system/cpu/intel_pstate/no_turbo");
  return {"boost", "on", Health::note, "the frequency depends on heat, and on what other processors do",
          is_intel ? "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo"
                   : "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost"};
}

Check check_smt(const std::string& root) {
  const std::string active = line_of(root + "/sys/devices/system/cpu/smt/active");
  if (active == "0") return {"SMT siblings", "off", Health::fine, "", ""};
  if (active != "1") return {"SMT siblings", "", Health::unknown, "", ""};
  return {"SMT siblings", "on", Health::note, "work on the sibling of a processor takes from its units and caches",
          "echo off | sudo tee /sys/devices/system/cpu/smt/control"};
}

Check check_aslr(const Environment& environment) {
  if (environment.aslr.empty()) return {"address space randomisation", "", Health::unknown, "", ""};
  if (environment.aslr == "on") return {"address space randomisation", "on", Health::fine, "", ""};
  return {"address space randomisation", "off", Health::note,
          "all forks have the same layout, whose luck or bad luck is then a part of each result",
          "echo 2 | sudo tee /proc/sys/kernel/randomize_va_space"};
}

Check check_quota(const Environment& environment) {
  if (!environment.cpu_quota) return {"processor quota", "none", Health::fine, "", ""};
  return {"processor quota", fmt::format("{:.2g} processors", *environment.cpu_quota), Health::bad,
          "the control group stops all its processes when they have used their share",
          "start without it: no docker run --cpus, no CPUQuota= of systemd, no CPU limit of Kubernetes"};
}

Check check_container(const std::string& root) {
  std::string kind;
  if (std::filesystem::exists(root + "/.dockerenv")) kind = "docker";
  if (std::filesystem::exists(root + "/run/.containerenv")) kind = "podman";
  std::ifstream groups(root + "/proc/1/cgroup");
  std::stringstream text;
  text << groups.rdbuf();
  for (const char* name : {"docker", "kubepods", "lxc", "libpod"}) {
    if (kind.empty() && text.str().find(name) != std::string::npos) kind = name;
  }
  if (kind.empty()) return {"container", "none seen", Health::fine, "", ""};
  return {"container", kind, Health::note, "containers of others share processors and caches", ""};
}

// Of the line "cpu  user nice system idle iowait irq softirq steal …" of /proc/stat.
std::optional<double> stolen_part(const std::string& root) {
  std::istringstream line(line_of(root + "/proc/stat"));
  std::string name;
  line >> name;
  double all = 0;
  double stolen = 0;
  constexpr int steal_at = 7;
  int count = 0;
  for (double value = 0; count <= steal_at && line >> value; ++count) {
    all += value;
    if (count == steal_at) stolen = value;
  }
  if (name != "cpu" || count <= steal_at || !(all > 0)) return std::nullopt;
  return stolen / all;
}

Check check_virtual(const std::string& root) {
  std::ifstream file(root + "/proc/cpuinfo");
  std::stringstream text;
  text << file.rdbuf();
  if (text.str().empty()) return {"virtual machine", "", Health::unknown, "", ""};
  if (text.str().find(" hypervisor") == std::string::npos)
    return {"virtual machine", "none seen", Health::fine, "", ""};
  const auto stolen = stolen_part(root);
  const double percent = 100 * stolen.value_or(0);
  constexpr double much = 1;
  return {"virtual machine", stolen ? fmt::format("yes, {:.1f} % of its time stolen since it started", percent) : "yes",
          percent >= much ? Health::bad : Health::note,
          "other guests of the host take processors and caches, which can't be seen from here",
          percent >= much ? "a machine with processors of its own" : ""};
}

Check check_load(const Environment& environment) {
  if (!environment.load || !environment.cpus) return {"load", "", Health::unknown, "", ""};
  constexpr double busy = 0.25;
  const std::string state = fmt::format("{:.2f} on {} processors", *environment.load, *environment.cpus);
  if (*environment.load < busy * *environment.cpus) return {"load", state, Health::fine, "", ""};
  return {"load", state, *environment.load < *environment.cpus ? Health::note : Health::bad,
          "others are at work: comparisons stand it, but take longer; scores do not", "top shows who"};
}

Check check_battery(const std::string& root) {
  std::error_code error;
  bool has_battery = false;
  bool discharges = false;
  for (const auto& entry : std::filesystem::directory_iterator(root + "/sys/class/power_supply", error)) {
    if (line_of(entry.path().string() + "/type") != "Battery") continue;
    // Those of mice and keyboards have a scope.
    if (line_of(entry.path().string() + "/scope") == "Device") continue;
    has_battery = true;
    discharges |= line_of(entry.path().string() + "/status") == "Discharging";
  }
  if (!has_battery) return {"battery", "none", Health::fine, "", ""};
  if (!discharges) return {"battery", "on mains", Health::fine, "", ""};
  return {"battery", "discharging", Health::bad, "the machine saves power, and slows down as it sees fit",
          "plug it in"};
}

Check check_throttling(const std::string& root) {
  std::int64_t count = 0;
  bool is_known = false;
  for (const std::string& cpu : numbered(root + "/sys/devices/system/cpu", "cpu")) {
    const std::string text = line_of(cpu + "/thermal_throttle/core_throttle_count");
    is_known |= !text.empty();
    count += positive(text).value_or(0);
  }
  if (!is_known) return {"throttling by heat", "", Health::unknown, "", ""};
  if (count == 0) return {"throttling by heat", "never since it started", Health::fine, "", ""};
  return {"throttling by heat", fmt::format("{} times since it started", count), Health::note,
          "a hot processor runs more slowly", "better cooling; or boost off, which keeps it cooler"};
}

Check check_swap(const std::string& root) {
  const auto kilobytes = [&](const char* key) {
    const std::string value = value_in(root + "/proc/meminfo", key, ':');
    return positive(value.substr(0, value.find(' ')));
  };
  const auto all = kilobytes("SwapTotal");
  const auto free = kilobytes("SwapFree");
  if (!std::filesystem::exists(root + "/proc/meminfo")) return {"swap", "", Health::unknown, "", ""};
  if (!all) return {"swap", "none", Health::fine, "", ""};
  const std::int64_t used = *all - free.value_or(0);
  constexpr std::int64_t megabyte = 1024;
  if (used < megabyte) return {"swap", "not used", Health::fine, "", ""};
  return {"swap", fmt::format("{} MB used", used / megabyte), Health::note, "memory that was moved out is waited for",
          "sudo swapoff -a && sudo swapon -a, where memory is enough"};
}

Check check_clock(const std::string& root, const ClockFacts& clock) {
  const std::string source = line_of(root + "/sys/devices/system/clocksource/clocksource0/current_clocksource");
  std::string state = source;
  if (clock.call_ns > 0) {
    state += fmt::format("{}{:.0f} ns a call, steps of {:.0f} ns", state.empty() ? "" : ", ", clock.call_ns,
                         clock.resolution_ns);
  }
  constexpr double slow_ns = 500;
  const bool is_slow = source == "hpet" || source == "acpi_pm" || clock.call_ns > slow_ns;
  if (state.empty()) return {"clock", "", Health::unknown, "", ""};
  if (!is_slow) return {"clock", state, Health::fine, "", ""};
  return {"clock", state, Health::bad,
          "asking for the time goes through the kernel: PauseTiming() and short iterations suffer",
          "cat /sys/devices/system/clocksource/clocksource0/available_clocksource; tsc is the quick one"};
}

}  // namespace

const char* to_string(Health health) {
  switch (health) {
    case Health::fine:
      return "ok";
    case Health::note:
      return "note";
    case Health::bad:
      return "bad";
    case Health::unknown:
      return "unknown";
  }
  return "";
}

ClockFacts try_clock() {
  using Clock = std::chrono::steady_clock;
  constexpr int calls = 20'000;
  ClockFacts facts;
  facts.resolution_ns = std::numeric_limits<double>::infinity();
  const Clock::time_point start = Clock::now();
  Clock::time_point before = start;
  for (int i = 0; i < calls; ++i) {
    const Clock::time_point now = Clock::now();
    const std::chrono::duration<double, std::nano> step = now - before;
    if (step.count() > 0) facts.resolution_ns = std::min(facts.resolution_ns, step.count());
    before = now;
  }
  const std::chrono::duration<double, std::nano> all = before - start;
  facts.call_ns = all.count() / calls;
  return facts;
}

std::vector<Check> check_machine(const Environment& environment, const std::string& root, const ClockFacts& clock) {
  return {check_governor(environment), check_boost(environment, root), check_smt(root),     check_aslr(environment),
          check_quota(environment),    check_container(root),          check_virtual(root), check_load(environment),
          check_battery(root),         check_throttling(root),         check_swap(root),    check_clock(root, clock)};
}

std::vector<Check> check_build(const Manifest& manifest) {
  std::vector<Check> checks;
  const std::string& type = manifest.configuration;
  if (type.empty() || type == "Debug") {
    checks.push_back({"build type", type.empty() ? "none" : type, Health::bad,
                      "the code is not optimised: its times say nothing of what users get",
                      fmt::format("{} -D CMAKE_BUILD_TYPE=Release, or MICRO=\"CONF=Release\"", "cmake")});
  } else {
    checks.push_back({"build type", type, Health::fine, "", ""});
  }
  std::vector<std::string> sanitized;
  for (const DeclaredSuite& suite : manifest.suites) {
    for (const Variant& variant : suite.suite.variants) {
      if (variant.not_a_measurement) sanitized.push_back(suite.suite.name);
    }
  }
  if (sanitized.empty()) {
    checks.push_back({"sanitizers", "none", Health::fine, "", ""});
  } else {
    checks.push_back({"sanitizers", visible(fmt::format("{}", fmt::join(sanitized, ", "))), Health::bad,
                      "checks at run time are timed, too", "leave out the features asan and ubsan"});
  }
  return checks;
}

}  // namespace micro
