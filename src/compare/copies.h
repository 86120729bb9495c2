// The programs of a comparison as they are run: copies of both, made in the same way under names of equal length.
//
// How a file lies in the page cache, and how long its path is, change times by a few percent. Two builds in two places
// differ in both. Copies that are renewed again and again sample the first like any other noise, and agree in the
// second.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "platform/clock.h"

namespace micro {

class ProgramCopies {
 public:
  // Of these two programs, in this folder, which is writable. There are none before renew().
  ProgramCopies(std::string baseline, std::string contender, std::string folder, Clock& clock);
  ~ProgramCopies();
  ProgramCopies(const ProgramCopies&) = delete;
  ProgramCopies& operator=(const ProgramCopies&) = delete;

  // Makes both anew, unless that took more than a third of the time since the start. Which of them is made first and
  // has which name is the caller's to draw: to a test that exchanges the sides both must be the same.
  void renew(bool contender_first);

  // What is to be run: a copy, or the program itself where there are none.
  [[nodiscard]] const std::string& baseline() const { return paths_[0]; }
  [[nodiscard]] const std::string& contender() const { return paths_[1]; }

  // Why the programs themselves are run; empty if copies are. A program that finds its libraries relative to itself
  // ($ORIGIN) can't be moved, and some folders hold no programs (noexec).
  [[nodiscard]] const std::string& refusal() const { return refusal_; }
  // Gives copies up for this reason.
  void give_up(std::string why);

 private:
  void remove();

  std::array<std::string, 2> programs_;
  std::string folder_;
  Clock& clock_;
  std::array<std::string, 2> paths_;
  std::string refusal_;
  int count_ = 0;
  std::int64_t start_ns_;
  std::int64_t spent_ns_ = 0;
};

}  // namespace micro
