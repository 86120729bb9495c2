#include "run/proof.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "compare/comparisons.h"
#include "format/comparison.h"
#include "golden/replay.h"
#include "options/layers.h"
#include "platform/files.h"

namespace micro {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

std::string value_of(const std::vector<std::string>& words, const std::string& name) {
  const auto found = std::ranges::find_if(words, [&](const std::string& word) { return word.starts_with(name + "="); });
  return found == words.end() ? "" : found->substr(name.size() + 1);
}

// A program whose set-up calls the function seven times, and each op of it `calls_per_op` times.
class ProvenProgram : public ProcessRunner {
 public:
  double calls_per_op = 2;
  std::uint64_t fixed_ops = 0;  // by the source; 0: not
  std::string symbols = "symbol app::Tracker::record\n";
  bool is_instrumented = true;
  bool loads_library = true;
  std::vector<Command> commands;

  ProcessResult run(const Command& command, std::int64_t, const OutputLimits&) override {
    commands.push_back(command);
    const std::string asked = value_of(command.arguments, "--benchmark_min_time");
    const std::uint64_t ops = fixed_ops > 0 ? fixed_ops : asked.back() == 'x' ? std::stoull(asked) : 1000;
    const auto calls = 7 + static_cast<std::uint64_t>(calls_per_op * static_cast<double>(ops));
    if (loads_library) {
      write_file(value_of(command.environment, "MICRO_PROVE_REPORT"),
                 "entered " + std::to_string(is_instrumented ? 1 : 0) + "\ncalls " +
                     std::to_string(calls_per_op == 0 ? 0 : calls) + "\n" + symbols);
    }
    write_file(
        value_of(command.arguments, "--benchmark_out"),
        R"({"context": {}, "benchmarks": [{"name": "f", "run_name": "f", "run_type": "iteration", "threads": 1, )"
        R"("iterations": )" +
            std::to_string(ops) + R"(, "real_time": 1, "cpu_time": 1, "time_unit": "ns"}]})");
    ProcessResult result;
    result.exit_code = 0;
    return result;
  }
};

class Calls : public testing::Test {
 protected:
  CountEntry count(bool takes_fixed_ops = true) {
    variant.executable = "/program";
    benchmark.id.benchmark = "f";
    benchmark.variant = &variant;
    benchmark.settings.proof = proof_from("Tracker::record:50ns");
    ReplayedClock clock;
    const TemporaryFolder folder;
    ForkLauncher launcher(program, clock, {"HOME=/"}, folder.path());
    return count_calls(benchmark, "/lib/prove.so", takes_fixed_ops, 100, "", launcher, folder.path(), interrupted);
  }
  ProvenProgram program;
  Variant variant;
  MeasuredBenchmark benchmark;
  bool interrupted = false;
};

TEST_F(Calls, WhatIsCalledBeforeTheLoopCancelsOut) {
  program.calls_per_op = 0.25;
  const CountEntry entry = count();
  EXPECT_EQ(entry.outcome, Outcome::ok) << entry.message;
  EXPECT_EQ(entry.metric, "calls");
  EXPECT_EQ(entry.ops, 101u);
  EXPECT_EQ(entry.value, 0.25);
  ASSERT_EQ(program.commands.size(), 2u);
  const std::vector<std::string>& environment = program.commands.front().environment;
  EXPECT_EQ(value_of(environment, "LD_PRELOAD"), "prove.so");
  EXPECT_EQ(value_of(environment, "LD_LIBRARY_PATH"), "/lib");
  EXPECT_EQ(value_of(environment, "MICRO_PROVE_FUNCTION"), "Tracker::record");
  EXPECT_EQ(value_of(environment, "MICRO_PROVE_DELAY_NS"), "0");
}

TEST_F(Calls, OfAnOlderLibraryAreThereOrNot) {
  EXPECT_EQ(count(false).value, std::nullopt);
  EXPECT_EQ(count(false).outcome, Outcome::ok);
  program.calls_per_op = 0;
  EXPECT_EQ(count(false).value, 0);
}

TEST_F(Calls, WithANumberOfOpsThatTheSourceFixes) {
  program.fixed_ops = 30;
  EXPECT_EQ(count().value, std::nullopt);
  EXPECT_EQ(count().outcome, Outcome::ok);
}

TEST_F(Calls, WhyTheyCannotBeCounted) {
  program.symbols = "near app::Tracker::recall\nnear app::Tracker::recorder\nnear main\n";
  CountEntry entry = count();
  EXPECT_EQ(entry.outcome, Outcome::invalid);
  EXPECT_THAT(entry.message,
              HasSubstr("PROVE: there is no function Tracker::record in what the project builds; did you mean"));
  EXPECT_EQ(program.commands.size(), 1u);
  program.symbols = "symbol f\n";
  program.is_instrumented = false;
  EXPECT_THAT(count().message, HasSubstr("is not built with -finstrument-functions"));
  program.loads_library = false;
  EXPECT_THAT(count().message, HasSubstr("is it linked statically?"));
}

TEST(Proof, IsAFunctionAndADelay) {
  EXPECT_EQ(proof_from("a::b:1.5us"), (Proof{"a::b", "1.5us", 1500}));
}

TEST(Proof, OtherPreloadedLibrariesStay) {
  Settings settings;
  settings.proof = proof_from("f:1us");
  settings.environment = {"A=b", "LD_PRELOAD=/lib/other.so", "LD_LIBRARY_PATH=/x:/y"};
  EXPECT_THAT(with_proof(settings, "/a b/prove.so", 1000, "/r").environment,
              ElementsAre("A=b", "LD_PRELOAD=prove.so:/lib/other.so", "LD_LIBRARY_PATH=/a b:/x:/y",
                          "MICRO_PROVE_FUNCTION=f", "MICRO_PROVE_DELAY_NS=1000", "MICRO_PROVE_REPORT=/r"));
}

TEST(Proof, AReportThatIsNotWholeIsNone) {
  EXPECT_FALSE(read_call_report(""));
  EXPECT_FALSE(read_call_report("entered 1\n"));
  EXPECT_FALSE(read_call_report("entered 1\ncalls x\n"));
  EXPECT_FALSE(read_call_report("entered 1\ncalls\n"));
  const auto report = read_call_report("entered 1\ncalls 12\nsymbol a::b (c)\nlater thing\n");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->calls, 12u);
  EXPECT_THAT(report->symbols, ElementsAre("a::b (c)"));
}

