#include "platform/placement.h"

#include <sched.h>
#include <sys/personality.h>

#include <cerrno>
#include <cstring>

namespace micro {

std::vector<int> allowed_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cpus;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(static_cast<std::size_t>(cpu), &set)) cpus.push_back(cpu);
  }
  return cpus;
}

std::string fixed_layout_refusal() {
  // Tried on ourselves: what keeps us from it (a filter of system calls, in containers) keeps our children, too. Only a
  // program that is started later would see the change, and it is taken back.
  constexpr unsigned long ask = 0xffffffff;
  const int now = personality(ask);
  if (now == -1 || personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) == -1) return std::strerror(errno);
  const bool is_set = (personality(ask) & ADDR_NO_RANDOMIZE) != 0;
  personality(static_cast<unsigned long>(now));
  return is_set ? "" : "the system ignores it";
}

}  // namespace micro
