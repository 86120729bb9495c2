#include "platform/disturbance.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "platform/files.h"
#include "platform/process.h"
#include "stats/disturbed.h"

namespace micro {
namespace {

void put(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  write_file(path, text);
}

TEST(Disturbance, IsCountedByTheKernel) {
  const TemporaryFolder root;
  EXPECT_FALSE(read_machine_counts(root.path()).stolen_ticks);
  EXPECT_FALSE(read_machine_counts(root.path()).throttled);
  put(root.path() + "/proc/stat", "cpu  10 20 30 40 50 60 70 80 90 0\ncpu0 1 2 3 4 5 6 7 8 9 0\n");
  put(root.path() + "/proc/self/cgroup", "0::/\n");
  put(root.path() + "/sys/fs/cgroup/cpu.stat", "usage_usec 12\nnr_periods 4\nnr_throttled 3\nthrottled_usec 9\n");
  EXPECT_EQ(read_machine_counts(root.path()).stolen_ticks, 80);
  EXPECT_EQ(read_machine_counts(root.path()).throttled, 3);
  put(root.path() + "/proc/stat", "cpu  10 20 30 40\n");  // a kernel before 2.6.11
  EXPECT_FALSE(read_machine_counts(root.path()).stolen_ticks);
}

TEST(Disturbance, OfAllControlGroupsAboveIsCounted) {
  const TemporaryFolder root;
  put(root.path() + "/proc/self/cgroup", "0::/a.slice/b.scope\n");
  put(root.path() + "/sys/fs/cgroup/a.slice/b.scope/cpu.stat", "nr_throttled 3\n");
  put(root.path() + "/sys/fs/cgroup/a.slice/cpu.stat", "nr_throttled 4\n");
  EXPECT_EQ(read_machine_counts(root.path()).throttled, 7);
}

TEST(Disturbance, OfControlGroupsOfTheFirstVersionIsCountedOnce) {
  const TemporaryFolder root;
  put(root.path() + "/proc/self/cgroup", "5:memory:/docker/x\n4:cpu,cpuacct:/docker/x\n");
  put(root.path() + "/sys/fs/cgroup/cpu,cpuacct/docker/x/cpu.stat", "nr_periods 9\nnr_throttled 5\n");
  EXPECT_EQ(read_machine_counts(root.path()).throttled, 5);
  std::filesystem::create_directory_symlink("cpu,cpuacct", root.path() + "/sys/fs/cgroup/cpu");
  EXPECT_EQ(read_machine_counts(root.path()).throttled, 5);
}

TEST(Disturbance, IsWhatCameInBetween) {
  rusage usage = {};
  usage.ru_nivcsw = 5;
  usage.ru_majflt = 2;
  EXPECT_EQ(disturbance_of({100, 7}, {103, 8}, usage, 9), (Disturbance{9, 5, 2, 3, 1}));
  EXPECT_EQ(disturbance_of({{}, 7}, {103, {}}, usage, {}), (Disturbance{{}, 5, 2, {}, {}}));
}

TEST(Disturbance, OfAThreadIsThatItWaited) {
  const TemporaryFolder root;
  EXPECT_FALSE(waited_for_processor_ns(root.path(), 12));
  put(root.path() + "/proc/12/schedstat", "39510183 1534902 87\n");
  EXPECT_EQ(waited_for_processor_ns(root.path(), 12), 1534902);
}

TEST(Disturbance, OfAProcessIsTold) {
  SystemProcessRunner runner;
  const ProcessResult result = runner.run({{"/bin/true"}, {}, ""}, 0, {});
  ASSERT_TRUE(result.disturbance);
  EXPECT_GE(result.disturbance->preemptions, 0);
  EXPECT_EQ(result.disturbance->waited_ns.has_value(), std::filesystem::exists("/proc/self/schedstat"));
  EXPECT_FALSE(runner.run({{"/nowhere"}, {}, ""}, 0, {}).disturbance);
}

ForkEntry fork_with(const Disturbance& disturbance, std::int64_t elapsed_ns = 50'000'000) {
  ForkEntry fork;
  fork.elapsed_ns = elapsed_ns;
  fork.disturbance = disturbance;
  return fork;
}

TEST(DisturbedForks, AreCountedByTheirCauses) {
  DisturbedForks forks;
  EXPECT_FALSE(forks.warning());
  for (int i = 0; i < 15; ++i) forks.take(fork_with({900'000, 70, 0, 0, 0}));
  EXPECT_FALSE(forks.warning());
  forks.take(fork_with({9'000'000, 0, 0, 1, 0}));
  EXPECT_FALSE(forks.warning()) << "one of sixteen is not worth a word";
  forks.take(fork_with({1'100'000, 0, 0, 0, 0}));
  forks.take(fork_with({0, 0, 0, 0, 2}));
  forks.take(fork_with({{}, 0, 1, {}, {}}));
  forks.take(fork_with({9'000'000, 0, 0, 0, 0}, 2'000'000'000));
  ForkEntry failed = fork_with({40'000'000, 0, 0, 0, 0});
  failed.outcome = Outcome::crashed;
  forks.take(failed);
  forks.take(ForkEntry());  // of a journal of before
  ASSERT_TRUE(forks.warning());
  EXPECT_EQ(forks.warning()->message,
            "4 of 20 forks were disturbed: 2 waited for a processor, 1 had time stolen by the host of this virtual "
            "machine, 1 were stopped for the quota of their control group, 1 waited for the disk");
}

}  // namespace
}  // namespace micro
