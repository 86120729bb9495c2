// The lock that keeps two measurements on this machine apart.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

namespace micro {

// The lock was not free in time. The message is what is known about the holder.
class MachineBusyError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Held while forks run: measurements of one user on one machine don't overlap, whatever build trees they come from.
// The kernel frees it when the process ends, however it ends.
class MachineLock {
 public:
  // Waits until the lock is free. `waiting` is called once if it is held by somebody else, with what is known about the
  // holder; `holder` is what others will be told of us. MachineBusyError once it has waited that long; absent: it waits
  // for ever. Where no lock file can be made (no writable folder, or a link or a file of
  // somebody else is in its place), measuring goes on without: held() is false then.
  MachineLock(const std::string& holder, std::optional<double> timeout_ns,
              const std::function<void(const std::string& holder)>& waiting);
  ~MachineLock();
  MachineLock(const MachineLock&) = delete;
  MachineLock& operator=(const MachineLock&) = delete;

  [[nodiscard]] bool held() const { return descriptor_ >= 0; }

 private:
  int descriptor_ = -1;
};

}  // namespace micro
