#include "run/benchmark.h"

#include <algorithm>

namespace micro {

MeasuredBenchmark measured_benchmark(const Suite& suite, const std::string& benchmark, const ResolvedOptions& options) {
  MeasuredBenchmark measured;
  measured.id = {suite.name, benchmark};
  measured.suite = &suite;
  measured.settings = settings_from(options);
  for (const ResolvedOption& option : options.all()) {
    if (option.value) measured.options.push_back({option.option->key, *option.value, option.origin});
  }
  return measured;
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
