#include "cli/selection.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/benchmark_name.h"
#include "model/restriction.h"
#include "run/program.h"
#include "text/regular_expression.h"

namespace micro {

std::vector<std::string> chosen(const std::vector<std::string>& names, const std::string& filter,
                                const Settings& settings) {
  std::vector<std::string> chosen;
  try {
    const RegularExpression expression(filter);
    for (const std::string& name : names) {
      const BenchmarkName parts = parse_benchmark_name(name);
      if (expression.is_found_in(name) && keeps(settings.restrictions, settings.exclusions, parts)) {
        chosen.push_back(name);
      }
    }
  } catch (const RegularExpressionError& error) {
    throw UsageError(fmt::format("--filter: '{}' is no regular expression: {}", filter, error.what()));
  }
  if (!chosen.empty()) return chosen;
  std::string known;
  for (std::size_t i = 0; i < names.size() && i < 10; ++i) known += "\n    " + names[i];
  throw UsageError(
      fmt::format("no benchmark is left by --filter '{}', --param and --exclude\n  hint: there are {}, such as{}",
                  filter, names.size(), known));
}

void place(MeasuredBenchmark& benchmark, const World& world) {
  const int threads = parse_benchmark_name(benchmark.id.benchmark).threads;
  benchmark.cpus = cpus_for(benchmark.settings, threads, world.allowed_cpus());
  const std::string refusal = benchmark.settings.aslr ? "" : world.fixed_layout_refusal();
  if (refusal.empty()) return;
  throw UsageError(fmt::format(
      "ASLR=off: the system does not allow a fixed layout of the address space: {}\n  hint: containers often "
      "forbid personality(); leave ASLR on, or allow it (docker run --security-opt seccomp=unconfined)",
      refusal));
}

void place(std::vector<MeasuredBenchmark>& benchmarks, const World& world) {
  for (MeasuredBenchmark& benchmark : benchmarks) place(benchmark, world);
}

bool counts_instructions(const std::vector<MeasuredBenchmark>& benchmarks) {
  return std::ranges::any_of(benchmarks,
                             [](const MeasuredBenchmark& benchmark) { return counts_instructions(benchmark); });
}

std::unique_ptr<InstructionCounter> instruction_counter(const World& world) {
  return std::make_unique<InstructionCounter>(world.processes, world.clock, scrubbed(world.variables),
                                              world.fixed_layout_refusal().empty());
}

}  // namespace micro
