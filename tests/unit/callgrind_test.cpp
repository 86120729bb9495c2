#include "instructions/callgrind.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "platform/files.h"

namespace micro {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// As valgrind 3.19 writes it, but for most of its functions.
std::string part(const std::string& trigger, const std::string& summary) {
  return R"(# callgrind format
version: 1
creator: callgrind-3.19.0
pid: 4242
cmd:  ./summary: 5
part: 2


desc: I1 cache: 
desc: Timerange: Basic block 0 - 41245
desc: Trigger: )" +
         trigger + R"(

positions: line
events: Ir
summary: )" +
         summary +
         R"(


ob=(1) /lib/x86_64-linux-gnu/libc.so.6
fl=(1) ./totals: 3
fn=(1) f
0 98

totals: 405942
)";
}

const std::string start = "--dump-before=benchmark::State::StartKeepRunning()";
const std::string pause = "--dump-before=benchmark::State::PauseTiming()";

TEST(Callgrind, APartHasItsTriggerAndItsSum) {
  EXPECT_EQ(read_callgrind_part(part(pause, "405276")), (CallgrindPart{CallgrindTrigger::section, 405276}));
  EXPECT_EQ(read_callgrind_part(part(start, "18446744073709551615")),
            (CallgrindPart{CallgrindTrigger::loop, 18446744073709551615u}));
  EXPECT_EQ(read_callgrind_part(part("Program termination", "0")), (CallgrindPart{CallgrindTrigger::end, 0}));
}

TEST(Callgrind, WhatIsNoWholePartIsNone) {
  EXPECT_FALSE(read_callgrind_part(""));
  EXPECT_FALSE(read_callgrind_part("summary: 5\n"));
  EXPECT_FALSE(read_callgrind_part(part(pause, "5 6")));
  EXPECT_FALSE(read_callgrind_part(part(pause, "-5")));
  EXPECT_FALSE(read_callgrind_part(part(pause, "18446744073709551616")));
  const std::string whole = part(pause, "405276");
  EXPECT_FALSE(read_callgrind_part(whole.substr(0, whole.find("405276") + 3))) << "the number is cut off";
  EXPECT_FALSE(read_callgrind_part("\xff\n\x01" + std::string(1, '\0') + "summary: \n"));
}

TEST(Callgrind, TheWordsAskForTheTriggersThatAreRead) {
  const std::vector<std::string> words = callgrind_words();
  EXPECT_EQ(words.front(), "valgrind");
  EXPECT_THAT(words, testing::Contains(start));
  EXPECT_THAT(words, testing::Contains(pause));
  EXPECT_THAT(words, testing::Contains("--zero-before=benchmark::State::ResumeTiming()"));
}

TEST(Callgrind, PartsAreReadInTheirOrderAndTheLastHasNoNumber) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/callgrind.out";
  EXPECT_THAT(read_callgrind_parts(path), IsEmpty());
  for (int i = 1; i <= 11; ++i) write_file(path + "." + std::to_string(i), part(pause, std::to_string(i)));
  write_file(path, part("Program termination", "12"));
  const auto parts = read_callgrind_parts(path);
  ASSERT_THAT(parts, SizeIs(12));
  for (std::size_t i = 0; i < parts.size(); ++i) EXPECT_EQ(parts[i].instructions, i + 1);
  EXPECT_EQ(all_of(parts), 78u);
}

TEST(Callgrind, OnlyWhatIsTimedBelongsToALoop) {
  using enum CallgrindTrigger;
  EXPECT_THAT(loops_of({{loop, 1000}, {section, 7}, {end, 5000}}), ElementsAre(CountedLoop{7, 1}));
  EXPECT_THAT(loops_of({{loop, 1000}, {section, 7}, {section, 8}, {loop, 300}, {section, 70}, {end, 5000}}),
              ElementsAre(CountedLoop{15, 2}, CountedLoop{70, 1}));
}

TEST(Callgrind, TheThreadsOfALoopAreOneLoop) {
  using enum CallgrindTrigger;
  EXPECT_THAT(loops_of({{loop, 9},
                        {loop, 9},
                        {section, 3},
                        {section, 4},
                        {loop, 9},
                        {loop, 9},
                        {section, 30},
                        {section, 40},
                        {end, 9}}),
              ElementsAre(CountedLoop{7, 2}, CountedLoop{70, 2}));
}

TEST(Callgrind, AProgramWithoutSymbolsHasNoLoops) {
  EXPECT_THAT(loops_of({{CallgrindTrigger::end, 3000000}}), IsEmpty());
  EXPECT_THAT(loops_of({{CallgrindTrigger::loop, 10}, {CallgrindTrigger::end, 3000000}}), IsEmpty());
}

}  // namespace
}  // namespace micro
