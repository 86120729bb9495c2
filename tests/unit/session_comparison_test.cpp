// `cmicro run --session` and `cmicro summarize` of a session with a baseline, with a replayed program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "cli/run_cli.h"
#include "golden/replay.h"
#include "journal/journal.h"
#include "platform/files.h"

namespace micro {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// Two suites. "io" has a control among its variants and one that only the contender has; "records" one among its
// benchmarks. OLD=1 is in the environment of the baseline alone.
constexpr const char* session = R"json({
 "micro_session": 1, "test": "micro:io", "results_directory": "DIR/results", "configuration": "Release",
 "baseline": {"name": "HEAD~1", "detail": "5a0c1de", "directory": "build/micro/against/k",
              "contender": "working tree (dirty)", "only_in_baseline": ["io.gone<;\"x\u0007\">"]},
 "layers": [{"layer": "micro", "values": {"FORK": "3", "SEED": "100"}}],
 "suites": [
  {"name": "io", "executable": "DIR/program", "launcher": [], "working_directory": "", "compiler": "", "flags": "",
   "options": {"CONTROL": "off"}, "unaligned_libraries": ["records"], "benchmarks": ["read", "write"],
   "variants": [{"name": "on"}, {"name": "off"}, {"name": "new"}],
   "against": [{"name": "off", "environment": ["OLD=1"]}, {"name": "on", "environment": ["OLD=1"]}]},
  {"name": "records", "executable": "DIR/program", "launcher": [], "working_directory": "", "compiler": "",
   "flags": "", "options": {"CONTROL_BENCHMARK": "^wr"}, "unaligned_libraries": [], "benchmarks": ["write", "read"],
   "against": [{"name": "default", "environment": ["OLD=1"]}]},
  {"name": "broken", "executable": "", "launcher": [], "working_directory": "", "compiler": "", "flags": "",
   "options": {}, "unaligned_libraries": [], "benchmarks": [],
   "failure": {"stage": "build", "message": "baseline HEAD~1:\nno such header"}}]})json";

constexpr const char* program = R"({"fixed_ops": true, "benchmarks": [
  {"name": "read", "when": "OLD=1", "forks": [{"real_ns": [1000]}]},
  {"name": "read", "forks": [{"real_ns": [1200]}]},
  {"name": "write", "forks": [{"real_ns": [500]}]}]})";

class SessionComparison : public testing::Test {
 protected:
  SessionComparison() {
    setenv("XDG_RUNTIME_DIR", folder_.path().c_str(), 1);
    std::filesystem::create_directory(directory());
    write_session(session);
    write_file(folder_.path() + "/program", "");
    std::filesystem::permissions(folder_.path() + "/program", std::filesystem::perms::owner_all);
  }
  [[nodiscard]] std::string directory() const { return folder_.path() + "/run"; }
  void write_session(std::string text) {
    for (std::size_t at = 0; (at = text.find("DIR", at)) != std::string::npos;) text.replace(at, 3, folder_.path());
    write_file(directory() + "/session.json", text);
  }
  int call(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "cmicro");
    out_.str("");
    err_.str("");
    return run_cli(arguments, out_, err_, world_);
  }
  int run(const std::string& suite, const std::string& benchmark) {
    return call({"run", "--session", directory(), "--suite", suite, "--benchmark", benchmark});
  }
  template <typename Entry>
  std::vector<Entry> entries() {
    std::vector<Entry> found;
    read_journal(directory() + "/journal.jsonl", [&](const JournalEntry& entry) {
      if (const auto* of_kind = std::get_if<Entry>(&entry)) found.push_back(*of_kind);
    });
    return found;
  }
  [[nodiscard]] std::string out() const { return out_.str(); }
  [[nodiscard]] std::string err() const { return err_.str(); }

 private:
  TemporaryFolder folder_;
  ReplayedClock clock_;
  ReplayedProgram program_{program, clock_};
  World world_{program_, clock_, [] { return std::uint64_t{42}; }, [] { return Environment{}; }, {"HOME=/"}};
  std::ostringstream out_;
  std::ostringstream err_;
};

TEST_F(SessionComparison, AllVariantsOfABenchmarkThatBothSidesHaveControlsFirst) {
  EXPECT_EQ(run("io", "read"), 0) << err();
  const auto comparisons = entries<ComparisonEntry>();
  ASSERT_EQ(comparisons.size(), 2u);
  EXPECT_EQ(comparisons[0].contender.variant, "off");
  EXPECT_TRUE(comparisons[0].is_control);
  EXPECT_EQ(comparisons[1].contender.variant, "on");
  EXPECT_FALSE(comparisons[1].is_control);
  EXPECT_EQ(comparisons[1].baseline.side, Side::baseline);
  for (const BenchmarkEntry& planned : entries<BenchmarkEntry>()) {
    EXPECT_EQ(planned.environment.size(), planned.id.side == Side::baseline ? 1u : 0u);
  }
  for (const ForkEntry& fork : entries<ForkEntry>()) {
    EXPECT_EQ(fork.iterations.front().real_ns, fork.id.side == Side::baseline ? 1000 : 1200);
  }
}

