#include "journal/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "platform/files.h"

namespace micro {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<JournalEntry> entries_of(const std::string& path, std::vector<std::string>* notes = nullptr) {
  std::vector<JournalEntry> entries;
  const auto found = read_journal(path, [&](JournalEntry entry) { entries.push_back(std::move(entry)); });
  if (notes != nullptr) *notes = found;
  return entries;
}

std::string refusal(const std::string& path) {
  try {
    entries_of(path);
  } catch (const JournalError& error) {
    return error.what();
  }
  return "";
}

std::vector<JournalEntry> sample_entries() {
  HeaderEntry header;
  header.cmicro = "0.1.0";
  header.time = "2026-11-30T12:00:00Z";
  header.test = "micro:x";
  header.revision = "4f2c9ab";
  header.dirty = true;
  header.environment.governor = "performance";
  header.environment.boost = "off";
  header.environment.cpu_quota = 1.5;
  header.environment.memory_limit_bytes = std::int64_t{1} << 40;
  header.environment.caches = {{"Data", 1, 32768, 2}, {"Unified", 3, 33554432, 16}};
  header.environment.cpu = "A \"CPU\"";
  header.environment.cpus = 2;
  header.environment.load = 0.25;
  BenchmarkEntry benchmark;
  benchmark.id = {"s.t", "f<int, 4>/x:1;[\"ü\\", "default", true};
  benchmark.build_type = "Release";
  benchmark.counters = {{"swept", "entries", Better::higher}, {"used", "", Better::lower}};
  benchmark.arguments = {"--a", "b c"};
  benchmark.options = {{"FORK", {"2"}, "micro"}, {"RUN_ARGS", {"--a", "b c"}, "suite"}, {"OPTIONS", {}, "table"}};
  benchmark.forks = 2;
  benchmark.seed = std::numeric_limits<std::uint64_t>::max();
  ForkEntry fork;
  fork.id = benchmark.id;
  fork.order = 1;
  fork.exit_code = 0;
  fork.command = {"p", "--x"};
  fork.label = "a label";
  fork.fit = FitEntry{"NlgN", 1.25};
  fork.iterations = {{10, 1.5, 1.25, {{"n", 3.0}, {"inf", std::numeric_limits<double>::infinity()}}}};
  ForkEntry crash;
  crash.id = benchmark.id;
  crash.outcome = Outcome::crashed;
  crash.message = "ended by signal 11";
  crash.signal = 11;
  crash.stderr_tail = "oops\n";
  CountEntry count;
  count.id = benchmark.id;
  count.method = "loop";
  count.ops = 1000;
  count.value = 4012.25;
  count.command = {"valgrind", "p"};
  CountEntry no_count;
  no_count.id = benchmark.id;
  no_count.outcome = Outcome::crashed;
  no_count.message = "ended by signal 4";
  return {header, benchmark, fork, crash, count, no_count, FailureEntry{"u", "build", "error: x"}};
}

class Journal : public testing::Test {
 protected:
  std::string write(const std::string& content) {
    write_file(path, content);
    return path;
  }
  TemporaryFolder folder;
  std::string path = folder.path() + "/journal.jsonl";
  std::string header = to_line(HeaderEntry()) + "\n";
};

TEST_F(Journal, ComesBackAsItWasWritten) {
  {
    JournalWriter writer(path);
    EXPECT_TRUE(writer.is_new());
    for (const JournalEntry& entry : sample_entries()) writer.append(entry);
  }
  EXPECT_EQ(entries_of(path), sample_entries());
  EXPECT_FALSE(JournalWriter(path).is_new());
  // After a crash in the middle of a line, or of many bytes.
  const std::string whole = read_file(path);
  for (const std::string& torn : {std::string("{\"kind\":\"for"), std::string(10'000, 'x')}) {
    write_file(path, whole + torn);
    EXPECT_FALSE(JournalWriter(path).is_new());
    EXPECT_EQ(read_file(path), whole);
  }
  write_file(path, "{\"kind\":\"hea");
  EXPECT_TRUE(JournalWriter(path).is_new());
  write_file(path, whole);
}

TEST_F(Journal, EachEntryIsOnDiskAtOnce) {
  JournalWriter writer(path);
  std::size_t written = 0;
  for (const JournalEntry& entry : sample_entries()) {
    writer.append(entry);
    EXPECT_EQ(entries_of(path).size(), ++written);
  }
}

TEST_F(Journal, TornLastLineIsLeftOutAndSaid) {
  const std::string whole = header + to_line(FailureEntry{"u", "build", "x"});
  std::vector<std::string> notes;
  EXPECT_EQ(entries_of(write(whole), &notes).size(), 1u);
  EXPECT_THAT(notes, ElementsAre(path + ": line 2 was cut off and is left out"));
  EXPECT_EQ(entries_of(write(whole + "\n"), &notes).size(), 2u);
  EXPECT_THAT(notes, IsEmpty());
}

TEST_F(Journal, ConcatenationIsAJournal) {
  std::string lines;
  for (const JournalEntry& entry : sample_entries()) lines += to_line(entry) + "\n";
  EXPECT_EQ(entries_of(write(lines + lines)).size(), 2 * sample_entries().size());
}

TEST_F(Journal, RefusesWhatIsNone) {
  EXPECT_THAT(refusal(path), HasSubstr(path + ": cannot be read: No such file"));
  EXPECT_EQ(refusal(write("")), path + ": is empty, not a journal");
  EXPECT_THAT(refusal(write("{\"benchmarks\": []}\n")), HasSubstr("is no journal"));
  EXPECT_THAT(refusal(write("[1, 2\n")), HasSubstr("is no journal"));
  EXPECT_THAT(refusal(write(header + "garbage\n" + header)), HasSubstr(path + ":2:1:1: not JSON"));
  EXPECT_THAT(refusal(write(header + "{\"kind\":\"song\"}\n")),
              HasSubstr(path + ":2: kind: \"song\" is no kind of entry"));
  EXPECT_THAT(refusal(write(header + "{\"kind\":\"fork\"}\n")), HasSubstr(path + ":2: has no \"suite\""));
}

TEST_F(Journal, TellsOlderFromNewerVersions) {
  EXPECT_THAT(refusal(write("{\"kind\":\"header\",\"micro_journal\":2}\n")), HasSubstr("newer Micro"));
  EXPECT_THAT(refusal(write("{\"kind\":\"header\",\"micro_journal\":0}\n")), HasSubstr("older Micro"));
}

TEST_F(Journal, CannotBeWrittenIsSaid) {
  EXPECT_THROW(JournalWriter("/nowhere/journal.jsonl"), JournalError);
  JournalWriter full("/dev/full");
  EXPECT_THROW(full.append(FailureEntry{"u", "build", "x"}), JournalError);
}

}  // namespace
}  // namespace micro
