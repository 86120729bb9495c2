#include "platform/clock.h"

#include <gtest/gtest.h>

namespace micro {
namespace {

TEST(ClockText, OfADurationIsAsJmhHasIt) {
  EXPECT_EQ(hours_minutes_seconds(0), "00:00:00");
  EXPECT_EQ(hours_minutes_seconds(-1), "00:00:00");
  EXPECT_EQ(hours_minutes_seconds(201.4), "00:03:21");
  EXPECT_EQ(hours_minutes_seconds(59.6), "00:01:00");
  EXPECT_EQ(hours_minutes_seconds(2 * 86400 + 3 * 3600 + 4 * 60 + 5), "2 days, 03:04:05");
}

TEST(ClockText, OfATimeIsUtc) {
  constexpr std::int64_t noon = 1'796'040'000'123;  // 2026-11-30
  EXPECT_EQ(utc_text(noon), "2026-11-30T12:00:00Z");
  EXPECT_EQ(utc_text_with_milliseconds(noon), "2026-11-30T12:00:00.123Z");
  EXPECT_EQ(utc_for_path(noon), "2026-11-30T12-00-00Z");
}

}  // namespace
}  // namespace micro
