#include "platform/disturbance.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "platform/control_groups.h"
#include "platform/kernel_files.h"

namespace micro {
namespace {

std::optional<std::int64_t> more(std::optional<std::int64_t> before, std::optional<std::int64_t> after) {
  if (!before || !after) return std::nullopt;
  return std::max<std::int64_t>(0, *after - *before);
}

}  // namespace

MachineCounts read_machine_counts(const std::string& root) {
  MachineCounts counts;
  // "cpu  user nice system idle iowait irq softirq steal …"
  std::istringstream line(line_of(root + "/proc/stat"));
  std::string name;
  line >> name;
  constexpr int steal_at = 7;
  std::int64_t value = 0;
  int column = 0;
  while (name == "cpu" && line >> value && column < steal_at) ++column;
  if (column == steal_at && line) counts.stolen_ticks = value;
  visit_control_groups(root, [&](const std::string& controller, const std::string& folder) {
    if (controller == "memory") return;
    std::ifstream group(folder + "/cpu.stat");
    for (std::string key; group >> key >> value;) {
      if (key == "nr_throttled") counts.throttled = counts.throttled.value_or(0) + value;
    }
  });
  return counts;
}

std::optional<std::int64_t> waited_for_processor_ns(const std::string& root, int process) {
  // "time on a processor, time waiting for one, time slices"
  std::istringstream line(line_of(fmt::format("{}/proc/{}/schedstat", root, process)));
  std::int64_t ran = 0;
  std::int64_t waited = 0;
  if (!(line >> ran >> waited)) return std::nullopt;
  return waited;
}

Disturbance disturbance_of(const MachineCounts& before, const MachineCounts& after, const rusage& usage,
                           std::optional<std::int64_t> waited_ns) {
  Disturbance disturbance;
  disturbance.waited_ns = waited_ns;
  disturbance.preemptions = usage.ru_nivcsw;
  disturbance.page_reads = usage.ru_majflt;
  disturbance.stolen_ticks = more(before.stolen_ticks, after.stolen_ticks);
  disturbance.throttled = more(before.throttled, after.throttled);
  return disturbance;
}

}  // namespace micro
