#include "model/result.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace micro {
namespace {

template <typename Value>
using Named = std::pair<Value, const char*>;

constexpr Named<Mode> modes[] = {{Mode::throughput, "thrpt"},
                                 {Mode::average_time, "avgt"},
                                 {Mode::sample_time, "sample"},
                                 {Mode::single_shot, "ss"}};
constexpr Named<Better> directions[] = {{Better::lower, "lower"}, {Better::higher, "higher"}};
constexpr Named<Outcome> outcomes[] = {
    {Outcome::ok, "ok"},           {Outcome::error, "error"},     {Outcome::skipped, "skipped"},
    {Outcome::crashed, "crashed"}, {Outcome::exited, "exited"},   {Outcome::timed_out, "timed_out"},
    {Outcome::invalid, "invalid"}, {Outcome::missing, "missing"}, {Outcome::command, "command"}};
constexpr Named<TimeUnit> time_units[] = {{TimeUnit::nanoseconds, "ns"},
                                          {TimeUnit::microseconds, "us"},
                                          {TimeUnit::milliseconds, "ms"},
                                          {TimeUnit::seconds, "s"}};

constexpr Named<WarningKind> warning_kinds[] = {
    {WarningKind::disturbed, "disturbed"},         {WarningKind::large_error, "large_error"},
    {WarningKind::forks_differ, "forks_differ"},   {WarningKind::below_one_ns, "below_one_ns"},
    {WarningKind::few_samples, "few_samples"},     {WarningKind::debug_suite, "debug_suite"},
    {WarningKind::debug_library, "debug_library"}, {WarningKind::not_a_measurement, "not_a_measurement"},
    {WarningKind::sides_differ, "sides_differ"}};

constexpr Named<Side> sides[] = {{Side::none, ""}, {Side::baseline, "baseline"}, {Side::contender, "contender"}};

template <typename Value, std::size_t count>
const char* name_of(Value value, const Named<Value> (&names)[count]) {
  for (const auto& [candidate, name] : names) {
    if (candidate == value) return name;
  }
  return "";
}

template <typename Value, std::size_t count>
std::optional<Value> value_of(std::string_view text, const Named<Value> (&names)[count]) {
  for (const auto& [value, name] : names) {
    if (text == name) return value;
  }
  return std::nullopt;
}

}  // namespace

std::string in_suite(const std::string& suite, const std::string& name) {
  return suite.empty() ? name : suite + "." + name;
}

std::string of_variant(const std::string& name, const std::string& variant) {
  return variant == "default" ? name : name + "@" + variant;
}

const char* to_string(Side side) {
  return name_of(side, sides);
}

std::optional<Side> side_from(std::string_view text) {
  return value_of(text, sides);
}

const double* Metric::sample_of(std::size_t fork, std::size_t iteration) const {
  if (fork >= samples.size()) return nullptr;
  std::size_t place = iteration;
  if (fork < iterations.size()) {
    const auto found = std::ranges::find(iterations[fork], iteration);
    place = static_cast<std::size_t>(found - iterations[fork].begin());
  }
  return place < samples[fork].size() ? &samples[fork][place] : nullptr;
}

bool is_about(const Warning& warning, const Result& result) {
  const auto measured_as = [](Mode mode) { return mode == Mode::throughput ? Mode::average_time : mode; };
  return warning.subject == result.identity() &&
         (!warning.mode || measured_as(*warning.mode) == measured_as(result.mode));
}

std::string library_text(const std::string& library, const std::string& version, const std::string& build_type) {
  std::string text = library + " ";
  const bool has_v = version.size() > 1 && version[0] == 'v' && version[1] >= '0' && version[1] <= '9';
  if (!version.empty()) {
    text += version.substr(has_v ? 1 : 0);
  } else if (library == Result().library && !build_type.empty()) {
    text += "before 1.8.4";  // which does not tell its version yet
  } else {
    text += "of unknown version";
  }
  if (build_type == "debug") text += " (debug build)";
  return text;
}

const char* to_string(WarningKind kind) {
  return name_of(kind, warning_kinds);
}

const char* to_string(Mode mode) {
  return name_of(mode, modes);
}

std::optional<Mode> mode_from(std::string_view text) {
  return value_of(text, modes);
}

const char* to_string(Better better) {
  return name_of(better, directions);
}

std::optional<Better> better_from(std::string_view text) {
  return value_of(text, directions);
}

const char* to_string(Outcome outcome) {
  return name_of(outcome, outcomes);
}

std::optional<Outcome> outcome_from(std::string_view text) {
  return value_of(text, outcomes);
}

const char* to_string(TimeUnit unit) {
  return name_of(unit, time_units);
}

std::optional<TimeUnit> time_unit_from(std::string_view text) {
  return value_of(text, time_units);
}

double nanoseconds_in(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::nanoseconds:
      return 1;
    case TimeUnit::microseconds:
      return 1e3;
    case TimeUnit::milliseconds:
      return 1e6;
    case TimeUnit::seconds:
      return 1e9;
  }
  return 1;
}

}  // namespace micro
