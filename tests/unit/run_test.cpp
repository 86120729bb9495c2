// What a run asks of the benchmark program, seen from the processes that it starts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <utility>
#include <variant>

#include "cli/run_cli.h"
#include "golden/replay.h"
#include "journal/journal.h"
#include "platform/files.h"

namespace micro {
namespace {

using testing::Contains;
using testing::Not;
using testing::SizeIs;

constexpr char two_benchmarks[] = R"({"fixed_ops": true, "benchmarks": [
  {"name": "f", "forks": [{"real_ns": [1, 2, 3, 4], "counters": {"n": 1}}]},
  {"name": "g", "forks": [{"real_ns": [1, 2, 3, 4]}]}]})";

// The replayed program, with what it was called by. The fork of number `interrupt_at` (from 1) is cut short.
class RecordedProgram : public ProcessRunner {
 public:
  explicit RecordedProgram(std::string description) : program_(std::move(description), clock) {}
  ProcessResult run(const Command& command, std::int64_t timeout_ns, const OutputLimits& limits) override {
    const bool is_fork = std::ranges::any_of(
        command.arguments, [](const std::string& word) { return word.starts_with("--benchmark_out="); });
    (is_fork ? forks : others).push_back(command);
    ProcessResult result = program_.run(command, timeout_ns, limits);
    result.interrupted = is_fork && static_cast<int>(forks.size()) == interrupt_at;
    return result;
  }

  ReplayedClock clock;
  std::vector<Command> forks;
  std::vector<Command> others;
  int interrupt_at = 0;

 private:
  ReplayedProgram program_;
};

class Run : public testing::Test {
 protected:
  int cmicro(RecordedProgram& program, std::vector<std::string> words) {
    std::filesystem::copy_file("/bin/true", folder.path() + "/program",
                               std::filesystem::copy_options::overwrite_existing);
    World world{program, program.clock, [] { return std::uint64_t{42}; }, [] { return Environment(); }, {"HOME=/"}};
    words.insert(words.begin(), {"cmicro"});
    std::ranges::replace(words, "PROGRAM", folder.path() + "/program");
    std::ostringstream out;
    std::ostringstream err;
    return run_cli(words, out, err, world);
  }
  int run(RecordedProgram& program, std::vector<std::string> words) {
    words.insert(words.begin(), {"run", "PROGRAM", "--results", folder.path() + "/results"});
    return cmicro(program, words);
  }
  std::vector<ForkEntry> journal() {
    std::vector<ForkEntry> forks;
    for (const auto& run : std::filesystem::directory_iterator(folder.path() + "/results/runs")) {
      read_journal(run.path().string() + "/journal.jsonl", [&](const JournalEntry& entry) {
        if (const auto* fork = std::get_if<ForkEntry>(&entry)) forks.push_back(*fork);
      });
    }
    return forks;
  }
  TemporaryFolder folder;
};

TEST_F(Run, AForkThatWasInterruptedIsNotRecordedAndIsTheLast) {
  RecordedProgram program(two_benchmarks);
  program.interrupt_at = 2;
  run(program, {"--fork=3", "--filter=f"});
  EXPECT_THAT(program.forks, SizeIs(2));
  EXPECT_THAT(journal(), SizeIs(1));
}

TEST_F(Run, EachForkHasAnotherSizeOfEnvironment) {
  RecordedProgram program(two_benchmarks);
  run(program, {"--fork=5", "--filter=f"});
  std::set<std::size_t> sizes;
  for (const Command& fork : program.forks) {
    const auto padding = std::ranges::find_if(
        fork.environment, [](const std::string& variable) { return variable.starts_with("MICRO_PADDING="); });
    ASSERT_NE(padding, fork.environment.end());
    sizes.insert(padding->size());
  }
  EXPECT_GE(sizes.size(), 4u);
}

TEST_F(Run, FlagsForTheLibraryReachIt) {
  RecordedProgram program(two_benchmarks);
  run(program, {"--fork=1", "--filter=f", "--options=--benchmark_perf_counters=CYCLES"});
  ASSERT_THAT(program.forks, SizeIs(1));
  EXPECT_THAT(program.forks[0].arguments, Contains("--benchmark_perf_counters=CYCLES"));
}

