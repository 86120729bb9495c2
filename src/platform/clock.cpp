#include "platform/clock.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <ctime>

namespace micro {
namespace {

std::tm utc_parts(std::int64_t utc_ms) {
  const std::time_t seconds = utc_ms / 1000;
  std::tm parts = {};
  gmtime_r(&seconds, &parts);
  return parts;
}

std::string day(const std::tm& t) {
  return fmt::format("{:04}-{:02}-{:02}", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday);
}

}  // namespace

std::int64_t SystemClock::elapsed_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::int64_t SystemClock::utc_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string utc_text(std::int64_t utc_ms) {
  const std::tm t = utc_parts(utc_ms);
  return fmt::format("{}T{:02}:{:02}:{:02}Z", day(t), t.tm_hour, t.tm_min, t.tm_sec);
}

std::string utc_text_with_milliseconds(std::int64_t utc_ms) {
  const std::tm t = utc_parts(utc_ms);
  return fmt::format("{}T{:02}:{:02}:{:02}.{:03}Z", day(t), t.tm_hour, t.tm_min, t.tm_sec, utc_ms % 1000);
}

std::string utc_for_path(std::int64_t utc_ms) {
  const std::tm t = utc_parts(utc_ms);
  return fmt::format("{}T{:02}-{:02}-{:02}Z", day(t), t.tm_hour, t.tm_min, t.tm_sec);
}

std::string hours_minutes_seconds(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::llround(std::max(seconds, 0.0)));
  const std::int64_t days = whole / 86400;
  const std::string clock = fmt::format("{:02}:{:02}:{:02}", whole / 3600 % 24, whole / 60 % 60, whole % 60);
  return days > 0 ? fmt::format("{} days, {}", days, clock) : clock;
}

}  // namespace micro
