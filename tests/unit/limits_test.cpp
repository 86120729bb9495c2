// Files of strangers that are made to use up memory or time: what grows with the product of two things in them.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <sstream>
#include <string>

#include "cli/run_cli.h"
#include "format/columns.h"
#include "format/extended.h"
#include "journal/journal.h"
#include "platform/files.h"
#include "stats/score.h"

namespace micro {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

struct Said {
  int code;
  std::string out;
  std::string err;
};

Said shown(const std::string& text, const std::vector<std::string>& words = {}) {
  const TemporaryFolder folder;
  write_file(folder.path() + "/file", text);
  std::vector<std::string> call{"cmicro", "show", folder.path() + "/file"};
  call.insert(call.end(), words.begin(), words.end());
  std::ostringstream out;
  std::ostringstream err;
  const int code = run_cli(call, out, err);
  return {code, out.str(), err.str()};
}

// A journal of so many forks, each changed by its number.
std::string journal(int forks, const std::function<void(int, ForkEntry&)>& change) {
  std::string text = to_line(HeaderEntry()) + "\n";
  for (int i = 0; i < forks; ++i) {
    ForkEntry fork;
    fork.id.benchmark = "b";
    fork.order = i;
    fork.outcome = Outcome::ok;
    fork.threads = 1;
    fork.iterations = {{1, 1, 1, {}}};
    change(i, fork);
    text += to_line(fork) + "\n";
  }
  return text;
}

std::string repeated(const std::string& begin, int count, const std::string& end,
                     const std::function<std::string(int)>& item) {
  std::string text = begin;
  for (int i = 0; i < count; ++i) text += (i == 0 ? "" : ",") + item(i);
  return text + end;
}

TEST(Limits, AFileThatIsTooLargeIsRefusedBeforeItIsRead) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/file";
  write_file(path, "12345");
  EXPECT_EQ(read_file(path, 5), "12345");
  for (const std::string& endless : {path, std::string("/dev/zero")}) {
    try {
      (void)read_file(endless, 4);
      FAIL() << endless;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), StartsWith(endless + ": has more than 4 bytes, which is all that is read of a file\n"));
    }
  }
}

TEST(Limits, ATableHasNotAsManyColumnsAsRows) {
  const Said said = shown(journal(2300, [](int i, ForkEntry& fork) { fork.id.benchmark = fmt::format("b/p{}:1", i); }));
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(said.out, "");
  EXPECT_THAT(said.err, StartsWith("cmicro: 2300 results with 2300 different parameters: a table of at most 5000000 "
                                   "cells is made\n  hint: "));
}

