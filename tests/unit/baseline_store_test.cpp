#include "cli/baseline_store.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "platform/files.h"

namespace micro {
namespace {

namespace fs = std::filesystem;

// A run that is to be saved: its folder has what the ctest side has prepared, and the journal.
class SavingRun {
 public:
  explicit SavingRun(const std::string& to) {
    session.directory = folder_.path() + "/2026-12-01T12-00-00Z";
    session.save = SessionSave{"before", to};
    fs::create_directories(session.directory + "/saved/programs");
    write_file(session.directory + "/saved/saved.json", "{}");
    write_file(session.directory + "/saved/programs/bench", "program");
    fs::permissions(session.directory + "/saved/programs/bench", fs::perms::owner_all);
    write_file(journal(), "entries");
  }
  [[nodiscard]] std::string journal() const { return session.directory + "/journal.jsonl"; }
  [[nodiscard]] bool is_prepared() const { return fs::exists(session.directory + "/saved/programs/bench"); }

  Session session;

 private:
  TemporaryFolder folder_;
};

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

std::string problem_of(const SavingRun& run) {
  try {
    return keep_baseline(run.session, run.journal());
  } catch (const FileError& error) {
    return error.what();
  }
}

void expect_whole(const std::string& baseline) {
  EXPECT_EQ(read_file(baseline + "/journal.jsonl"), "entries");
  EXPECT_EQ(read_file(baseline + "/saved.json"), "{}");
  EXPECT_EQ(read_file(baseline + "/programs/bench"), "program");
  EXPECT_EQ(fs::status(baseline + "/programs/bench").permissions(), fs::perms::owner_all);
}

// A folder on another file system than temporary ones; its path is empty where there is no such.
class Elsewhere {
 public:
  Elsewhere() {
    struct stat there = {};
    struct stat here = {};
    const TemporaryFolder folder;
    if (stat("/dev/shm", &there) != 0 || stat(folder.path().c_str(), &here) != 0) return;
    std::string name = "/dev/shm/micro-XXXXXX";
    if (there.st_dev != here.st_dev && mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~Elsewhere() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  Elsewhere(const Elsewhere&) = delete;
  Elsewhere& operator=(const Elsewhere&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(BaselineStore, MovesWhatIsPreparedAndTheJournal) {
  const TemporaryFolder folder;
  const std::string to = folder.path() + "/new/before";
  const SavingRun run(to);
  EXPECT_EQ(keep_baseline(run.session, run.journal()), "Saved: " + to + " (AGAINST=@before compares with it)");
  expect_whole(to);
  EXPECT_FALSE(run.is_prepared());
  EXPECT_TRUE(fs::exists(run.journal()));
}

TEST(BaselineStore, OverwritesNothing) {
  const TemporaryFolder folder;
  const std::string to = folder.path() + "/before";
  const SavingRun run(to);
  // Not even a link that leads nowhere.
  fs::create_symlink("/nowhere", to);
  EXPECT_EQ(problem_of(run),
            "SAVE: " + to + " can't be saved: there is a baseline of that name by now\n  hint: its programs stay in " +
                run.session.directory + "/saved");
  EXPECT_TRUE(fs::is_symlink(to));
  EXPECT_TRUE(run.is_prepared());
}

TEST(BaselineStore, ReachesOtherFileSystems) {
  const Elsewhere folder;
  if (folder.path().empty()) GTEST_SKIP() << "there is one file system only";
  const SavingRun run(folder.path() + "/before");
  keep_baseline(run.session, run.journal());
  expect_whole(folder.path() + "/before");
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"before"});
  EXPECT_FALSE(run.is_prepared());
}

TEST(BaselineStore, LeavesNothingHalfOnOtherFileSystems) {
  const Elsewhere folder;
  if (folder.path().empty()) GTEST_SKIP() << "there is one file system only";
  const SavingRun run(folder.path() + "/before");
  // It can't be copied: a socket, a pipe and the like can't.
  ASSERT_EQ(mkfifo((run.session.directory + "/saved/zzz").c_str(), 0600), 0);
  EXPECT_NE(problem_of(run).find("its programs stay in"), std::string::npos);
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>());
  EXPECT_TRUE(run.is_prepared());
}

TEST(BaselineStore, WhatRunsOnceMoreSavesNothing) {
  EXPECT_EQ(without_save("MICRO=FORK=3; SAVE = a ;ENVIRONMENT=A=SAVE=1"), "MICRO=FORK=3;ENVIRONMENT=A=SAVE=1");
  EXPECT_EQ(without_save("MICRO=SAVE=a"), "MICRO=");
  EXPECT_EQ(without_save("TEST_OPTS=AGAINST=HEAD"), "TEST_OPTS=AGAINST=HEAD");
}

}  // namespace
}  // namespace micro
