// The engine's side of the documents: it reads the very samples that the other sides read and write.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "cli/run_cli.h"
#include "golden/replay.h"
#include "journal/journal.h"
#include "json/json.h"
#include "model/restriction.h"
#include "platform/files.h"
#include "session/manifest.h"
#include "session/session.h"

namespace micro {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string contract = std::string(MICRO_TESTS_DIR) + "/contract";

TEST(Contract, Session) {
  const Session session = read_session(contract);
  EXPECT_EQ(session.test, "micro:io.records micro:strings micro:broken");
  EXPECT_EQ(session.results_directory, "/src/the shop/build/test-results/micro_io_records_micro_strings_micro_broken");
  ASSERT_EQ(session.suites.size(), 5u);
  const Suite& records = session.suites[0];
  EXPECT_THAT(records.benchmarks, ElementsAre("deserialize<map>/length:10", "deserialize<map>/length:100"));
  EXPECT_EQ(records.build_type, "Release");
  EXPECT_THAT(records.counters, ElementsAre(CounterEntry{"reclaimed", "entries", Better::higher},
                                            CounterEntry{"waits;%", "µs", Better::lower}));
  EXPECT_TRUE(session.suites[1].counters.empty());
  EXPECT_EQ(session.revision, "4f2c9ab1c0de4f2c9ab1c0de4f2c9ab1c0de4f2c");
  EXPECT_EQ(session.dirty, true);
  EXPECT_EQ(session.find("strings"), &session.suites[1]);
  EXPECT_EQ(session.find("nothing"), nullptr);
  ASSERT_TRUE(session.suites[2].failure);
  EXPECT_EQ(session.suites[2].failure->stage, "build");

  OptionLayer command("command", "cmicro");
  const ResolvedOptions options(layers_for(records, command, session.layers));
  EXPECT_EQ(options.at("FORK").origin, "micro");
  EXPECT_EQ(options.at("RUN_ARGS").origin, "test_opts");
  EXPECT_EQ(options.at("ENVIRONMENT").origin, "suite");
  EXPECT_EQ(options.at("TIME").origin, "project");
  EXPECT_EQ(options.at("ITER").origin, "preset");
  command.set("FORK", {"1"});
  EXPECT_EQ(ResolvedOptions(layers_for(records, command, session.layers)).at("FORK").origin, "command");
}

TEST(Contract, Manifest) {
  const TemporaryFolder build;
  make_writable_folder(build.path() + "/micro");
  write_file(build.path() + "/micro/manifest-Release.json", read_file(contract + "/manifest.json"));
  const Manifest manifest = read_manifest(build.path(), "");
  EXPECT_EQ(manifest.project, "shop");
  ASSERT_EQ(manifest.suites.size(), 3u);
  EXPECT_EQ(manifest.suites[0].declared_at, "bench/CMakeLists.txt:3");
  EXPECT_EQ(manifest.suites[0].target, "bench-io.records");
  EXPECT_THAT(*manifest.suites[0].suite.options.find("RUN_ARGS"), ElementsAre("--rows", "two words;and more"));
  EXPECT_THAT(manifest.suites[0].suite.unaligned_libraries, ElementsAre("records"));
  EXPECT_EQ(manifest.suites[0].suite.build_type, "Release");
  EXPECT_THAT(manifest.suites[0].suite.counters, ElementsAre(CounterEntry{"reclaimed", "entries", Better::higher},
                                                             CounterEntry{"waits;%", "µs", Better::lower}));
  EXPECT_THAT(manifest.suites[1].suite.variants.front().launcher, ElementsAre("/usr/bin/env", "-u", "X"));
  EXPECT_THAT(*manifest.defaults.find("TIME"), ElementsAre("20ms"));
}

TEST(Contract, Journal) {
  std::string written;
  const auto notes =
      read_journal(contract + "/journal.jsonl", [&](const JournalEntry& entry) { written += to_line(entry) + "\n"; });
  EXPECT_TRUE(notes.empty());
  EXPECT_EQ(written, read_file(contract + "/journal.jsonl"));
}

// The ctest side decides the same cases.
TEST(Contract, Restrictions) {
  const JsonDocument document = read_json_file(contract + "/restrictions.json");
  BenchmarkName name;
  for (const JsonValue& parameter : document.root().at("benchmark").at("parameters").items()) {
    name.parameters.push_back({parameter.texts()[0], parameter.texts()[1]});
  }
  name.threads = static_cast<int>(document.root().at("benchmark").at("threads").integer());
  for (const JsonValue& example : document.root().at("cases").items()) {
    const auto restrictions = example.at("param").texts();
    const auto exclusions = example.at("exclude").texts();
    EXPECT_EQ(keeps(restrictions, exclusions, name), example.at("kept").boolean())
        << fmt::format("PARAM {} EXCLUDE {}", fmt::join(restrictions, " "), fmt::join(exclusions, " "));
  }
}

// The engine writes what the ctest side reads.
TEST(Contract, Listing) {
  const std::string program = R"({"benchmarks": [{"name": "deserialize<map>/length:10", "forks": []},
                                                 {"name": "sort/16/1/real_time/threads:4", "forks": []}]})";
  ReplayedClock clock;
  ReplayedProgram replayed(program, clock);
  World world{replayed, clock, [] { return std::uint64_t{0}; }, [] { return Environment{}; }, {}};
  std::ostringstream out;
  std::ostringstream err;
  EXPECT_EQ(run_cli({"cmicro", "list", "/bin/true", "--format", "json"}, out, err, world), 0) << err.str();
  const auto without_blanks = [](std::string text) {
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    return text;
  };
  EXPECT_EQ(without_blanks(out.str()), without_blanks(read_file(contract + "/listing.json")));
}

