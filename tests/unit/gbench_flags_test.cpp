#include "gbench/flags.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace micro {
namespace {

using Flags = std::vector<std::string>;

TEST(ListingFlags, OneCallForAllAndOneForNone) {
  EXPECT_EQ(listing_flags(), (Flags{"--benchmark_list_tests=true"}));
  EXPECT_EQ(empty_listing_flags(), (Flags{"--benchmark_list_tests=true", "--benchmark_filter=^$."}));
}

TEST(ForkFlags, CalibratedByTheLibrary) {
  ForkFlags fork;
  fork.filter = "^f$";
  fork.repetitions = 4;
  fork.iteration_ns = 14e6;
  fork.out_file = "/tmp/a b/out.json";
  EXPECT_EQ(fork_flags(fork), (Flags{"--benchmark_filter=^f$", "--benchmark_repetitions=4", "--benchmark_min_time=0.01",
                                     "--benchmark_out=/tmp/a b/out.json", "--benchmark_out_format=json"}));
}

TEST(ForkFlags, FixedIterationsWarmupAndOptions) {
  ForkFlags fork;
  fork.filter = "^f$";
  fork.iteration_ns = 1e9;
  fork.fixed_iterations = 1'000'000'000'000;
  fork.warmup_ns = 2.5e6;
  fork.options = {"--benchmark_min_time=9", "--benchmark_perf_counters=CYCLES"};
  EXPECT_EQ(fork_flags(fork), (Flags{"--benchmark_min_time=9", "--benchmark_perf_counters=CYCLES",
                                     "--benchmark_filter=^f$", "--benchmark_repetitions=1",
                                     "--benchmark_min_time=1000000000000x", "--benchmark_min_warmup_time=0.0025"}))
      << "without a file there is no --benchmark_out; the last flag wins, so ours are last";
}

TEST(ForkFlags, SecondsArePlainNumbers) {
  const auto min_time = [](double iteration_ns) {
    ForkFlags fork;
    fork.iteration_ns = iteration_ns;
    return fork_flags(fork).at(2);
  };
  EXPECT_EQ(min_time(1.4), "--benchmark_min_time=0.000000001");
  EXPECT_EQ(min_time(1e7), "--benchmark_min_time=0.007142857143");
  EXPECT_EQ(min_time(1.4e9), "--benchmark_min_time=1");
  EXPECT_EQ(min_time(1.4e12), "--benchmark_min_time=1000");
  EXPECT_EQ(min_time(999999e9), "--benchmark_min_time=714285");
  EXPECT_EQ(min_time(0), "--benchmark_min_time=0");
}

TEST(UnderstandsFixedIterations, IsSeenInTheHelp) {
  const std::string before = "suite [--benchmark_list_tests={true|false}]\n          [--benchmark_filter=<regex>]\n";
  const std::string after = "          [--benchmark_repetitions=<num>x]\n";
  EXPECT_TRUE(understands_fixed_iterations(before + "   [--benchmark_min_time=`<integer>x` OR `<float>s` ]\n" + after));
  EXPECT_FALSE(understands_fixed_iterations(before + "   [--benchmark_min_time=<min_time>]\n" + after));
  EXPECT_FALSE(understands_fixed_iterations(before + after));
  EXPECT_FALSE(understands_fixed_iterations(""));
  EXPECT_TRUE(understands_fixed_iterations("--benchmark_min_time=<integer>x")) << "at the very end";
}

}  // namespace
}  // namespace micro
