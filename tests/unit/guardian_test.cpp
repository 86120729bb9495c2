#include "platform/guardian.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>

#include "platform/files.h"

namespace micro {
namespace {

using testing::ElementsAre;
using testing::ExitedWithCode;
using testing::IsEmpty;
using testing::KilledBySignal;

// Processes as /proc shows them: number, name and parent.
class FakeProcesses {
 public:
  void add(int process, const std::string& name, int parent) {
    const std::string path = folder_.path() + "/proc/" + std::to_string(process);
    std::filesystem::create_directories(path);
    write_file(path + "/stat", std::to_string(process) + " (" + name + ") S " + std::to_string(parent) + " 1 1 0\n");
  }
  [[nodiscard]] std::vector<pid_t> above(pid_t process) const { return tools_above(folder_.path(), process); }

 private:
  TemporaryFolder folder_;
};

TEST(Guardian, KnowsTheToolsThatItRunsFor) {
  FakeProcesses processes;
  processes.add(2, "bash", 1);
  processes.add(3, "ninja", 2);
  processes.add(4, "sh", 3);
  processes.add(5, "ctest", 4);
  processes.add(6, "cmicro) S 1", 5);
  EXPECT_THAT(processes.above(6), ElementsAre(5, 4, 3)) << "and not the shell in which it was typed";
}

TEST(Guardian, RunsForNobodyWhereItWasTyped) {
  FakeProcesses processes;
  processes.add(2, "make", 1);
  processes.add(3, "tmux: server", 2);
  processes.add(4, "bash", 3);
  processes.add(5, "cmicro", 4);
  EXPECT_THAT(processes.above(5), IsEmpty());
  EXPECT_THAT(processes.above(99), IsEmpty());
}

TEST(Guardian, EndsWhereParentsGoRoundInACircle) {
  FakeProcesses processes;
  processes.add(2, "sh", 3);
  processes.add(3, "sh", 2);
  EXPECT_THAT(processes.above(2), IsEmpty());
}

TEST(GuardianDeathTest, EndsAsTheWorkDoes) {
  EXPECT_EXIT(_exit(guarded([] { return 3; })), ExitedWithCode(3), "");
  EXPECT_EXIT(_exit(guarded([]() -> int { _exit(kill(getpid(), SIGKILL)); })), KilledBySignal(SIGKILL), "");
}

TEST(GuardianDeathTest, HandsOnWhatAsksToStop) {
  const auto stopped = [](int signal) { _exit(guarded([=] { return kill(getppid(), signal) == 0 ? pause() : 1; })); };
  EXPECT_EXIT(stopped(SIGTERM), KilledBySignal(SIGTERM), "");
  EXPECT_EXIT(stopped(SIGINT), KilledBySignal(SIGINT), "");
}

TEST(GuardianDeathTest, LeavesNothingRunning) {
  // Whoever is left would keep the pipe open.
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const auto work = [] {
    if (fork() == 0) {
      setsid();
      for (;;) pause();
    }
    return kill(getpid(), SIGKILL);
  };
  EXPECT_EXIT(_exit(guarded(work)), KilledBySignal(SIGKILL), "");
  close(ends[1]);
  char byte = 0;
  EXPECT_EQ(read(ends[0], &byte, 1), 0);
  close(ends[0]);
}

}  // namespace
}  // namespace micro
