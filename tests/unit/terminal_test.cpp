#include "platform/terminal.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace micro {
namespace {

// Standard error is a terminal of our own, or a pipe, while this lives.
class StandardError {
 public:
  explicit StandardError(bool terminal) : saved_(dup(STDERR_FILENO)) {
    int writing = -1;
    if (terminal) {
      reading_ = posix_openpt(O_RDWR | O_NOCTTY);
      grantpt(reading_);
      unlockpt(reading_);
      writing = open(ptsname(reading_), O_RDWR | O_NOCTTY);
      const winsize size = {24, 20, 0, 0};
      ioctl(writing, TIOCSWINSZ, &size);
    } else {
      int ends[2];
      EXPECT_EQ(pipe(ends), 0);
      reading_ = ends[0];
      writing = ends[1];
    }
    fcntl(reading_, F_SETFL, O_NONBLOCK);
    dup2(writing, STDERR_FILENO);
    close(writing);
    setenv("TERM", "xterm", 1);
  }
  ~StandardError() {
    dup2(saved_, STDERR_FILENO);
    close(saved_);
    close(reading_);
  }
  std::string taken() const {
    std::string all;
    // What is written at once need not arrive at once.
    pollfd ready{reading_, POLLIN, 0};
    while (poll(&ready, 1, 50) > 0 && (ready.revents & POLLIN) != 0) {
      std::array<char, 4096> buffer = {};
      const ssize_t count = read(reading_, buffer.data(), buffer.size());
      if (count <= 0) break;
      all.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return all;
  }

 private:
  int saved_;
  int reading_ = -1;
};

TEST(LiveLine, IsWrittenAnewAndCutToTheWidth) {
  const StandardError terminal(true);
  LiveLine line(LiveLine::Place::standard_error);
  EXPECT_TRUE(line.is_visible());
  line.show("12 %  ", "größe", "");
  EXPECT_EQ(terminal.taken(), "\r\033[K12 %  größe");
  line.show("12 %  ", "größter<int, 4>/länge", " 1 ns");
  EXPECT_EQ(terminal.taken(), "\r\033[K12 %  größ…nge 1 ns") << "the numbers stay, and both ends of the name";
  line.show("12 %  ", "ä", " 1.000 ± 0.001 ns");
  EXPECT_EQ(terminal.taken(), "\r\033[K12 %  ä 1.000 ± 0.0") << "nothing is left of the name to be cut";
  line.clear();
  EXPECT_EQ(terminal.taken(), "\r\033[K");
  line.clear();
  EXPECT_EQ(terminal.taken(), "") << "there is nothing to clear";
}

TEST(LiveLine, WhatIsPrintedStays) {
  const StandardError terminal(true);
  LiveLine line(LiveLine::Place::standard_error);
  line.show("", "x", "");
  line.print("interrupted");
  EXPECT_EQ(terminal.taken(), "\r\033[Kx\r\033[Kinterrupted");
}

TEST(LiveLine, LeavesNothingBehind) {
  const StandardError terminal(true);
  LiveLine(LiveLine::Place::standard_error).show("", "x", "");
  EXPECT_EQ(terminal.taken(), "\r\033[Kx\r\033[K");
}

TEST(LiveLine, IsNeverInAPipe) {
  const StandardError pipe(false);
  LiveLine line(LiveLine::Place::standard_error);
  EXPECT_FALSE(line.is_visible());
  line.show("", "x", "");
  EXPECT_EQ(pipe.taken(), "");
}

TEST(LiveLine, IsNotOnADumbTerminal) {
  const StandardError terminal(true);
  setenv("TERM", "dumb", 1);
  EXPECT_FALSE(LiveLine(LiveLine::Place::standard_error).is_visible());
}

TEST(LiveLine, StaysAwayFromTheTerminalOfContinuousIntegration) {
  setenv("CI", "true", 1);
  EXPECT_FALSE(LiveLine(LiveLine::Place::controlling_terminal).is_visible());
  unsetenv("CI");
}

}  // namespace
}  // namespace micro
