// Facts about machines, each made of the files that Linux has there.
#include "platform/environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "platform/files.h"

namespace micro {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::int64_t gib = std::int64_t{1} << 30;

Environment environment_with(const std::vector<std::pair<std::string, std::string>>& files) {
  const TemporaryFolder root;
  for (const auto& [path, content] : files) {
    const std::string file = root.path() + path;
    make_writable_folder(std::filesystem::path(file).parent_path().string());
    write_file(file, content);
  }
  return environment_of_files(root.path());
}

TEST(Environment, IntelNotebook) {
  const std::string cpu = "/sys/devices/system/cpu/";
  const Environment environment = environment_with({
      {"/etc/os-release", "NAME=\"Debian GNU/Linux\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n"},
      {"/proc/cpuinfo",
       "processor\t: 0\ncpu family\t: 6\nmodel\t\t: 142\nmodel name\t: Intel(R) Core(TM) i7-8650U CPU @ 1.90GHz\n"},
      {"/proc/sys/kernel/randomize_va_space", "2\n"},
      {cpu + "cpu0/cpufreq/scaling_governor", "powersave\n"},
      {cpu + "cpu1/cpufreq/scaling_governor", "powersave\n"},
      {cpu + "cpufreq/boost", "0\n"},
      {cpu + "intel_pstate/no_turbo", "0\n"},
      {cpu + "cpu0/cache/index0/type", "Data\n"},
      {cpu + "cpu0/cache/index0/level", "1\n"},
      {cpu + "cpu0/cache/index0/size", "32K\n"},
      {cpu + "cpu0/cache/index0/shared_cpu_list", "0,4\n"},
      {cpu + "cpu0/cache/index10/type", "Unified\n"},
      {cpu + "cpu0/cache/index10/level", "4\n"},
      {cpu + "cpu0/cache/index10/size", "64M\n"},
      {cpu + "cpu0/cache/index10/shared_cpu_list", "0-3,8-11,15\n"},
      {cpu + "cpu0/cache/index3/type", "Unified\n"},
      {cpu + "cpu0/cache/index3/level", "3\n"},
      {cpu + "cpu0/cache/index3/size", "8192K\n"},
      {cpu + "cpu0/cache/index3/shared_cpu_list", "0-7\n"},
      {cpu + "cpu0/cache/uevent", ""},
      {"/proc/self/cgroup", "0::/user.slice/session-1.scope\n"},
      {"/sys/fs/cgroup/user.slice/session-1.scope/memory.max", "max\n"},
      {"/sys/fs/cgroup/user.slice/cpu.max", "max 100000\n"},
  });
  EXPECT_EQ(environment.os, "Debian GNU/Linux 12 (bookworm)");
  EXPECT_EQ(environment.cpu, "Intel(R) Core(TM) i7-8650U CPU @ 1.90GHz");
  EXPECT_EQ(environment.aslr, "on");
  EXPECT_EQ(environment.governor, "powersave");
  EXPECT_EQ(environment.boost, "on");
  EXPECT_THAT(environment.caches, ElementsAre(CpuCache{"Data", 1, 32 * 1024, 2}, CpuCache{"Unified", 3, 8192 * 1024, 8},
                                              CpuCache{"Unified", 4, 64 * 1024 * 1024, 9}));
  EXPECT_FALSE(environment.cpu_quota);
  EXPECT_FALSE(environment.memory_limit_bytes);
}

TEST(Environment, BoostOfIntelIsSaidTheOtherWayRound) {
  EXPECT_EQ(environment_with({{"/sys/devices/system/cpu/intel_pstate/no_turbo", "1\n"}}).boost, "off");
}

TEST(Environment, AmdServer) {
  const std::string cpu = "/sys/devices/system/cpu/";
  const Environment environment = environment_with({
      {"/proc/cpuinfo", "vendor_id : AuthenticAMD\nmodel name : AMD EPYC 7B13\n"},
      {"/proc/sys/kernel/randomize_va_space", "0\n"},
      {cpu + "cpu0/cpufreq/scaling_governor", "performance\n"},
      {cpu + "cpu1/cpufreq/scaling_governor", "schedutil\n"},
      {cpu + "cpufreq/boost", "1\n"},
  });
  EXPECT_EQ(environment.cpu, "AMD EPYC 7B13");
  EXPECT_EQ(environment.aslr, "off");
  EXPECT_EQ(environment.governor, "mixed");
  EXPECT_EQ(environment.boost, "on");
  EXPECT_EQ(environment_with({{cpu + "cpufreq/boost", "0\n"}}).boost, "off");
}

TEST(Environment, ProcessorsWithoutAModelName) {
  const std::string arm = "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c\n";
  EXPECT_EQ(environment_with({{"/proc/cpuinfo", arm}}).cpu, "ARM implementer 0x41 part 0xd0c");
  EXPECT_EQ(environment_with({{"/proc/cpuinfo", arm + "\nHardware\t: BCM2835\n"}}).cpu, "BCM2835");
  EXPECT_EQ(environment_with({{"/proc/cpuinfo", "CPU implementer\t: 0x41\n"}}).cpu, "");
  EXPECT_EQ(environment_with({{"/proc/cpuinfo", "processor : 0\ncpu\t\t: POWER9, altivec supported\n"}}).cpu,
            "POWER9, altivec supported");
  EXPECT_EQ(environment_with({{"/proc/cpuinfo", "cpu family : 6\nmodel name : unknown\n"}}).cpu, "");
}

TEST(Environment, TheTightestLimitOfTheGroupsAboveCounts) {
  const std::string group = "/sys/fs/cgroup/";
  const Environment environment = environment_with({
      {"/proc/self/cgroup", "0::/a/b/c\n"},
      {group + "a/b/c/cpu.max", "200000 100000\n"},
      {group + "a/b/c/memory.max", "max\n"},
      {group + "a/b/cpu.max", "max 100000\n"},
      {group + "a/b/memory.max", "8589934592\n"},
      {group + "a/cpu.max", "75000 50000\n"},
      {group + "a/memory.max", "17179869184\n"},
      {group + "other/cpu.max", "1000 100000\n"},
  });
  EXPECT_EQ(environment.cpu_quota, 1.5);
  EXPECT_EQ(environment.memory_limit_bytes, 8 * gib);
}

TEST(Environment, InAContainerTheGroupIsWhatIsMounted) {
  for (const std::string path : {"/", "/../../other", "/docker/4f2c9ab", ""}) {
    const Environment environment = environment_with({
        {"/proc/self/cgroup", "0::" + path + "\n"},
        {"/sys/fs/cgroup/cpu.max", "50000 100000\n"},
        {"/sys/fs/cgroup/memory.max", "1073741824\n"},
        {"/sys/other/cpu.max", "1000 100000\n"},  // no group
    });
    EXPECT_EQ(environment.cpu_quota, 0.5) << path;
    EXPECT_EQ(environment.memory_limit_bytes, gib) << path;
  }
}

TEST(Environment, OlderControlGroups) {
  const auto with = [](const std::string& folder, const std::string& quota, const std::string& limit) {
    return environment_with({
        {"/proc/self/cgroup", "9:name=systemd:/\n4:memory:/jobs/one\n3:cpu,cpuacct:/jobs/one\n0::/\n"},
        {"/sys/fs/cgroup/" + folder + "/jobs/cpu.cfs_quota_us", quota},
        {"/sys/fs/cgroup/" + folder + "/jobs/cpu.cfs_period_us", "100000\n"},
        {"/sys/fs/cgroup/memory/jobs/one/memory.limit_in_bytes", limit},
    });
  };
  for (const char* folder : {"cpu", "cpu,cpuacct"}) {
    EXPECT_EQ(with(folder, "250000\n", "2147483648\n").cpu_quota, 2.5);
    EXPECT_EQ(with(folder, "250000\n", "2147483648\n").memory_limit_bytes, 2 * gib);
    EXPECT_FALSE(with(folder, "-1\n", "9223372036854771712\n").cpu_quota);
    EXPECT_FALSE(with(folder, "-1\n", "9223372036854771712\n").memory_limit_bytes);
  }
}

TEST(Environment, NothingIsKnownWhereThereIsNothing) {
  EXPECT_EQ(environment_with({}), Environment{});
  EXPECT_EQ(environment_of_files("/nowhere"), Environment{});
}

TEST(Environment, GarbageIsNotBelieved) {
  const std::string cpu = "/sys/devices/system/cpu/";
  for (const std::string& garbage :
       {std::string(), std::string("\n"), std::string("-5\n"), std::string("\0\xff\x80", 3),
        std::string("99999999999999999999"), std::string("<unsupported>\n"), std::string(100'000, 'X'),
        std::string("1 2 3 4")}) {
    const Environment environment = environment_with({
        {"/etc/os-release", garbage},
        {"/proc/cpuinfo", garbage},
        {"/proc/sys/kernel/randomize_va_space", garbage},
        {"/proc/self/cgroup", garbage + "\n::\n:\n4:cpu:\n0::/\n"},
        {"/sys/fs/cgroup/cpu.max", garbage + " " + garbage},
        {"/sys/fs/cgroup/memory.max", garbage},
        {"/sys/fs/cgroup/cpu/cpu.cfs_quota_us", garbage},
        {"/sys/fs/cgroup/cpu/cpu.cfs_period_us", garbage},
        {cpu + "cpu0/cpufreq/scaling_governor", garbage},
        {cpu + "cpufreq/boost", garbage},
        {cpu + "intel_pstate/no_turbo", garbage},
        {cpu + "cpu0/cache/index0/type", "Data\n"},
        {cpu + "cpu0/cache/index0/level", garbage},
        {cpu + "cpu0/cache/index0/size", "32K\n"},
        {cpu + "cpu0/cache/index1/type", "Data\n"},
        {cpu + "cpu0/cache/index1/level", "1\n"},
        {cpu + "cpu0/cache/index1/size", garbage},
        {cpu + "cpu0/cache/index2/type", garbage},
        {cpu + "cpu0/cache/index2/level", "1\n"},
        {cpu + "cpu0/cache/index2/size", "32K\n"},
        {cpu + "cpu0/cache/indexx/size", "32K\n"},
        {cpu + "cpux/cpufreq/scaling_governor", "performance\n"},
    });
    EXPECT_EQ(environment, Environment{}) << garbage.substr(0, 30);
  }
}

TEST(Environment, ACacheOfWhichTheSharingIsUnknown) {
  const std::string index = "/sys/devices/system/cpu/cpu0/cache/index0/";
  for (const char* list : {"", "3-1\n", "x\n", "0-\n", "0,,1\n", "-1\n", "0-2147483647\n"}) {
    const Environment environment = environment_with({{index + "type", "Instruction"},
                                                      {index + "level", "1"},
                                                      {index + "size", "48K"},
                                                      {index + "shared_cpu_list", list}});
    EXPECT_THAT(environment.caches, ElementsAre(CpuCache{"Instruction", 1, 48 * 1024, 0})) << list;
  }
}

TEST(Environment, ThisMachine) {
  const Environment environment = read_environment();
  EXPECT_NE(environment.os, "");
  EXPECT_GE(environment.cpus.value_or(0), 1);
  EXPECT_GT(environment.memory_bytes.value_or(0), 0);
}

}  // namespace
}  // namespace micro
