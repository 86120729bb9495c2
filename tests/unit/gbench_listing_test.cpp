#include "gbench/listing.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace micro {
namespace {

using Names = std::vector<std::string>;

TEST(BenchmarkNames, OneALine) {
  EXPECT_EQ(benchmark_names("a\nT<int, 4>/x:1\n", ""), (Names{"a", "T<int, 4>/x:1"}));
  EXPECT_EQ(benchmark_names("dup\ndup\n", ""), (Names{"dup", "dup"})) << "registered twice";
  EXPECT_EQ(benchmark_names("", ""), Names{});
  EXPECT_EQ(benchmark_names(" lead\ntrail \n", ""), (Names{" lead", "trail "})) << "blanks belong to names";
}

TEST(BenchmarkNames, LineEnds) {
  EXPECT_EQ(benchmark_names("a\r\nb\r\n", ""), (Names{"a", "b"}));
  EXPECT_EQ(benchmark_names("a\nb", ""), (Names{"a", "b"}));
  EXPECT_EQ(benchmark_names("hello\r\na\r\nbye\r\n", "hello\nbye\n"), Names{"a"});
}

TEST(BenchmarkNames, WhatTheProgramPrintsIsLeftOut) {
  EXPECT_EQ(benchmark_names("hello\na\nb\n", "hello\n"), (Names{"a", "b"}));
  EXPECT_EQ(benchmark_names("a\nb\nbye\n", "bye\n"), (Names{"a", "b"}));
  EXPECT_EQ(benchmark_names("hello\n{\na\nb\n}\nbye", "hello\n{\n}\nbye"), (Names{"a", "b"}));
  EXPECT_EQ(benchmark_names("hello\n", "hello\n"), Names{}) << "no benchmarks";
  EXPECT_EQ(benchmark_names("same\na\nsame\n", "same\nsame\n"), Names{"a"});
  EXPECT_EQ(benchmark_names("\nhello\n\na\n\n", "\nhello\n\n\n"), Names{"a"}) << "empty lines";
  EXPECT_EQ(benchmark_names("a\n\nb\n", ""), (Names{"a", "b"})) << "no benchmark is without a name";
}

TEST(BenchmarkNames, ANameMayEqualWhatTheProgramPrints) {
  EXPECT_EQ(benchmark_names("a\na\nb\n", "a\n"), (Names{"a", "b"}));
  EXPECT_EQ(benchmark_names("B\nab\nB\n", "B\n"), (Names{"ab", "B"}));
}

TEST(BenchmarkNames, LinesThatChangeStandBeforeTheNames) {
  EXPECT_EQ(benchmark_names("start 12:00:01\na\nb\n", "start 12:00:02\n"), (Names{"a", "b"}));
  EXPECT_EQ(benchmark_names("hello\npid 1\nready\na\nb\nbye\n", "hello\npid 2\nready\nbye\n"), (Names{"a", "b"}));
  EXPECT_EQ(benchmark_names("pid 1\n", "pid 2\n"), Names{});
  EXPECT_EQ(benchmark_names("pid 12\na\n", "pid 1\n"), Names{"a"});
  EXPECT_EQ(benchmark_names("pid 12\na\nbye", "pid 1\nbye"), Names{"a"});
  EXPECT_EQ(benchmark_names("a\n", "1\n2\n3\n"), Names{}) << "more noise than lines";
}

TEST(BenchmarkNames, ALineThatIsNotEndedStandsBeforeTheFirstName) {
  EXPECT_EQ(benchmark_names("loading...a\nb\n", "loading..."), (Names{"a", "b"}));
  EXPECT_EQ(benchmark_names("hello\nloading...a\nb\n", "hello\nloading..."), (Names{"a", "b"}));
  EXPECT_EQ(benchmark_names("hello\nloading...a\nb\ndone\nbye\n", "hello\nloading...done\nbye\n"), (Names{"a", "b"}));
  EXPECT_EQ(benchmark_names("loading...a\ndone\n", "loading...done\n"), Names{"a"});
  EXPECT_EQ(benchmark_names("loading...a\ndone", "loading...done"), Names{"a"});
}

}  // namespace
}  // namespace micro
