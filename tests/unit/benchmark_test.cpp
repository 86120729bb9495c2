// What is measured of a suite: its variants, with what each adds to the options.
#include "run/benchmark.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace micro {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

TEST(MeasuredBenchmarks, AVariantAddsToTheOptionsAndWinsOverThem) {
  Suite suite;
  suite.name = "io";
  suite.variants.resize(3);
  Variant& other = suite.variants[1];
  other.name = "detail";
  other.environment = {"MODE=y=1", "TRACK="};
  other.run_args = {"-t", "two words"};
  Variant& broken = suite.variants[2];
  broken.name = "lto";
  broken.failure = SuiteFailure{"build", "no"};
  OptionLayer micro("micro", "MICRO=");
  micro.set("ENVIRONMENT", {"MODE=x", "MODES=z"});
  micro.set("RUN_ARGS", {"-a"});
  const auto measured = measured_benchmarks(suite, "f", ResolvedOptions({&micro}));
  ASSERT_THAT(measured, SizeIs(2));
  EXPECT_EQ(measured[0].id.identity(), "io.f");
  EXPECT_THAT(measured[0].settings.environment, ElementsAre("MODE=x", "MODES=z"));
  EXPECT_EQ(measured[1].id.identity(), "io.f@detail");
  EXPECT_EQ(measured[1].variant, &other);
  EXPECT_THAT(measured[1].settings.environment, ElementsAre("MODES=z", "MODE=y=1", "TRACK="));
  EXPECT_THAT(measured[1].settings.run_args, ElementsAre("-a", "-t", "two words"));
}

std::vector<int> pinned(const std::string& affinity, int threads = 1) {
  OptionLayer micro("micro", "MICRO=");
  micro.set("AFFINITY", {affinity});
  return cpus_for(settings_from(ResolvedOptions({&micro})), threads, {0, 2, 5});
}

TEST(Affinity, IsTheLastAllowedProcessorsOrThoseThatAreNamed) {
  EXPECT_THAT(pinned("off"), ElementsAre());
  EXPECT_THAT(pinned("auto"), ElementsAre(5));
  EXPECT_THAT(pinned("auto", 2), ElementsAre(2, 5));
  EXPECT_THAT(pinned("auto", 64), ElementsAre(0, 2, 5));
  EXPECT_THAT(pinned("5,0,5"), ElementsAre(5, 0));
  try {
    pinned("0,1");
    FAIL();
  } catch (const OptionError& error) {
    EXPECT_STREQ(error.what(),
                 "AFFINITY=0,1: processor 1 is not among those that this process may use\n  hint: these are 0,2,5");
  }
  for (const char* bad : {"", "0,", "-1", "1-2", "on", "00", "1 2"}) EXPECT_THROW(pinned(bad), OptionError) << bad;
}

TEST(MeasuredBenchmarks, SingleShotsAreMeasuredOfEachVariant) {
  Suite suite;
  suite.variants.emplace_back().name = "detail";
  OptionLayer micro("micro", "MICRO=");
  micro.set("MODE", {"ss,avgt"});
  const auto measured = measured_benchmarks(suite, "f", ResolvedOptions({&micro}));
  ASSERT_THAT(measured, SizeIs(4));
  EXPECT_FALSE(measured[2].id.single_shot);
  EXPECT_TRUE(measured[3].id.single_shot);
  EXPECT_EQ(measured[3].id.variant, "detail");
}

}  // namespace
}  // namespace micro