TEST(Contract, VariantsOfASession) {
  const TemporaryFolder folder;
  std::string text = read_file(contract + "/session.json");
  const std::string name = R"("name": "io.records",)";
  text.replace(text.find(name), name.size(), name + R"("features": ["preview"], "unflagged_libraries": ["records"],
    "variants": [{"name": "default"},
      {"name": "opt=O3", "axes": {"opt": "O3", "a \"b\"": ""}, "executable": "/o3", "flags": "-O3", "launcher": ["taskset"],
       "environment": ["MODE=x"], "run_args": ["-n"], "features": [], "not_a_measurement": true},
      {"name": "asan", "failure": {"stage": "configure", "message": "no asan"}},
      {"name": "lto", "skipped": "no lto", "unflagged_libraries": ["text"]}],)");
  write_file(folder.path() + "/session.json", text);
  const Session session = read_session(folder.path());
  const Suite& suite = session.suites[0];
  ASSERT_EQ(suite.variants.size(), 4u);
  EXPECT_EQ(suite.variants[3].skipped, "no lto");
  EXPECT_THAT(suite.variants[3].unflagged_libraries, ElementsAre("text"));
  EXPECT_THAT(suite.variants[0].unflagged_libraries, IsEmpty());
  EXPECT_EQ(suite.variants[0].name, "default");
  EXPECT_EQ(suite.variants[0].executable, "/src/the shop/build/bench/bench-io.records");
  EXPECT_THAT(suite.variants[0].features, ElementsAre("preview"));
  const Variant& other = suite.variants[1];
  EXPECT_THAT(other.axes, ElementsAre(Parameter{"opt", "O3"}, Parameter{"a \"b\"", ""}));
  EXPECT_EQ(other.executable, "/o3");
  EXPECT_EQ(other.flags, "-O3");
  EXPECT_EQ(other.compiler, "GNU 12.2.0");
  EXPECT_THAT(other.launcher, ElementsAre("taskset"));
  EXPECT_THAT(other.environment, ElementsAre("MODE=x"));
  EXPECT_THAT(other.run_args, ElementsAre("-n"));
  EXPECT_TRUE(other.features.empty());
  EXPECT_TRUE(other.not_a_measurement);
  ASSERT_TRUE(suite.variants[2].failure);
  EXPECT_EQ(suite.variants[2].failure->stage, "configure");
  ASSERT_EQ(session.suites[1].variants.size(), 1u) << "without the key there is the suite as it is";
  EXPECT_EQ(session.suites[1].variants[0].name, "default");
}

