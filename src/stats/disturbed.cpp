#include "stats/disturbed.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <utility>
#include <vector>

namespace micro {
namespace {

// Each costs some microseconds and what was in the caches. At the end of its time slice, a few times a second, a
// process gives way even where the machine is idle but for the kernel's own work.
constexpr double preemptions_per_second = 20;
constexpr double worth_a_word = 0.1;  // part of the forks

}  // namespace

void DisturbedForks::take(const ForkEntry& fork) {
  if (!fork.disturbance || fork.outcome != Outcome::ok) return;
  const Disturbance& disturbance = *fork.disturbance;
  ++forks_;
  constexpr double ns_per_second = 1e9;
  const double usual = 1 + preemptions_per_second * static_cast<double>(fork.elapsed_ns) / ns_per_second;
  const bool preempted = static_cast<double>(disturbance.preemptions) > usual;
  const bool stolen = disturbance.stolen_ticks.value_or(0) > 0;
  const bool throttled = disturbance.throttled.value_or(0) > 0;
  const bool read_pages = disturbance.page_reads > 0;
  preempted_ += preempted ? 1 : 0;
  stolen_ += stolen ? 1 : 0;
  throttled_ += throttled ? 1 : 0;
  read_pages_ += read_pages ? 1 : 0;
  disturbed_ += preempted || stolen || throttled || read_pages ? 1 : 0;
}

std::optional<Warning> DisturbedForks::warning() const {
  if (disturbed_ == 0 || static_cast<double>(disturbed_) < worth_a_word * static_cast<double>(forks_))
    return std::nullopt;
  std::vector<std::string> causes;
  for (const auto& [count, what] : {std::pair(preempted_, "gave way to other processes"),
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
