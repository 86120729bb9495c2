#include "platform/machine.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <optional>
#include <string>

#include "platform/files.h"

namespace micro {
namespace {

class Machine : public testing::Test {
 protected:
  Machine() { setenv("XDG_RUNTIME_DIR", folder.path().c_str(), 1); }
  ~Machine() override { unsetenv("XDG_RUNTIME_DIR"); }
  TemporaryFolder folder;
  std::string waited_for;
  std::function<void(const std::string&)> waiting = [this](const std::string& holder) { waited_for = holder; };
};

TEST_F(Machine, IsFreeAgainWhenTheLockIsGone) {
  { const MachineLock lock("micro:io", std::nullopt, waiting); }
  const MachineLock lock("micro:io", std::nullopt, waiting);
  EXPECT_TRUE(lock.held());
  EXPECT_EQ(waited_for, "");
}

TEST_F(Machine, TellsWhoHasIt) {
  const MachineLock lock("micro:io since noon", std::nullopt, waiting);
  try {
    const MachineLock other("micro:other", 30e6, waiting);
    ADD_FAILURE() << "two hold it";
  } catch (const MachineBusyError& error) {
    EXPECT_EQ(error.what(), waited_for);
  }
  EXPECT_EQ(waited_for, "process " + std::to_string(getpid()) + ", micro:io since noon");
}

// What a process has left that was killed.
TEST_F(Machine, AStaleFileIsNoLock) {
  write_file(folder.path() + "/cmicro.lock", "process 1, micro:io");
  const MachineLock lock("", 0, waiting);
  EXPECT_TRUE(lock.held());
  EXPECT_EQ(read_file(folder.path() + "/cmicro.lock"), "process " + std::to_string(getpid()));
}

TEST_F(Machine, ALinkIsNotFollowed) {
  write_file(folder.path() + "/precious", "text");
  ASSERT_EQ(symlink("precious", (folder.path() + "/cmicro.lock").c_str()), 0);
  const MachineLock lock("", std::nullopt, waiting);
  EXPECT_FALSE(lock.held());
  EXPECT_EQ(read_file(folder.path() + "/precious"), "text");
}

// Hard links go to files that need not be ours to write to.
TEST_F(Machine, AnotherNameOfAFileIsNotWrittenTo) {
  write_file(folder.path() + "/precious", "text");
  ASSERT_EQ(link((folder.path() + "/precious").c_str(), (folder.path() + "/cmicro.lock").c_str()), 0);
  const MachineLock lock("", std::nullopt, waiting);
  EXPECT_FALSE(lock.held());
  EXPECT_EQ(read_file(folder.path() + "/precious"), "text");
}

// Its lock could be held for ever.
TEST_F(Machine, AFileOfSomebodyElseIsNoLock) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  const std::string path = folder.path() + "/cmicro.lock";
  write_file(path, "process 1");
  ASSERT_EQ(chown(path.c_str(), 65534, 65534), 0);
  const MachineLock lock("", std::nullopt, waiting);
  EXPECT_FALSE(lock.held());
}

}  // namespace
}  // namespace micro
