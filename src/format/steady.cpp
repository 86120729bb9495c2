#include "format/steady.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "stats/units.h"

namespace micro {
namespace {

// A result that was read from a file of another tool has no name of Google Benchmark's.
std::string full_name(const Result& result) {
  if (!result.benchmark.empty()) return result.benchmark;
  std::string name = result.function;
  for (const Parameter& parameter : result.parameters) name += "/" + parameter.name + ":" + parameter.value;
  return name;
}

bool is_named(Mode mode, ModeInName when) {
  if (when == ModeInName::if_other) return mode != Mode::average_time;
  return mode == Mode::single_shot || mode == Mode::sample_time;
}

}  // namespace

SteadyUnit steady_unit(std::string_view unit) {
  const auto op_unit = op_unit_from(unit);
  if (!op_unit) return {std::string(unit), 1};
  const double ns = nanoseconds_in(op_unit->time);
  if (op_unit->is_throughput) return {"ops/s", nanoseconds_in(TimeUnit::seconds) / ns};
  return {"ns/op", ns};
}

const Metric* cpu_time_of(const Result& result) {
  // A user's counter may have the name, too.
  const auto found = std::ranges::find_if(
      result.secondary, [](const Metric& metric) { return metric.label == "cpu_time" && !metric.in_tables; });
  return found == result.secondary.end() ? nullptr : &*found;
}

std::string steady_name(const Result& result, ModeInName mode) {
  std::string name = full_name(result);
  std::string added;
  if (result.variant != "default") added += "/variant:" + result.variant;
  if (is_named(result.mode, mode)) added += fmt::format("/mode:{}", to_string(result.mode));
  if (added.empty()) return name;
  std::size_t end = name.size();
  for (const std::string& suffix : parse_benchmark_name(name).suffixes) end -= suffix.size() + 1;
  return name.insert(end, added);
}

std::string steady_name_with_suite(const Result& result, ModeInName mode) {
  std::string name = steady_name(result, mode);
  return result.suite.empty() ? name : result.suite + "." + name;
}

std::vector<const Result*> each_time_once(const std::vector<Result>& results) {
  const auto key = [](const Result& result) { return std::tuple(result.suite, full_name(result), result.variant); };
  std::set<std::tuple<std::string, std::string, std::string>> timed;
  const bool has_throughputs = std::ranges::any_of(results, [](const Result& r) { return r.mode == Mode::throughput; });
  for (const Result& result : results) {
    if (has_throughputs && result.mode == Mode::average_time) timed.insert(key(result));
  }
  std::vector<const Result*> once;
  for (const Result& result : results) {
    if (result.mode != Mode::throughput || !timed.contains(key(result))) once.push_back(&result);
  }
  return once;
}

}  // namespace micro
