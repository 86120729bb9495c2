#include "model/result.h"

#include <array>
#include <string_view>
#include <utility>

namespace micro {
namespace {

constexpr std::array<std::pair<Outcome, const char*>, 8> outcomes{{{Outcome::ok, "ok"},
                                                                   {Outcome::error, "error"},
                                                                   {Outcome::skipped, "skipped"},
                                                                   {Outcome::crashed, "crashed"},
                                                                   {Outcome::exited, "exited"},
                                                                   {Outcome::timed_out, "timed_out"},
                                                                   {Outcome::invalid, "invalid"},
                                                                   {Outcome::missing, "missing"}}};
}

const char* to_string(Mode mode) {
  switch (mode) {
    case Mode::throughput:
      return "thrpt";
    case Mode::average_time:
      return "avgt";
    case Mode::sample_time:
      return "sample";
    case Mode::single_shot:
      return "ss";
  }
  return "";
}

const char* to_string(Outcome outcome) {
  for (const auto& [value, name] : outcomes) {
    if (value == outcome) return name;
  }
  return "";
}

std::optional<Outcome> outcome_from(std::string_view text) {
  for (const auto& [value, name] : outcomes) {
    if (text == name) return value;
  }
  return std::nullopt;
}

const char* to_string(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::nanoseconds:
      return "ns";
    case TimeUnit::microseconds:
      return "us";
    case TimeUnit::milliseconds:
      return "ms";
    case TimeUnit::seconds:
      return "s";
  }
  return "";
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
