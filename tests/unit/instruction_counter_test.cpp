#include "run/instruction_counter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "golden/replay.h"
#include "instructions/callgrind.h"
#include "options/layers.h"
#include "platform/files.h"

namespace micro {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

// A program whose loop does what the test says, under a callgrind that counts it.
class CountedProgram : public ProcessRunner {
 public:
  std::uint64_t threads = 1;
  std::uint64_t batch = 1;
  std::uint64_t fixed_ops = 0;  // by the source; 0: not
  std::uint64_t pauses_per_op = 0;
  bool has_symbols = true;
  std::uint64_t free_ops_per_ms = 50;  // of a library that finds the number itself
  std::function<std::uint64_t(std::uint64_t)> instructions = [](std::uint64_t ops) { return 90 + 17 * ops; };
  std::vector<Command> commands;
  std::optional<ProcessResult> failure;  // of each run

  ProcessResult run(const Command& command, std::int64_t, const OutputLimits&) override {
    commands.push_back(command);
    if (failure) return *failure;
    const std::string asked = value(command, "--benchmark_min_time");
    const std::string out = value(command, "--callgrind-out-file");
    std::vector<std::uint64_t> loops;
    if (fixed_ops > 0) {
      loops = {fixed_ops};
    } else if (asked.back() == 'x') {
      loops = {(std::stoull(asked) + batch - 1) / batch * batch};
    } else {
      const auto last =
          static_cast<std::uint64_t>(std::llround(std::stod(asked) * 1400 * static_cast<double>(free_ops_per_ms)));
      for (std::uint64_t ops = 1; ops < last; ops *= 10) loops.push_back(ops);
      loops.push_back(std::max<std::uint64_t>(1, last));
    }
    int number = 0;
    const auto write = [](const std::string& path, const std::string& trigger, std::uint64_t count) {
      write_file(path, "desc: Trigger: " + trigger + "\nsummary: " + std::to_string(count) + "\n");
    };
    std::uint64_t all = 2'000'000;
    for (const std::uint64_t ops : loops) {
      for (std::uint64_t thread = 0; thread < threads && has_symbols; ++thread) {
        write(out + "." + std::to_string(++number), "--dump-before=benchmark::State::StartKeepRunning()", 1'000'000);
      }
      for (std::uint64_t thread = 0; thread < threads; ++thread) {
        const std::uint64_t sections = 1 + pauses_per_op * ops;
        all += instructions(ops);
        for (std::uint64_t i = 0; i < sections && has_symbols; ++i) {
          write(out + "." + std::to_string(++number), "--dump-before=benchmark::State::PauseTiming()",
                instructions(ops) / sections + (i == 0 ? instructions(ops) % sections : 0));
        }
      }
    }
    write(out, "Program termination", has_symbols ? 1'000'000 : all);
    write_file(value(command, "--benchmark_out"),
               R"({"context": {}, "benchmarks": [{"name": "f", "run_name": "f", "run_type": "iteration", "threads": )" +
                   std::to_string(threads) + R"(, "iterations": )" + std::to_string(loops.back() * threads) +
                   R"(, "real_time": 1, "cpu_time": 1, "time_unit": "ns"}]})");
    ProcessResult result;
    result.exit_code = 0;
    return result;
  }

