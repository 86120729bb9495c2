#include "run/fork.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace micro {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

MeasuredBenchmark benchmark(int warmup, int iterations) {
  MeasuredBenchmark measured;
  measured.id.benchmark = "f";
  measured.settings.warmup_iterations = warmup;
  measured.settings.iterations = iterations;
  measured.settings.warmup_ns = measured.settings.iteration_ns = 1e6;
  return measured;
}

std::string row(const std::string& name, double real_ns, const std::string& more = "") {
  return R"({"name": ")" + name + R"(", "run_name": ")" + name + R"(", "run_type": "iteration", "threads": 1,
    "iterations": 1000, "real_time": )" +
         std::to_string(real_ns) + R"(, "cpu_time": 1.0, "time_unit": "ns")" + more + "}";
}

std::string report(const std::string& rows) {
  return R"({"context": {}, "benchmarks": [)" + rows + "]}";
}

ForkEntry judged(const ProcessResult& process, const std::optional<std::string>& text, int warmup = 0) {
  ForkEntry entry;
  judge_fork(entry, benchmark(warmup, 2), process, text);
  return entry;
}

ProcessResult exited(int code) {
  ProcessResult process;
  process.exit_code = code;
  process.standard_error = "its last words\n";
  return process;
}

TEST(Fork, SplitsWarmupFromIterations) {
  const ForkEntry entry = judged(exited(0), report(row("f", 9) + "," + row("f", 5) + "," + row("f", 6)), 1);
  EXPECT_EQ(entry.outcome, Outcome::ok);
  ASSERT_THAT(entry.warmup, SizeIs(1));
  ASSERT_THAT(entry.iterations, SizeIs(2));
  EXPECT_EQ(entry.warmup[0].real_ns, 9);
  EXPECT_EQ(entry.iterations[1].real_ns, 6);
  EXPECT_EQ(entry.stderr_tail, "") << "what a good fork says is not kept";
}

TEST(Fork, ABenchmarkThatTheProgramDoesNotHaveIsMissing) {
  ProcessResult process = exited(0);
  process.standard_error = "Failed to match any benchmarks against regex: ^f$\n";
  EXPECT_EQ(judged(process, "").outcome, Outcome::missing);
  process.exit_code = 1;
  EXPECT_EQ(judged(process, "").outcome, Outcome::exited);
}

TEST(Fork, MeasuresSomethingEvenIfTheSourceFixesOneIteration) {
  const ForkEntry entry = judged(exited(0), report(row("f", 9)), 3);
  EXPECT_THAT(entry.warmup, SizeIs(0));
  EXPECT_THAT(entry.iterations, SizeIs(1));
}

// Both run and are in the report; pooling them would make one number of two benchmarks.
TEST(Fork, OfANameRegisteredTwiceTheFirstCounts) {
  const std::string first = R"(, "family_index": 0, "per_family_instance_index": 0)";
  const std::string second = R"(, "family_index": 1, "per_family_instance_index": 0)";
  const ForkEntry entry = judged(exited(0), report(row("f", 5, first) + "," + row("f", 99, second)));
  ASSERT_THAT(entry.iterations, SizeIs(1));
  EXPECT_EQ(entry.iterations[0].real_ns, 5);
}

TEST(Fork, ExitCodeZeroProvesNothing) {
  EXPECT_EQ(judged(exited(0), std::nullopt).outcome, Outcome::exited);
  EXPECT_EQ(judged(exited(0), "").outcome, Outcome::exited);
  EXPECT_EQ(judged(exited(0), report("")).outcome, Outcome::missing);
  EXPECT_EQ(judged(exited(0), report(row("g", 5))).outcome, Outcome::missing);
  EXPECT_EQ(judged(exited(0), report(row("f", 5) + "," + row("g", 5))).outcome, Outcome::missing);
  EXPECT_EQ(judged(exited(0), "{").outcome, Outcome::invalid);
  const std::string whole = report(row("f", 5) + "," + row("f", 5));
  EXPECT_EQ(judged(exited(0), whole.substr(0, whole.size() - 10)).outcome, Outcome::exited);
}

TEST(Fork, ExitCodeOtherThanZeroFailsWholeResults) {
  const ForkEntry entry = judged(exited(3), report(row("f", 5)));
  EXPECT_EQ(entry.outcome, Outcome::exited);
  EXPECT_EQ(entry.message, "ended with exit code 3");
  EXPECT_EQ(entry.stderr_tail, "its last words\n");
  EXPECT_THAT(entry.iterations, SizeIs(0));
}

