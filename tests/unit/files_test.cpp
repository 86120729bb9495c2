#include "platform/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

namespace micro {
namespace {

TEST(Files, AreReadWhole) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/f";
  for (const std::size_t size : {0, 1, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 1'000'000}) {
    std::string content(size, 'x');
    if (size > 0) content.back() = '\0';
    write_file(path, content);
    EXPECT_EQ(read_file(path), content) << size;
  }
}

TEST(Files, ThatDoNotKnowTheirSizeAreReadWhole) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::string content;
  for (int i = 0; i < 50'000; ++i) content += std::to_string(i);
  std::thread writer([&] { std::ofstream(path) << content; });
  EXPECT_EQ(read_file(path), content);
  writer.join();
  EXPECT_THAT(read_file("/proc/self/status"), testing::StartsWith("Name:"));
}

TEST(Files, ThatCannotBeReadSayWhy) {
  const TemporaryFolder folder;
  for (const auto& [path, reason] : {std::pair(folder.path(), "is a folder"), {folder.path() + "/f", "No such file"}}) {
    try {
      (void)read_file(path);
      FAIL() << path;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(path + ": cannot be read: " + reason));
    }
  }
}

// A folder that others may write to can have links in it, under any name that can be guessed.
TEST(Files, LinksAreNotFollowed) {
  const TemporaryFolder folder;
  const std::string precious = folder.path() + "/precious";
  const std::string path = folder.path() + "/f";
  write_file(precious, "text");
  ASSERT_EQ(symlink("precious", path.c_str()), 0);
  ASSERT_EQ(symlink("precious", (path + "." + std::to_string(getpid()) + ".tmp").c_str()), 0);
  write_file(path, "new");
  EXPECT_EQ(read_file(precious), "text");
  EXPECT_EQ(read_file(path), "new");
  EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::symlink_status(path)));
}

TEST(Files, AreForOthersToReadAtMost) {
  const TemporaryFolder folder;
  const mode_t mask = umask(0);
  write_file(folder.path() + "/f", "text");
  umask(mask);
  struct stat status = {};
  ASSERT_EQ(stat((folder.path() + "/f").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0644U);
  ASSERT_EQ(stat(folder.path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
}

TEST(Files, ThatCannotBeWrittenSayWhyAndLeaveNothing) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/f";
  std::filesystem::create_directories(path + "/inside");
  EXPECT_THROW(write_file(path, "text"), FileError);
  EXPECT_THROW(write_file(folder.path() + "/none/f", "text"), FileError);
  try {
    write_output("/dev/full", [](std::ostream& out) { out << "text"; });
    FAIL();
  } catch (const FileError& error) {
    EXPECT_STREQ(error.what(), "/dev/full: cannot be written: No space left on device");
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(Files, LargeOnesAreWrittenWhole) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/f";
  const std::string content(1'000'000, 'x');
  write_file(path, [&](std::ostream& out) {
    for (const char c : content) out.put(c);
    out << content;
  });
  EXPECT_EQ(read_file(path), content + content);
}

// Renamed over, a pipe or /dev/null would be gone.
TEST(Files, WhatIsNoFileIsWrittenInto) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::string content;
  std::thread reader([&] { content = read_file(path); });
  write_output(path, [](std::ostream& out) { out << "text"; });
  reader.join();
  EXPECT_EQ(content, "text");
  EXPECT_TRUE(std::filesystem::is_fifo(path));
  write_output(folder.path() + "/f", [](std::ostream& out) { out << "file"; });
  EXPECT_EQ(read_file(folder.path() + "/f"), "file");
}

}  // namespace
}  // namespace micro
