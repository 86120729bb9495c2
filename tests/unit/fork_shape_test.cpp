#include "compare/fork_shape.h"

#include <gtest/gtest.h>

namespace micro {
namespace {

TEST(ForkShape, HasSixIterationsAndFewerOfLongOps) {
  EXPECT_EQ(iterations_of(1), 6);
  EXPECT_EQ(iterations_of(2e6), 6);
  EXPECT_EQ(iterations_of(4e6), 4);
  EXPECT_EQ(iterations_of(8e6), 2);
  EXPECT_EQ(iterations_of(1e9), 2);
}

TEST(ForkShape, TellsTheStartFromWhatEachIterationTakes) {
  const ForkCost quick = fork_cost(4e6, 24e6, 100);
  EXPECT_DOUBLE_EQ(quick.iteration_ns, 4e6);
  EXPECT_DOUBLE_EQ(quick.start_ns, 0);
  const ForkCost slow = fork_cost(40.5e6, 43e6, 100);
  EXPECT_DOUBLE_EQ(slow.iteration_ns, 0.5e6);
  EXPECT_DOUBLE_EQ(slow.start_ns, 40e6);
  // An iteration takes no less than it is to take.
  const ForkCost noisy = fork_cost(50e6, 40e6, 3e6);
  EXPECT_DOUBLE_EQ(noisy.iteration_ns, 3e6);
  EXPECT_DOUBLE_EQ(noisy.start_ns, 47e6);
}

TEST(ForkShape, AsksForTheCostOfTheStartOnlyWhereItMatters) {
  EXPECT_FALSE(has_long_start(100, 6e6));
  EXPECT_TRUE(has_long_start(100, 6.1e6));
  EXPECT_FALSE(has_long_start(100e6, 400e6));
  EXPECT_TRUE(has_long_start(100e6, 401e6));
}

TEST(ForkShape, HasMoreIterationsWhereProcessesStartSlowlyOnly) {
  EXPECT_EQ(iterations_worth(100, {3e6, 0.5e6}), 6);
  EXPECT_EQ(iterations_worth(100, {12e6, 0.5e6}), 12);
  EXPECT_EQ(iterations_worth(100, {1e9, 0.5e6}), 20);
  // What is set up for each iteration comes again with each.
  EXPECT_EQ(iterations_worth(100, {3e6, 3.5e6}), 6);
  EXPECT_EQ(iterations_worth(10e6, {3e6, 10e6}), 2);
}

}  // namespace
}  // namespace micro
