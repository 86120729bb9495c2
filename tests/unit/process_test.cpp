#include "platform/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <thread>

#include "platform/files.h"
#include "platform/interruption.h"
#include "platform/placement.h"
#include "text/text.h"

namespace micro {
namespace {

using testing::HasSubstr;

ProcessResult shell(const std::string& script, std::int64_t timeout_ns = 0, const OutputLimits& limits = {}) {
  SystemProcessRunner runner;
  return runner.run({{"/bin/sh", "-c", script}, {"PATH=/usr/bin:/bin", "COLOUR=dark blue"}, ""}, timeout_ns, limits);
}

bool is_alive(const std::string& pid) {
  return kill(std::stoi(pid), 0) == 0;
}

// The process may still be on its way out when we look.
bool ends_soon(const std::string& pid) {
  for (int i = 0; i < 200 && is_alive(pid); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return !is_alive(pid);
}

TEST(Process, GivesOutputAndExitCode) {
  const ProcessResult result = shell("echo out; echo err >&2; exit 3");
  EXPECT_EQ(result.standard_output, "out\n");
  EXPECT_EQ(result.standard_error, "err\n");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_FALSE(result.signal);
  EXPECT_GT(result.elapsed_ns, 0);
}

TEST(Process, HasTheEnvironmentAndFolderThatItIsGiven) {
  SystemProcessRunner runner;
  const ProcessResult result = runner.run(
      {{"sh", "-c", "echo \"$COLOUR\"; pwd; echo ${HOME-none}"}, {"PATH=/usr/bin:/bin", "COLOUR=dark blue"}, "/usr"}, 0,
      {});
  EXPECT_EQ(result.standard_output, "dark blue\n/usr\nnone\n");
}

TEST(Process, SaysWhichSignalEndedIt) {
  const ProcessResult result = shell("kill -SEGV $$");
  EXPECT_EQ(result.signal, SIGSEGV);
  EXPECT_FALSE(result.exit_code);
  EXPECT_EQ(signal_name(SIGSEGV), "Segmentation fault");
}

TEST(Process, KeepsTheEndOfLongOutput) {
  const ProcessResult result = shell("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done", 0, {100, 100});
  EXPECT_EQ(result.standard_output.size(), 100u);
  EXPECT_THAT(result.standard_output, HasSubstr("line 19999\n"));
}

TEST(Process, SaysWhyItCannotStart) {
  SystemProcessRunner runner;
  EXPECT_THAT(runner.run({{"/nowhere/at all"}, {}, ""}, 0, {}).not_started, HasSubstr("/nowhere/at all: No such file"));
  EXPECT_THAT(runner.run({{"/bin/sh"}, {}, "/nowhere"}, 0, {}).not_started, HasSubstr("/nowhere: No such file"));
  EXPECT_THAT(runner.run({{"/etc/passwd"}, {}, ""}, 0, {}).not_started, HasSubstr("Permission denied"));
}

TEST(Process, TimeLimitEndsTheWholeGroup) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/pid";
  const ProcessResult result = shell("sleep 1000 & echo $! > " + file + "; wait", 300'000'000);
  EXPECT_TRUE(result.timed_out);
  EXPECT_TRUE(ends_soon(read_file(file)));
}

TEST(Process, ThatIgnoresSigtermIsKilled) {
  const ProcessResult result = shell("trap '' TERM; while :; do sleep 0.1; done", 100'000'000);
  EXPECT_TRUE(result.timed_out);
  EXPECT_EQ(result.signal, SIGKILL);
}

TEST(Process, LeavesNoGrandchildAndDoesNotWaitForOne) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/pid";
  const ProcessResult result = shell("sleep 1000 & echo $! > " + file + "; exit 0", 60'000'000'000);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_FALSE(result.timed_out);
  EXPECT_TRUE(ends_soon(read_file(file)));
}

// One in a session of its own, whose parent has ended, and one below that.
TEST(Process, LeavesNoneThatWentIntoAGroupOfItsOwn) {
  const TemporaryFolder folder;
  const ProcessResult result = shell("cd " + folder.path() +
                                     " && (setsid sh -c 'echo $$ > first; sleep 60 & echo $! > second; wait' &) ; "
                                     "while [ ! -s second ]; do sleep 0.01; done; cat first second");
  ASSERT_EQ(result.exit_code, 0);
  const std::vector<std::string> pids = split(result.standard_output, '\n');
  ASSERT_EQ(pids.size(), 3u);
  EXPECT_FALSE(is_alive(pids[0]));
  EXPECT_FALSE(is_alive(pids[1]));
}

TEST(Process, SeveralThreadsRunProgramsAtOnce) {
  auto other = std::async(std::launch::async, [] { return shell("sleep 0.2; echo other"); });
  EXPECT_EQ(shell("echo one").standard_output, "one\n");
  EXPECT_EQ(other.get().standard_output, "other\n");
}

TEST(Process, StandardInputIsEmpty) {
  EXPECT_EQ(shell("cat; echo end").standard_output, "end\n");
}

TEST(Process, InterruptionEndsTheWaitAndTheChild) {
  const InterruptionGuard guard;
  std::thread killer([main = pthread_self()] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    pthread_kill(main, SIGINT);
  });
  const ProcessResult result = shell("sleep 1000", 0);
  killer.join();
  EXPECT_TRUE(result.interrupted);
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(interruption(), SIGINT);
}

ProcessResult placed(const std::string& script, std::vector<int> cpus, bool fixed_layout) {
  SystemProcessRunner runner;
  return runner.run({{"/bin/sh", "-c", script}, {"PATH=/usr/bin:/bin"}, "", std::move(cpus), fixed_layout}, 0, {});
}

TEST(Process, RunsOnTheProcessorsThatItIsGiven) {
  const std::vector<int> before = allowed_cpus();
  ASSERT_FALSE(before.empty());
  const std::string show = "grep Cpus_allowed_list /proc/self/status";
  EXPECT_EQ(placed(show, {before.back()}, false).standard_output,
            "Cpus_allowed_list:\t" + std::to_string(before.back()) + "\n");
  EXPECT_EQ(allowed_cpus(), before) << "we ourselves stay free";
  EXPECT_THAT(placed(show, {CPU_SETSIZE - 1}, false).not_started, HasSubstr("processors 1023: "));
}

TEST(Process, HasTheSameLayoutEachTimeWithoutRandomisation) {
  if (!fixed_layout_refusal().empty()) GTEST_SKIP() << fixed_layout_refusal();
  const std::string map = "grep -m1 stack /proc/self/maps";
  EXPECT_EQ(placed(map, {}, true).standard_output, placed(map, {}, true).standard_output);
  EXPECT_NE(shell(map).standard_output, shell(map).standard_output) << "ours has not changed";
}

TEST(Process, AddressSpaceLayoutStaysRandom) {
  const std::string map = "grep -m1 stack /proc/self/maps";
  EXPECT_NE(shell(map).standard_output, shell(map).standard_output);
}

}  // namespace
}  // namespace micro
