#include "platform/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
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

}  // namespace
}  // namespace micro
