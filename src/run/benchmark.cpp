#include "run/benchmark.h"

#include <algorithm>
#include <utility>

namespace micro {

std::vector<MeasuredBenchmark> measured_benchmarks(const Suite& suite, const std::string& benchmark,
                                                   const ResolvedOptions& options) {
  MeasuredBenchmark measured;
  measured.id = {suite.name, benchmark};
  measured.suite = &suite;
  measured.settings = settings_from(options);
  for (const ResolvedOption& option : options.all()) {
    if (option.value) measured.options.push_back({option.option->key, *option.value, option.origin});
  }
  const std::vector<Mode>& modes = measured.settings.modes;
  std::vector<MeasuredBenchmark> all;
  if (std::ranges::any_of(modes, [](Mode mode) { return mode != Mode::single_shot; })) all.push_back(measured);
  if (std::ranges::find(modes, Mode::single_shot) != modes.end()) {
    measured.id.single_shot = true;
    measured.settings.iterations = 1;
    measured.settings.iteration_ns = 0;
    measured.settings.warmup_iterations = 0;
    measured.settings.warmup_ns = 0;
    all.push_back(std::move(measured));
  }
  return all;
}

double expected_fork_ns(const Settings& settings) {
  constexpr double start_and_calibration_ns = 10e6;
  return start_and_calibration_ns + settings.warmup_iterations * settings.warmup_ns +
         settings.iterations * settings.iteration_ns;
}

double fork_timeout_ns(const Settings& settings) {
  const double limit = settings.timeout_ns.value_or(std::max(60e9, 10 * expected_fork_ns(settings)));
  return limit * settings.timeout_factor;
}

}  // namespace micro
