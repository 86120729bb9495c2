#include "run/benchmark.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "model/benchmark_name.h"
#include "run/program.h"
#include "text/text.h"

namespace micro {

namespace {

// A variable of the variant takes the place of one of the same name.
void add_variant(Settings& settings, const Variant& variant) {
  settings.run_args.insert(settings.run_args.end(), variant.run_args.begin(), variant.run_args.end());
  for (const std::string& variable : variant.environment) {
    const std::string name = variable.substr(0, variable.find('=') + 1);
    std::erase_if(settings.environment, [&](const std::string& other) { return other.rfind(name, 0) == 0; });
    settings.environment.push_back(variable);
  }
}

}  // namespace

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
  for (const Variant& variant : suite.variants) {
    if (!variant.is_run()) continue;
    MeasuredBenchmark in_variant = measured;
    in_variant.id.variant = variant.name;
    in_variant.variant = &variant;
    add_variant(in_variant.settings, variant);
    if (std::ranges::any_of(modes, [](Mode mode) { return mode != Mode::single_shot; })) all.push_back(in_variant);
    if (std::ranges::find(modes, Mode::single_shot) != modes.end()) {
      in_variant.id.single_shot = true;
      in_variant.settings.iterations = 1;
      in_variant.settings.iteration_ns = 0;
      in_variant.settings.warmup_iterations = 0;
      in_variant.settings.warmup_ns = 0;
      all.push_back(std::move(in_variant));
    }
  }
  return all;
}

BenchmarkEntry planned_entry(const MeasuredBenchmark& benchmark, std::uint64_t seed) {
  const Settings& settings = benchmark.settings;
  const Suite& suite = *benchmark.suite;
  const Variant& variant = *benchmark.variant;
  BenchmarkEntry entry;
  entry.id = benchmark.id;
  entry.executable = variant.executable;
  entry.arguments = settings.run_args;
  entry.environment = variant.environment;
  entry.working_directory = working_directory_of(variant);
  entry.axes = variant.axes;
  entry.cpus = benchmark.cpus;
  entry.compiler = variant.compiler;
  entry.flags = variant.flags;
  entry.features = variant.features;
  entry.not_a_measurement = variant.not_a_measurement;
  entry.build_type = suite.build_type;
  entry.counters = suite.counters;
  entry.options = benchmark.options;
  entry.forks = settings.forks;
  entry.warmup_iterations = settings.warmup_iterations;
  entry.warmup_ns = settings.warmup_ns;
  entry.iterations = settings.iterations;
  entry.iteration_ns = settings.iteration_ns;
  entry.seed = seed;
  return entry;
}

std::vector<int> cpus_for(const Settings& settings, int threads, const std::vector<int>& allowed) {
  if (settings.affinity == "off") return {};
  if (settings.affinity == "auto") {
    // The last ones: the first one serves most interrupts.
    const auto count = std::min<std::size_t>(static_cast<std::size_t>(threads), allowed.size());
    return {allowed.end() - static_cast<std::ptrdiff_t>(count), allowed.end()};
  }
  std::vector<int> cpus;
  for (const std::string& word : split(settings.affinity, ',')) {
    const int cpu = std::stoi(word);
    if (std::ranges::find(allowed, cpu) == allowed.end()) {
      throw OptionError(
          fmt::format("AFFINITY={}: processor {} is not among those that this process may use\n  hint: these are {}",
                      settings.affinity, cpu, fmt::join(allowed, ",")));
    }
    if (std::ranges::find(cpus, cpu) == cpus.end()) cpus.push_back(cpu);
  }
  return cpus;
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
