// Forks that did not have the processor for themselves.
#pragma once

#include <cstddef>
#include <optional>

#include "journal/entry.h"
#include "model/result.h"

namespace micro {

// Counts them while they come in.
class DisturbedForks {
 public:
  void take(const ForkEntry& fork);
  // "12 of 60 forks were disturbed: 9 waited for a processor, 3 had time stolen by the host", where they are a
  // tenth or more.
  [[nodiscard]] std::optional<Warning> warning() const;

 private:
  std::size_t forks_ = 0;
  std::size_t disturbed_ = 0;
  std::size_t waited_ = 0;
  std::size_t stolen_ = 0;
  std::size_t throttled_ = 0;
  std::size_t read_pages_ = 0;
};

}  // namespace micro