TEST(Fork, TellsErrorsFromSkips) {
  const ForkEntry error =
      judged(exited(0), report(row("f", 0, R"(, "error_occurred": true, "error_message": "no file")")));
  EXPECT_EQ(error.outcome, Outcome::error);
  EXPECT_EQ(error.message, "reports an error: no file");
  const ForkEntry skip = judged(exited(0), report(row("f", 0, R"(, "skipped": true, "skip_message": "no disk")")));
  EXPECT_EQ(skip.outcome, Outcome::skipped);
  EXPECT_EQ(skip.message, "asks to be skipped: no disk");
}

TEST(Fork, TellsCrashTimeoutAndNotStarted) {
  ProcessResult process;
  process.signal = SIGSEGV;
  EXPECT_EQ(judged(process, std::nullopt).outcome, Outcome::crashed);
  EXPECT_THAT(judged(process, std::nullopt).message, HasSubstr("signal 11 (Segmentation fault)"));
  process.timed_out = true;
  EXPECT_EQ(judged(process, std::nullopt).outcome, Outcome::timed_out);
  ProcessResult not_started;
  not_started.not_started = "/x: Permission denied";
  EXPECT_EQ(judged(not_started, std::nullopt).message, "cannot be started: /x: Permission denied");
}

TEST(Fork, TimesThatCannotBeAreNoResult) {
  const auto outcome = [](const std::string& real, const std::string& cpu, const std::string& ops = "1000") {
    return judged(exited(0),
                  report(R"({"name": "f", "run_name": "f", "run_type": "iteration", "threads": 1, "iterations": )" +
                         ops + R"(, "real_time": )" + real + R"(, "cpu_time": )" + cpu + R"(, "time_unit": "ns"})"));
  };
  EXPECT_EQ(outcome("1", "1").outcome, Outcome::ok);
  EXPECT_EQ(outcome("1", "0").outcome, Outcome::ok);  // it sleeps
  for (const auto& [real, cpu] : std::vector<std::pair<std::string, std::string>>{{"0", "0"},
                                                                                  {"0", "1"},
                                                                                  {"-1", "1"},
                                                                                  {"1", "-1"},
                                                                                  {"NaN", "1"},
                                                                                  {"1", "NaN"},
                                                                                  {"Infinity", "1"},
                                                                                  {"1e300", "1"}}) {
    const ForkEntry entry = outcome(real, cpu);
    EXPECT_EQ(entry.outcome, Outcome::invalid) << real << " " << cpu;
    EXPECT_TRUE(entry.iterations.empty());
    EXPECT_THAT(entry.message, testing::HasSubstr("which can't be"));
  }
  EXPECT_EQ(outcome("1", "1", "0").outcome, Outcome::invalid);
}

TEST(Fork, OfSigkillTheReasonMayBeMemory) {
  ProcessResult process;
  process.signal = 9;
  const ForkEntry entry = judged(process, std::nullopt);
  EXPECT_EQ(entry.outcome, Outcome::crashed);
  EXPECT_EQ(entry.message,
            "ended by signal 9 (Killed), which we did not send: the kernel does so where memory is short");
}

TEST(Fork, OpsFillTheTimeOfAnIteration) {
  ForkEntry calibrated;
  EXPECT_FALSE(ops_for(1e6, calibrated));
  calibrated.iterations = {{1, 100, 0, {}}, {1, 300, 0, {}}, {1, 200, 0, {}}};
  EXPECT_EQ(ops_for(1e6, calibrated), 5000u);
  calibrated.iterations = {{1, 1e9, 0, {}}};
  EXPECT_EQ(ops_for(1e6, calibrated), 1u);
  calibrated.iterations = {{1, 0, 0, {}}};
  EXPECT_FALSE(ops_for(1e6, calibrated));
}

// The library takes the number for each thread, and before 1.9 reports real time divided by threads.
TEST(Fork, OpsAreThoseOfOneThread) {
  ForkEntry calibrated;
  calibrated.threads = 4;
  calibrated.iterations = {{1, 50, 0, {}}};
  EXPECT_EQ(ops_for(1e6, calibrated), 5000u);
  calibrated.library_version = "v1.9.5";
  EXPECT_EQ(ops_for(1e6, calibrated), 20000u);
}

TEST(Fork, TimeLimitIsTenTimesTheEstimateAndAMinuteAtLeast) {
  Settings settings;
  settings.iterations = 1;
  settings.iteration_ns = 1e6;
  EXPECT_EQ(fork_timeout_ns(settings), 60e9);
  settings.iteration_ns = 10e9;
  EXPECT_NEAR(fork_timeout_ns(settings), 100e9, 1e9);
  settings.timeout_ns = 5e9;
  settings.timeout_factor = 2;
  EXPECT_EQ(fork_timeout_ns(settings), 10e9);
}

}  // namespace
}  // namespace micro