// Feeds a comparison of a benchmark with itself.
ComparisonRecord record_of(double ratio, const CountEntry& calls, const std::string& end) {
  ComparisonBuilder builder;
  const auto id = [](Side side) { return BenchmarkId{"io", "f", "default", false, side}; };
  builder.take(ComparisonEntry{id(Side::baseline), id(Side::contender), {}, 7, false, {}});
  for (const Side side : {Side::baseline, Side::contender}) {
    BenchmarkEntry planned;
    planned.id = id(side);
    planned.options = {{"PROVE", {"Tracker::record:50ns"}, "micro"}};
    builder.take(planned);
  }
  CountEntry counted = calls;
  counted.id = id(Side::contender);
  counted.metric = calls_label;
  builder.take(counted);
  for (int round = 0; round < 40 && end == "decided"; ++round) {
    for (const Side side : {Side::baseline, Side::contender}) {
      ForkEntry fork;
      fork.id = id(side);
      fork.round = round;
      fork.library_version = "v1.9.5";
      const double ns = 1000 * (side == Side::baseline ? 1 : ratio);
      fork.iterations = {{1000, ns, ns, {}}};
      builder.take(fork);
    }
  }
  builder.take(ComparisonEndEntry{id(Side::contender), end});
  return builder.finish();
}

CountEntry calls_of(std::optional<double> value) {
  CountEntry entry;
  entry.value = value;
  return entry;
}

TEST(Proof, SaysWhatABenchmarkNotices) {
  const ComparisonRecord noticed = record_of(1.1, calls_of(2), "decided");
  ComparisonCells cells = cells_of(noticed.comparisons.front());
  EXPECT_EQ(cells.calls, "2.000");
  EXPECT_EQ(cells.verdict, "noticed");
  EXPECT_EQ(notices_line(noticed),
            "50ns more in each call of Tracker::record: 1 noticed, 0 not noticed, 0 never calls it, 0 inconclusive");

  const ComparisonRecord unnoticed = record_of(1, calls_of(0.1), "decided");
  cells = cells_of(unnoticed.comparisons.front());
  EXPECT_EQ(cells.verdict, "not noticed");
  EXPECT_EQ(cells.comment, "50ns a call is 0.5 % of an op");

  cells = cells_of(record_of(1.1, calls_of({}), "decided").comparisons.front());
  EXPECT_EQ(cells.calls, "some");

  const ComparisonRecord never = record_of(1, calls_of(0), "not_called");
  cells = cells_of(never.comparisons.front());
  EXPECT_EQ(cells.calls, "0");
  EXPECT_EQ(cells.verdict, "never calls it");
  EXPECT_EQ(cells.comment, "");
  EXPECT_EQ(verdicts_line(never), "verdicts: 0 slower, 0 faster, 1 equal, 0 inconclusive");
}

TEST(Proof, SaysWhyNothingWasProven) {
  CountEntry failed;
  failed.outcome = Outcome::invalid;
  failed.message = "PROVE: there is no function f";
  const ComparisonRecord record = record_of(1, failed, "failed");
  EXPECT_EQ(cells_of(record.comparisons.front()).comment, "contender PROVE: there is no function f");
  EXPECT_EQ(verdicts_line(record), "verdicts: 0 slower, 0 faster, 0 equal, 0 inconclusive, 1 failed");
}

}  // namespace
}  // namespace micro
