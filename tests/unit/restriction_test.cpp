#include "model/restriction.h"

#include <gtest/gtest.h>

namespace micro {
namespace {

const BenchmarkName benchmark{
    "f/length:10/mode:a=b/threads:4", "f", {{"length", "10"}, {"mode", "a=b"}}, {"threads:4"}, 4};

TEST(Restriction, KeepsWhatHasOneOfTheValues) {
  EXPECT_TRUE(keeps({}, {}, benchmark));
  EXPECT_TRUE(keeps({"length=1,10"}, {}, benchmark));
  EXPECT_FALSE(keeps({"length=1,100"}, {}, benchmark));
  EXPECT_TRUE(keeps({"mode=a=b"}, {}, benchmark));
  EXPECT_FALSE(keeps({"width=10"}, {}, benchmark));
  EXPECT_FALSE(keeps({"length=10", "mode=c"}, {}, benchmark)) << "restrictions add up";
  EXPECT_TRUE(keeps({"threads=4"}, {}, benchmark));
}

TEST(Restriction, LeavesOutWhatHasAllTheValues) {
  EXPECT_FALSE(keeps({}, {"length=10"}, benchmark));
  EXPECT_FALSE(keeps({}, {"length=10,threads=4"}, benchmark));
  EXPECT_TRUE(keeps({}, {"length=10,threads=2"}, benchmark));
  EXPECT_FALSE(keeps({}, {"length=1", "length=10"}, benchmark)) << "one of several exclusions is enough";
}

}  // namespace
}  // namespace micro
