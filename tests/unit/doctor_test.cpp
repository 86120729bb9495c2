#include "doctor/checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "platform/environment.h"
#include "platform/files.h"

namespace micro {
namespace {

// A machine of files, on which a few facts are not of files.
class FakeMachine {
 public:
  FakeMachine& with(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(folder_.path() + path).parent_path());
    write_file(folder_.path() + path, text);
    return *this;
  }
  Check check(const std::string& subject) {
    Environment environment = environment_of_files(folder_.path());
    environment.load = load;
    environment.cpus = cpus;
    for (const Check& check : check_machine(environment, folder_.path(), clock)) {
      if (check.subject == subject) return check;
    }
    ADD_FAILURE() << "no check " << subject;
    return {};
  }
  std::optional<double> load;
  std::optional<int> cpus;
  ClockFacts clock;

 private:
  TemporaryFolder folder_;
};

constexpr char cpu[] = "/sys/devices/system/cpu/";

TEST(Doctor, OfNothingThatCanBeReadNothingIsKnown) {
  const std::set<std::string> seen_by_absence{"processor quota", "container", "battery"};
  for (const Check& check : check_machine({}, "/nowhere", {})) {
    EXPECT_EQ(check.health, seen_by_absence.contains(check.subject) ? Health::fine : Health::unknown) << check.subject;
  }
}

TEST(Doctor, AnIntelLaptopOnBattery) {
  FakeMachine machine;
  machine.with(cpu + std::string("cpu0/cpufreq/scaling_governor"), "powersave\n")
      .with(cpu + std::string("intel_pstate/no_turbo"), "0\n")
      .with(cpu + std::string("smt/active"), "1\n")
      .with(cpu + std::string("cpu0/thermal_throttle/core_throttle_count"), "3\n")
      .with(cpu + std::string("cpu1/thermal_throttle/core_throttle_count"), "4\n")
      .with("/sys/class/power_supply/AC/type", "Mains\n")
      .with("/sys/class/power_supply/BAT0/type", "Battery\n")
      .with("/sys/class/power_supply/BAT0/status", "Discharging\n")
      .with("/proc/sys/kernel/randomize_va_space", "0\n");
  EXPECT_EQ(machine.check("frequency governor").health, Health::bad);
  EXPECT_EQ(machine.check("frequency governor").state, "powersave");
  EXPECT_EQ(machine.check("boost").remedy, "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo");
  EXPECT_EQ(machine.check("SMT siblings").health, Health::note);
  EXPECT_EQ(machine.check("throttling by heat").state, "7 times since it started");
  EXPECT_EQ(machine.check("battery").health, Health::bad);
  EXPECT_EQ(machine.check("address space randomisation").health, Health::note);
  machine.with("/sys/class/power_supply/BAT0/status", "Charging\n");
  EXPECT_EQ(machine.check("battery").health, Health::fine);
}

TEST(Doctor, BatteriesOfOtherDevicesAreNone) {
  FakeMachine machine;
  machine.with("/sys/class/power_supply/hidpp_0/type", "Battery\n")
      .with("/sys/class/power_supply/hidpp_0/scope", "Device\n")
      .with("/sys/class/power_supply/hidpp_0/status", "Discharging\n");
  EXPECT_EQ(machine.check("battery").state, "none");
}

TEST(Doctor, AnAmdServerThatIsAsItShouldBe) {
  FakeMachine machine;
  machine.with(cpu + std::string("cpu0/cpufreq/scaling_governor"), "performance\n")
      .with(cpu + std::string("cpufreq/boost"), "0\n")
      .with(cpu + std::string("smt/active"), "0\n")
      .with(cpu + std::string("cpu0/thermal_throttle/core_throttle_count"), "0\n")
      .with("/proc/sys/kernel/randomize_va_space", "2\n")
      .with("/proc/cpuinfo", "flags : fpu vme\n")
      .with("/proc/meminfo", "SwapTotal: 1000000 kB\nSwapFree: 1000000 kB\n")
      .with("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
  machine.load = 0.1;
  machine.cpus = 8;
  machine.clock = {20, 25};
  for (const char* subject : {"frequency governor", "boost", "SMT siblings", "address space randomisation",
                              "virtual machine", "load", "throttling by heat", "swap", "clock"}) {
    EXPECT_EQ(machine.check(subject).health, Health::fine) << subject;
    EXPECT_EQ(machine.check(subject).remedy, "") << subject;
  }
  machine.with(cpu + std::string("cpufreq/boost"), "1\n");
  EXPECT_EQ(machine.check("boost").remedy, "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost");
}

TEST(Doctor, AGuestWhoseHostIsBusy) {
  FakeMachine machine;
  machine.with("/proc/cpuinfo", "flags : fpu hypervisor vme\n")
      .with("/proc/stat", "cpu  700 0 100 100 0 0 0 100 0 0\n");
  EXPECT_EQ(machine.check("virtual machine").state, "yes, 10.0 % of its time stolen since it started");
  EXPECT_EQ(machine.check("virtual machine").health, Health::bad);
  machine.with("/proc/stat", "cpu  700 0 100 199 0 0 0 1 0 0\n");
  EXPECT_EQ(machine.check("virtual machine").health, Health::note);
}

TEST(Doctor, AContainerWithAQuota) {
  FakeMachine machine;
  machine.with("/.dockerenv", "").with("/proc/self/cgroup", "0::/\n").with("/sys/fs/cgroup/cpu.max", "150000 100000\n");
  EXPECT_EQ(machine.check("container").state, "docker");
  EXPECT_EQ(machine.check("processor quota").state, "1.5 processors");
  EXPECT_EQ(machine.check("processor quota").health, Health::bad);
}

TEST(Doctor, OthersAtWork) {
  FakeMachine machine;
  machine.cpus = 4;
  machine.load = 0.9;
  EXPECT_EQ(machine.check("load").health, Health::fine);
  machine.load = 1.1;
  EXPECT_EQ(machine.check("load").health, Health::note);
  machine.load = 4.5;
  EXPECT_EQ(machine.check("load").health, Health::bad);
}

TEST(Doctor, AClockThatAsksTheKernel) {
  FakeMachine machine;
  machine.with("/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n");
  EXPECT_EQ(machine.check("clock").health, Health::bad);
  machine.with("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
  machine.clock = {1000, 900};
  EXPECT_EQ(machine.check("clock").health, Health::bad);
  EXPECT_EQ(machine.check("clock").state, "tsc, 900 ns a call, steps of 1000 ns");
}

TEST(Doctor, MemoryThatWasMovedOut) {
  FakeMachine machine;
  machine.with("/proc/meminfo", "SwapTotal:  2097152 kB\nSwapFree:  1048576 kB\n");
  EXPECT_EQ(machine.check("swap").state, "1024 MB used");
  EXPECT_EQ(machine.check("swap").health, Health::note);
}

TEST(Doctor, ABuildThatIsNotWhatUsersGet) {
  Manifest manifest;
  const auto health = [&](const std::string& subject) {
    const std::vector<Check> checks = check_build(manifest);
    return std::ranges::find(checks, subject, &Check::subject)->health;
  };
  EXPECT_EQ(health("build type"), Health::bad);
  manifest.configuration = "Debug";
  EXPECT_EQ(health("build type"), Health::bad);
  manifest.configuration = "Release";
  EXPECT_EQ(health("build type"), Health::fine);
  EXPECT_EQ(health("sanitizers"), Health::fine);
  manifest.suites.emplace_back();
  manifest.suites.back().suite.variants.front().not_a_measurement = true;
  EXPECT_EQ(health("sanitizers"), Health::bad);
}

TEST(Doctor, TheClockTakesTime) {
  const ClockFacts facts = try_clock();
  EXPECT_GT(facts.call_ns, 0);
  EXPECT_GT(facts.resolution_ns, 0);
}

}  // namespace
}  // namespace micro