TEST_F(Run, AWarmupOfAnotherLengthIsLeftToTheLibrary) {
  RecordedProgram program(two_benchmarks);
  run(program, {"--fork=1", "--filter=f", "--time=10ms", "--iter=3", "--warmup-iter=2", "--warmup-time=50ms"});
  ASSERT_THAT(program.forks, SizeIs(1));
  EXPECT_THAT(program.forks[0].arguments, Contains("--benchmark_repetitions=3"));
  EXPECT_THAT(program.forks[0].arguments, Contains("--benchmark_min_warmup_time=0.1"));
}

TEST_F(Run, ASingleShotIsOneOpWithoutWarmup) {
  RecordedProgram program(two_benchmarks);
  run(program, {"--fork=2", "--filter=f", "--mode=ss", "--warmup-iter=3", "--iter=5"});
  ASSERT_THAT(program.forks, SizeIs(2));
  for (const Command& fork : program.forks) {
    EXPECT_THAT(fork.arguments, Contains("--benchmark_repetitions=1"));
    EXPECT_THAT(fork.arguments, Contains("--benchmark_min_time=1x"));
  }
}

TEST_F(Run, OfAnOldLibraryASingleShotIsNoTimeAtAll) {
  RecordedProgram program(R"({"benchmarks": [{"name": "f", "forks": [{"real_ns": [1]}]}]})");
  run(program, {"--fork=1", "--mode=ss"});
  ASSERT_THAT(program.forks, SizeIs(1));
  EXPECT_THAT(program.forks[0].arguments, Contains("--benchmark_min_time=0"));
}

TEST_F(Run, AverageTimeAndThroughputAreMeasuredOnce) {
  RecordedProgram program(two_benchmarks);
  run(program, {"--fork=2", "--filter=f", "--mode=thrpt,avgt"});
  EXPECT_THAT(program.forks, SizeIs(2));
}

// Under ctest each benchmark is a call of its own.
TEST_F(Run, WhatAFormatCannotSayIsRefusedBeforeAnythingIsMeasured) {
  RecordedProgram program(two_benchmarks);
  EXPECT_EQ(run(program, {"--fork=1", "--mode=thrpt", "--results-format=json,custom"}), 2);
  EXPECT_EQ(run(program, {"--fork=1", "--mode=thrpt,ss", "--results-format=custom", "--dry-run"}), 2);
  EXPECT_THAT(program.forks, SizeIs(0));
  EXPECT_EQ(run(program, {"--fork=1", "--mode=thrpt", "--results-format=json"}), 0);
  EXPECT_EQ(run(program, {"--fork=1", "--mode=thrpt,avgt", "--results-format=custom"}), 0);
}

TEST_F(Run, SeveralFormatsDoNotGoIntoOneOutput) {
  RecordedProgram program(two_benchmarks);
  run(program, {"--fork=1"});
  const std::string journal = std::filesystem::directory_iterator(folder.path() + "/results/runs")->path().string();
  EXPECT_EQ(cmicro(program, {"show", journal, "--format", "json"}), 0);
  EXPECT_EQ(cmicro(program, {"show", journal, "--format", "json,csv"}), 2);
}

TEST_F(Run, TheJournalOfASessionHasOneHeader) {
  const std::string session = std::string(MICRO_TESTS_DIR) + "/golden/engine/session_benchmark";
  RecordedProgram program(read_file(session + "/program.json"));
  write_file(folder.path() + "/session.json", read_file(session + "/files/run/session.json"));
  for (int i = 0; i < 2; ++i) {
    cmicro(program,
           {"run", "--session", folder.path(), "--suite=io.records", "--benchmark=deserialize<map>/length:10"});
  }
  int headers = 0;
  int forks = 0;
  read_journal(folder.path() + "/journal.jsonl", [&](const JournalEntry& entry) {
    headers += std::holds_alternative<HeaderEntry>(entry) ? 1 : 0;
    forks += std::holds_alternative<ForkEntry>(entry) ? 1 : 0;
  });
  EXPECT_EQ(headers, 1);
  EXPECT_EQ(forks, 4);
}

TEST_F(Run, LauncherAndFolderHoldForListing) {
  RecordedProgram program(two_benchmarks);
  cmicro(program, {"list", "PROGRAM", "--launcher=nice", "--launcher=-n5", "--working-directory=/tmp"});
  ASSERT_THAT(program.others, Not(SizeIs(0)));
  for (const Command& listing : program.others) {
    EXPECT_EQ(listing.arguments[0], "nice");
    EXPECT_EQ(listing.arguments[1], "-n5");
    EXPECT_EQ(listing.working_directory, "/tmp");
  }
}

}  // namespace
}  // namespace micro