TEST_F(SessionComparison, FamiliesAreThoseOfTheWholeSession) {
  EXPECT_EQ(run("io", "read"), 0) << err();
  EXPECT_EQ(run("records", "write"), 0) << err();
  const auto comparisons = entries<ComparisonEntry>();
  ASSERT_EQ(comparisons.size(), 3u);
  EXPECT_EQ(comparisons[0].rules.family, 3u) << "controls: twice io@off, and records.write";
  EXPECT_EQ(comparisons[1].rules.family, 3u) << "others: twice io@on, and records.read";
  EXPECT_TRUE(comparisons[2].is_control);
  EXPECT_EQ(comparisons[2].rules.family, 3u);
}

TEST_F(SessionComparison, EachBenchmarkHasItsOwnSeed) {
  EXPECT_EQ(run("io", "write"), 0) << err();
  EXPECT_EQ(run("records", "read"), 0) << err();
  std::vector<std::uint64_t> seeds;
  for (const ComparisonEntry& comparison : entries<ComparisonEntry>()) seeds.push_back(comparison.seed);
  EXPECT_THAT(seeds, ElementsAre(102, 103, 105));
}

TEST_F(SessionComparison, TheSidesAreRecordedOnce) {
  EXPECT_EQ(run("io", "read"), 0) << err();
  EXPECT_THAT(out(), Not(HasSubstr("Only in the baseline")));
  EXPECT_THAT(out(), HasSubstr("io.read@on"));
  EXPECT_EQ(run("broken", "x"), 2) << err();
  EXPECT_EQ(call({"run", "--session", directory(), "--suite", "broken"}), 1);
  const auto sides = entries<SidesEntry>();
  ASSERT_EQ(sides.size(), 1u);
  EXPECT_EQ(sides[0].baseline, "HEAD~1 (5a0c1de)");
  EXPECT_EQ(sides[0].contender, "working tree (dirty)");
  EXPECT_THAT(sides[0].only_in_baseline, ElementsAre("io.gone<;\"x\a\">"));
}

TEST_F(SessionComparison, WhatFailsFirstTellsTheSides) {
  EXPECT_EQ(call({"run", "--session", directory(), "--suite", "broken"}), 1);
  EXPECT_EQ(entries<SidesEntry>().size(), 1u);
}

TEST_F(SessionComparison, TheEstimate) {
  EXPECT_EQ(call({"run", "--session", directory(), "--dry-run"}), 0) << err();
  EXPECT_EQ(out(),
            "Baseline HEAD~1 (5a0c1de, built in build/micro/against/k), contender working tree (dirty). 6 benchmarks, "
            "about 00:00:01\n");
  EXPECT_FALSE(std::filesystem::exists(directory() + "/journal.jsonl"));
}

TEST_F(SessionComparison, AControlThatIsNoRegularExpressionIsRefusedBeforeAnythingRuns) {
  std::string text = session;
  text.replace(text.find("^wr"), 3, "(");
  write_session(text);
  EXPECT_EQ(call({"run", "--session", directory(), "--dry-run"}), 2);
  EXPECT_THAT(err(), HasSubstr("CONTROL_BENCHMARK: '(' is no regular expression"));
}

TEST_F(SessionComparison, TheSummary) {
  EXPECT_EQ(call({"run", "--session", directory()}), 1) << "a suite is broken";
  EXPECT_EQ(call({"summarize", "--session", directory()}), 0) << err();
  EXPECT_THAT(out(), HasSubstr("\nBaseline HEAD~1 (5a0c1de, built in build/micro/against/k), contender working tree "
                               "(dirty). 6 benchmarks\n"));
  EXPECT_THAT(out(), HasSubstr("Control records.write: "));
  EXPECT_THAT(out(), HasSubstr("Only in the baseline: io.gone<;\"x\\x07\">\n"));
  EXPECT_THAT(out(), HasSubstr("FAILED broken: could not be built\nbaseline HEAD~1:\nno such header\n"));
  EXPECT_THAT(out(), HasSubstr("Note: records is linked without stable layout"));
  EXPECT_THAT(out(), HasSubstr("verdicts: "));
  EXPECT_THAT(out(), HasSubstr("   micro:io                                              4     4     0     0"));
  EXPECT_THAT(out(), HasSubstr(">> micro:broken                                          1     0     0     1 <<"));
  const std::string written = read_file(directory() + "/../results/micro.txt");
  EXPECT_THAT(out(), HasSubstr(written));
  EXPECT_THAT(written, HasSubstr("verdicts: "));
}

TEST_F(SessionComparison, TheSummaryTellsOfVariantsThatOneSideLacks) {
  std::string text = session;
  const std::string variant = R"({"name": "new"})";
  text.replace(text.find(variant), variant.size(),
               R"({"name": "bad", "failure": {"stage": "build", "message": "baseline HEAD~1:\nno"}})");
  write_session(text);
  EXPECT_EQ(run("io", "read"), 0) << err();
  EXPECT_EQ(call({"summarize", "--session", directory()}), 0) << err();
  EXPECT_THAT(out(), HasSubstr("FAILED io@bad: could not be built\nbaseline HEAD~1:\nno\n"));
  EXPECT_THAT(out(), HasSubstr(">> micro:io                                              3     2     0     1 <<"));
}

}  // namespace
}  // namespace micro