  static std::string value(const Command& command, const std::string& flag) {
    for (const std::string& word : command.arguments) {
      if (word.starts_with(flag + "=")) return word.substr(flag.size() + 1);
    }
    return "";
  }
};

class Counter : public testing::Test {
 protected:
  CountEntry count(bool takes_fixed_ops = true, std::optional<std::uint64_t> ops = {}) {
    variant.executable = "/program";
    benchmark.id.benchmark = "f";
    benchmark.variant = &variant;
    ReplayedClock clock;
    InstructionCounter counter(program, clock, {"HOME=/"}, fixed_layout);
    return counter.count({&benchmark, takes_fixed_ops, ops, 0, copy}, interrupted);
  }
  CountedProgram program;
  Variant variant;
  MeasuredBenchmark benchmark;
  bool fixed_layout = true;
  bool interrupted = false;
  std::string copy;
};

TEST_F(Counter, WhatHappensOnceCancelsOut) {
  program.instructions = [](std::uint64_t ops) { return 4321 + 17 * ops; };
  const CountEntry entry = count();
  EXPECT_EQ(entry.outcome, Outcome::ok) << entry.message;
  EXPECT_EQ(entry.value, 17);
  EXPECT_EQ(entry.method, "loop");
  EXPECT_EQ(entry.metric, "instructions");
  ASSERT_THAT(program.commands, SizeIs(2));
  EXPECT_THAT(program.commands[0].arguments, Contains("--benchmark_min_time=1x"));
  EXPECT_THAT(program.commands[1].arguments, Contains("--benchmark_min_time=2000x"));
  EXPECT_EQ(entry.ops, 2000u);
}

TEST_F(Counter, TheProgramComesRightAfterValgrindAndThatAfterLaunchers) {
  benchmark.settings.launcher = {"nice"};
  copy = "/copy";
  const CountEntry entry = count();
  const std::vector<std::string>& words = program.commands[0].arguments;
  EXPECT_EQ(words[0], "nice");
  EXPECT_EQ(words[1], "valgrind");
  const auto at = std::ranges::find(words, "/copy");
  ASSERT_NE(at, words.end());
  EXPECT_THAT(*(at - 1), HasSubstr("--callgrind-out-file="));
  EXPECT_THAT(entry.command, Contains("/program")) << "by hand it is the program that is run";
  EXPECT_THAT(entry.command, Not(Contains(HasSubstr("--callgrind-out-file"))));
}

// A program that starts itself anew to be rid of the randomisation would leave valgrind behind.
TEST_F(Counter, TheLayoutIsFixedWhereThatIsAllowed) {
  count();
  EXPECT_TRUE(program.commands[0].fixed_layout);
  fixed_layout = false;
  count();
  EXPECT_FALSE(program.commands.back().fixed_layout);
}

TEST_F(Counter, BothSidesCountTheSameOps) {
  EXPECT_EQ(count(true, 77).ops, 77u);
  EXPECT_THAT(program.commands[1].arguments, Contains("--benchmark_min_time=77x"));
}

TEST_F(Counter, AnOpIsOneOfAnyThread) {
  program.threads = 4;
  const CountEntry entry = count();
  EXPECT_EQ(entry.value, 17);
  EXPECT_EQ(entry.outcome, Outcome::ok);
}

TEST_F(Counter, OfPausesThereAreNotTooMany) {
  program.pauses_per_op = 1;
  EXPECT_EQ(count().ops, 100u);
  EXPECT_EQ(count().value, 17);
}

TEST_F(Counter, OpsInBatchesAreOps) {
  program.batch = 30;
  EXPECT_EQ(count().value, 17);
  program.has_symbols = false;
  EXPECT_EQ(count().value, 17);
}

TEST_F(Counter, WhereTheSourceFixesTheOpsTheConstantOfTheLoopStays) {
  program.fixed_ops = 9;
  EXPECT_EQ(count().value, (90 + 17 * 9) / 9.0);
  EXPECT_EQ(count(false).value, (90 + 17 * 9) / 9.0);
}

TEST_F(Counter, WithoutSymbolsTheProcessIsCounted) {
  program.has_symbols = false;
  const CountEntry entry = count();
  EXPECT_EQ(entry.method, "process");
  EXPECT_EQ(entry.value, 17);
  EXPECT_EQ(entry.ops, 1'000'000u);
}

TEST_F(Counter, WithoutSymbolsAndWithOpsThatTheSourceFixesNothingCanBeCounted) {
  program.has_symbols = false;
  program.fixed_ops = 9;
  const CountEntry entry = count();
  EXPECT_EQ(entry.outcome, Outcome::invalid);
  EXPECT_FALSE(entry.value);
  EXPECT_THAT(entry.message, HasSubstr("no symbols"));
}

TEST_F(Counter, AnOldLibraryFindsTheOpsItself) {
  const CountEntry entry = count(false);
  EXPECT_EQ(entry.value, 17);
  EXPECT_EQ(entry.ops, 10000u);
  program.has_symbols = false;
  EXPECT_THAT(count(false).message, HasSubstr("before 1.8"));
}

TEST_F(Counter, OfAnOldLibraryAnOpThatTakesLongIsCountedAlone) {
  program.free_ops_per_ms = 0;
  EXPECT_EQ(count(false).value, 90 + 17);
}

TEST_F(Counter, AFailureIsTold) {
  ProcessResult crash;
  crash.signal = 4;
  program.failure = crash;
  const CountEntry entry = count();
  EXPECT_EQ(entry.outcome, Outcome::crashed);
  EXPECT_EQ(entry.message, "ended by signal 4 (Illegal instruction)");
  EXPECT_FALSE(entry.value);
  EXPECT_FALSE(interrupted);
  crash.interrupted = true;
  program.failure = crash;
  count();
  EXPECT_TRUE(interrupted);
}

TEST_F(Counter, ASanitizerDoesNotRunUnderValgrind) {
  variant.not_a_measurement = true;
  EXPECT_THAT(count().message, HasSubstr("sanitizer"));
  EXPECT_THAT(program.commands, SizeIs(0));
}

TEST_F(Counter, MoreOpsTakeMoreInstructions) {
  program.instructions = [](std::uint64_t) { return 90; };
  EXPECT_EQ(count().outcome, Outcome::invalid);
}

TEST_F(Counter, ThereMustBeAValgrind) {
  ReplayedClock clock;
  InstructionCounter counter(program, clock, {}, true);
  ProcessResult missing;
  missing.not_started = "No such file or directory";
  program.failure = missing;
  try {
    counter.require_valgrind();
    FAIL();
  } catch (const OptionError& error) {
    EXPECT_STREQ(error.what(),
                 "COUNT: instructions are counted by valgrind, which cannot be started: No such file or directory\n"
                 "  hint: install valgrind, or measure without COUNT");
  }
}

TEST(OpsToCount, AreARoundNumberThatTakesAMoment) {
  EXPECT_EQ(ops_to_count(1, false), 1'000'000u);
  EXPECT_EQ(ops_to_count(20, false), 1'000'000u);
  EXPECT_EQ(ops_to_count(21, false), 500'000u);
  EXPECT_EQ(ops_to_count(4014, false), 2'000u);
  EXPECT_EQ(ops_to_count(1e6, false), 20u);
  EXPECT_EQ(ops_to_count(1e9, false), 2u);
  EXPECT_EQ(ops_to_count(1, true), 100u);
  EXPECT_EQ(ops_to_count(1e6, true), 20u);
}

TEST(CountsInstructions, NotOfSingleShots) {
  MeasuredBenchmark benchmark;
  EXPECT_FALSE(counts_instructions(benchmark));
  benchmark.settings.count = Count::only;
  EXPECT_TRUE(counts_instructions(benchmark));
  benchmark.id.single_shot = true;
  EXPECT_FALSE(counts_instructions(benchmark));
}

}  // namespace
}  // namespace micro