TEST(Contract, BaselineOfASession) {
  const TemporaryFolder folder;
  write_file(folder.path() + "/session.json", read_file(contract + "/session.json"));
  const Session session = read_session(folder.path());
  ASSERT_TRUE(session.save);
  EXPECT_EQ(session.save->name, "before");
  EXPECT_EQ(session.save->directory, "/src/the shop/baselines/before");
  EXPECT_EQ(session.previous, "/src/the shop/build/test-results/micro_io/runs/2026-11-29T12-00-00Z/journal.jsonl");
  ASSERT_TRUE(session.baseline);
  const SessionBaseline& baseline = *session.baseline;
  EXPECT_EQ(baseline.description(), "HEAD~1 (5a0c1de, CXX_FLAGS=-O2)");
  EXPECT_EQ(baseline.heading(),
            "Baseline HEAD~1 (5a0c1de, CXX_FLAGS=-O2, built in build/micro/against/0123456789ab/build), contender "
            "working tree (dirty).");
  EXPECT_THAT(baseline.only_in_baseline, ElementsAre("io.records.serialize<;\"x\">"));
  EXPECT_THAT(baseline.only_in_contender, ElementsAre("io.records.deserialize<list>"));
  ASSERT_EQ(baseline.suites.size(), session.suites.size());
  EXPECT_EQ(baseline.suites[0].name, "io.records");
  EXPECT_EQ(baseline.suites[0].benchmarks, session.suites[0].benchmarks);
  ASSERT_EQ(baseline.suites[0].variants.size(), 1u);
  const Variant& records = baseline.suites[0].variants[0];
  EXPECT_EQ(records.executable, "/src/the shop/build/micro/against/0123456789ab/build/bench/bench-io.records");
  EXPECT_EQ(records.working_directory, "/src/the shop/build/bench");
  EXPECT_EQ(records.flags, "-O2");
  EXPECT_EQ(session.suites[0].variants[0].flags, "-O3 -DNDEBUG -falign-functions=64");
  EXPECT_TRUE(baseline.suites[1].variants.empty());
  ASSERT_EQ(baseline.suites[3].variants.size(), 1u);
  EXPECT_EQ(baseline.suites[3].variants[0].name, "detail,pinned");
  EXPECT_THAT(baseline.suites[3].variants[0].environment, ElementsAre("MODE=a=b\nc"));
}

TEST(Contract, DescriptionsOfBaselines) {
  SessionBaseline baseline;
  baseline.name = "build-gcc";
  baseline.contender = "working tree";
  EXPECT_EQ(baseline.description(), "build-gcc");
  EXPECT_EQ(baseline.heading(), "Baseline build-gcc, contender working tree.");
  baseline.directory = "b";
  EXPECT_EQ(baseline.heading(), "Baseline build-gcc (built in b), contender working tree.");
  baseline.directory.clear();
  baseline.detail = "build folder";
  EXPECT_EQ(baseline.heading(), "Baseline build-gcc (build folder), contender working tree.");
}

std::string refusal_of_session(const std::string& text) {
  const TemporaryFolder folder;
  write_file(folder.path() + "/session.json", text);
  try {
    read_session(folder.path());
  } catch (const std::exception& error) {
    return std::string(error.what()).substr(folder.path().size());
  }
  return "";
}

TEST(Contract, SessionsOfOtherVersionsAreToldApart) {
  EXPECT_THAT(refusal_of_session(R"({"micro_session": 2})"), HasSubstr("newer Micro"));
  EXPECT_THAT(refusal_of_session(R"({"micro_session": 0})"), HasSubstr("older Micro"));
}

TEST(Contract, WhatIsUnknownNeedNotBeInASession) {
  const TemporaryFolder folder;
  write_file(folder.path() + "/session.json",
             R"({"micro_session": 1, "test": "", "results_directory": "", "suites": [], "layers": []})");
  const Session session = read_session(folder.path());
  EXPECT_EQ(session.revision, "");
  EXPECT_FALSE(session.dirty);
}

TEST(Contract, ProblemsInASessionNameTheirPlace) {
  EXPECT_THAT(refusal_of_session("{"), HasSubstr("/session.json:1:2: not JSON"));
  EXPECT_EQ(refusal_of_session(R"({"micro_session": 1, "test": 5})"),
            "/session.json: test: expected a string, found a number");
  EXPECT_EQ(
      refusal_of_session(R"({"micro_session": 1, "test": "", "results_directory": "", "suites": [], "layers": [{}]})"),
      "/session.json: layers[0]: has no \"layer\"");
}

}  // namespace
}  // namespace micro
