#include "gbench/wall_time.h"

#include <gtest/gtest.h>

namespace micro {
namespace {

TEST(WallTime, LibrariesBefore19DivideByThreads) {
  EXPECT_EQ(wall_time_per_op(2.5, 4, "v1.9.0"), 2.5);
  EXPECT_EQ(wall_time_per_op(2.5, 4, "v1.9.5-12-gabcdef"), 2.5);
  EXPECT_EQ(wall_time_per_op(2.5, 4, "2.0.0"), 2.5);
  EXPECT_EQ(wall_time_per_op(2.5, 4, "v1.10.0"), 2.5);
  EXPECT_EQ(wall_time_per_op(2.5, 4, "v1.8.5"), 10);
  EXPECT_EQ(wall_time_per_op(2.5, 4, "1.8.4"), 10);
  EXPECT_EQ(wall_time_per_op(2.5, 4, ""), 10) << "older than 1.8.4";
  EXPECT_EQ(wall_time_per_op(2.5, 1, ""), 2.5);
}

TEST(WallTime, IsReportedAsTheLibraryDoes) {
  EXPECT_EQ(reported_real_time(10, 4, "v1.9.0"), 10);
  EXPECT_EQ(reported_real_time(10, 4, "v1.8.5"), 2.5);
  EXPECT_EQ(reported_real_time(10, 4, ""), 2.5);
}

TEST(WallTime, AVersionThatNobodySetTellsNothing) {
  EXPECT_EQ(wall_time_per_op(2.5, 4, "v0.0.0"), 2.5);
  EXPECT_EQ(wall_time_per_op(2.5, 4, "unknown"), 2.5);
}

}  // namespace
}  // namespace micro
