#include "stats/disturbed.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <utility>
#include <vector>

namespace micro {
namespace {

// How often a process gives way says little: on an idle machine it does to the kernel's own threads, for microseconds.
// How long it waited says what it missed.
constexpr double much_waiting = 0.02;  // part of its time
constexpr double worth_a_word = 0.1;   // part of the forks

}  // namespace

void DisturbedForks::take(const ForkEntry& fork) {
  if (!fork.disturbance || fork.outcome != Outcome::ok) return;
  const Disturbance& disturbance = *fork.disturbance;
  ++forks_;
  const auto waited_ns = static_cast<double>(disturbance.waited_ns.value_or(0));
  const bool waited = waited_ns > much_waiting * static_cast<double>(fork.elapsed_ns);
  const bool stolen = disturbance.stolen_ticks.value_or(0) > 0;
  const bool throttled = disturbance.throttled.value_or(0) > 0;
  const bool read_pages = disturbance.page_reads > 0;
  waited_ += waited ? 1 : 0;
  stolen_ += stolen ? 1 : 0;
  throttled_ += throttled ? 1 : 0;
  read_pages_ += read_pages ? 1 : 0;
  disturbed_ += waited || stolen || throttled || read_pages ? 1 : 0;
}

std::optional<Warning> DisturbedForks::warning() const {
  if (disturbed_ == 0 || static_cast<double>(disturbed_) < worth_a_word * static_cast<double>(forks_))
    return std::nullopt;
  std::vector<std::string> causes;
  for (const auto& [count, what] : {std::pair(waited_, "waited for a processor"),
                                    std::pair(stolen_, "had time stolen by the host of this virtual machine"),
                                    std::pair(throttled_, "were stopped for the quota of their control group"),
                                    std::pair(read_pages_, "waited for the disk")}) {
    if (count > 0) causes.push_back(fmt::format("{} {}", count, what));
  }
  return Warning{WarningKind::disturbed, "",
                 fmt::format("{} of {} forks were disturbed: {}", disturbed_, forks_, fmt::join(causes, ", ")),
                 "cmicro doctor says what disturbs this machine; a comparison stands more of it than scores do"};
}

}  // namespace micro
