// Time of day and elapsed time. A seam: tests put a fake in its place.
#pragma once

#include <cstdint>
#include <string>

namespace micro {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::int64_t elapsed_ns() = 0;  // since some fixed moment, monotonic
  virtual std::int64_t utc_ms() = 0;      // since 1970-01-01 UTC
};

class SystemClock : public Clock {
 public:
  std::int64_t elapsed_ns() override;
  std::int64_t utc_ms() override;
};

std::string utc_text(std::int64_t utc_ms);                    // "2026-11-30T12:00:00Z"
std::string utc_text_with_milliseconds(std::int64_t utc_ms);  // "2026-11-30T12:00:00.123Z"
std::string utc_for_path(std::int64_t utc_ms);                // "2026-11-30T12-00-00Z"
std::string hours_minutes_seconds(double seconds);            // "00:03:21", with days as JMH: "2 days, 00:00:01"

}  // namespace micro