TEST(Limits, ANameMayHaveManyParameters) {
  std::string name = "b";
  for (int i = 0; i < 20'000; ++i) name += fmt::format("/p{}:1", i);
  EXPECT_EQ(shown(journal(1, [&](int, ForkEntry& fork) { fork.id.benchmark = name; })).code, 0);
}

TEST(Limits, CountersMayNotDifferFromForkToFork) {
  const auto change = [](int i, ForkEntry& fork) { fork.iterations.front().counters = {{fmt::format("c{}", i), 1}}; };
  EXPECT_EQ(shown(journal(100, change)).code, 0);
  const Said said = shown(journal(1500, change));
  EXPECT_EQ(said.code, 2);
  EXPECT_THAT(said.err,
              StartsWith("cmicro: b: has counters that most of its forks lack: 1000000 times one is missing at "
                         "most\n  hint: "));
}

TEST(Limits, ALongNameDoesNotMakeAllLinesLong) {
  EXPECT_EQ(left_aligned("a", 1'000'000'000).size(), 1000U);
  EXPECT_EQ(right_aligned("a", 1'000'000'000).size(), 1000U);
  EXPECT_EQ(left_aligned(std::string(2000, 'a'), 3000).size(), 2000U);
  const Said said = shown(journal(
      100, [](int i, ForkEntry& fork) { fork.id.benchmark = i == 0 ? std::string(100'000, 'b') : std::to_string(i); }));
  EXPECT_EQ(said.code, 0);
  EXPECT_LT(said.out.size(), 500'000U);
}

// Bins of a histogram, where times are as far apart as they can be, or differ in their last bit.
TEST(Limits, AHistogramHasItsEnds) {
  const double most = std::numeric_limits<double>::max();
  for (const auto& [low, high] :
       {std::pair(0.0, most), {1e300, std::nextafter(1e300, most)}, {1.0, std::nextafter(1.0, most)}}) {
    Result result;
    result.mode = Mode::sample_time;
    result.primary.unit = "ns/op";
    result.primary.samples = {{low, low, low, high}};
    result.primary.score = score_of(result.primary);
    std::ostringstream out;
    write_extended(result, out);
    EXPECT_THAT(out.str(), HasSubstr("Histogram, ns/op:\n    ["));
  }
}

// A stranger's file, or that of a newer Micro, may ask for anything.
TEST(Limits, AModeThatIsUnknownIsSaid) {
  const auto asked = [](const char* mode) {
    BenchmarkEntry planned;
    planned.id.benchmark = "b";
    planned.options = {{"MODE", {mode}, "micro"}};
    return shown(journal(1, [](int, ForkEntry&) {}) + to_line(planned) + "\n");
  };
  const std::string note = "b: the mode that the file asks for is not known, and the usual one is shown\n";
  for (const char* mode : {"x", "", ",", "AVGT"}) {
    const Said said = asked(mode);
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("avgt"));
    EXPECT_THAT(said.out, HasSubstr(note));
  }
  const Said said = asked("x,thrpt");
  EXPECT_THAT(said.out, HasSubstr("thrpt"));
  EXPECT_THAT(said.out, testing::Not(HasSubstr(note)));
}

// Each has a number of its own, which is not looked for from the first on.
TEST(Limits, ResultsOfOneNameMayBeMany) {
  const auto result = [](int) -> std::string {
    return R"({"benchmark":"a.b","mode":"avgt","threads":1,"forks":1,"primaryMetric":)"
           R"({"score":1,"scoreUnit":"ns/op","rawData":[[1]]},"secondaryMetrics":{}})";
  };
  const Said said = shown(repeated("[", 20'000, "]", result), {"--format=csv"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("\"a.b#20000\""));
}

constexpr char report_begin[] = R"({"context":{"date":"","executable":"x","num_cpus":1},"benchmarks":[)";

std::string row(const std::string& name, const std::string& rest) {
  return fmt::format(R"({{"name":"{}","run_name":"{}",{}}})", name, name, rest);
}

constexpr char iteration[] =
    R"("run_type":"iteration","repetitions":1,"repetition_index":0,"threads":1,"iterations":1,"real_time":1,)"
    R"("cpu_time":1,"time_unit":"ns")";

TEST(Limits, ANoteNamesAFew) {
  const Said said = shown(repeated(report_begin, 1000, "]}", [](int) { return row("b", iteration); }));
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("1000 benchmarks are named b: the others are shown as b#2, b#3, b#4, …\n"));
}

TEST(Limits, FamiliesWithAComplexityMayBeMany) {
  const Said said = shown(repeated(report_begin, 10'000, "]}", [](int i) {
    const std::string name = fmt::format("b{}", i / 2);
    if (i % 2 == 0) return row(name + "/8", iteration);
    return row(name, R"("run_type":"aggregate","aggregate_name":"BigO","cpu_coefficient":1,"real_coefficient":1,)"
                     R"("big_o":"N","time_unit":"ns")");
  }));
  EXPECT_EQ(said.code, 0) << said.err;
}

// Braces that never end are no depth of our stack; numbers that are none are refused or infinite.
TEST(Limits, NothingIsTooDeepOrTooLarge) {
  EXPECT_EQ(shown(R"([{"a":)" + std::string(1'000'000, '[')).code, 2);
  EXPECT_EQ(
      shown(report_begin +
            row("b", iteration + std::string(",\"x\":") + std::string(1'000'000, '[') + std::string(1'000'000, ']')) +
            "]}")
          .code,
      0);
  for (const char* number : {"1e999999999999", "-1e400", "99999999999999999999999999", "1e-999999"}) {
    const Said said = shown(report_begin + row("b", std::string(iteration) + ",\"x\":" + number) + "]}");
    EXPECT_TRUE(said.code == 0 || said.code == 2) << number << ": " << said.err;
  }
  for (const int many : {1'000'000'000, 2'147'483'647}) {
    BenchmarkEntry planned;
    planned.id.benchmark = "b";
    planned.forks = planned.iterations = planned.warmup_iterations = many;
    EXPECT_EQ(shown(journal(1, [](int, ForkEntry&) {}) + to_line(planned) + "\n" + to_line(planned) + "\n").code, 0);
  }
}

}  // namespace
}  // namespace micro
