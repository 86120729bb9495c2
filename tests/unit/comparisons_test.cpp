#include "compare/comparisons.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "format/comparison.h"

namespace micro {
namespace {

using testing::ElementsAre;

ForkEntry fork(const BenchmarkId& id, int round, double real_ns,
               std::vector<std::pair<std::string, double>> counters = {}) {
  ForkEntry entry;
  entry.id = id;
  entry.round = round;
  entry.library_version = "v1.9.5";
  entry.iterations = {{1000, real_ns * 1.5, real_ns, counters}, {1000, real_ns, real_ns * 0.9, counters}};
  return entry;
}

BenchmarkId id_of(const std::string& name, Side side, const std::string& suite = "io") {
  return {suite, name, "default", false, side};
}

// Feeds a comparison of a benchmark whose contender takes `ratio` times as long.
class Journal {
 public:
  Journal& compare(const std::string& name, double ratio, double noise = 0.001, bool control = false,
                   const std::string& suite = "io") {
    ComparisonEntry entry{id_of(name, Side::baseline, suite), id_of(name, Side::contender, suite), {}, 7, control, {}};
    builder.take(entry);
    std::mt19937_64 random(std::hash<std::string>()(name));
    std::uniform_real_distribution<double> part(0, noise);
    for (int round = 0; round < 60; ++round) {
      builder.take(fork(entry.baseline, round, 100 * (1 + part(random)), {{"n", 3}, {"m", 1.0 + round}}));
      builder.take(fork(entry.contender, round, 100 * ratio * (1 + part(random)), {{"n", 4}, {"m", 1.0 + round}}));
    }
    builder.take(ComparisonEndEntry{entry.contender, "decided"});
    return *this;
  }
  ComparisonRecord record() { return builder.finish(); }

  ComparisonBuilder builder;
};

std::vector<Trust> trust_of(const ComparisonRecord& record) {
  std::vector<Trust> trust;
  for (const Comparison& comparison : record.comparisons) trust.push_back(comparison.trust);
  return trust;
}

std::vector<std::string> names_of(const ComparisonRecord& record) {
  std::vector<std::string> names;
  for (const Comparison& comparison : record.comparisons) names.push_back(comparison.name());
  return names;
}

constexpr double wide = 1;  // noise in which nothing can be told

TEST(Comparisons, AreDecidedAgainFromTheJournal) {
  const ComparisonRecord record =
      Journal().compare("slow", 1.1).compare("fast", 0.9).compare("same", 1).compare("unknown", 1, wide).record();
  ASSERT_EQ(record.comparisons.size(), 4U);
  EXPECT_EQ(record.comparisons[0].decided.verdict, Verdict::slower);
  EXPECT_NEAR(record.comparisons[0].decided.ratio, 1.1, 0.001);
  EXPECT_EQ(record.comparisons[1].decided.verdict, Verdict::faster);
  EXPECT_EQ(record.comparisons[2].decided.verdict, Verdict::equal);
  EXPECT_EQ(record.comparisons[3].decided.verdict, Verdict::inconclusive);
  EXPECT_EQ(count_of(record, Verdict::slower), 1U);
  EXPECT_EQ(mean_ratio(record).count, 4U);
  // The fastest iteration of a fork counts, and its cpu time is another metric.
  EXPECT_NEAR(record.comparisons[2].baseline_ns, 100, 0.2);
  EXPECT_NEAR(record.comparisons[2].baseline_cpu_ns, 90, 0.2);
}

TEST(Comparisons, AreShownInTheUnitThatIsAskedFor) {
  const auto unit_and_time = [](std::vector<std::string> unit) {
    Journal journal;
    BenchmarkEntry planned;
    planned.id = id_of("f", Side::contender);
    planned.options = {{"UNIT", std::move(unit), "micro"}};
    journal.builder.take(planned);
    const ComparisonCells cells = cells_of(journal.compare("f", 1, 0).record().comparisons.front());
    return cells.baseline + " " + cells.unit;
  };
  EXPECT_EQ(unit_and_time({"us"}), "0.100 us/op");
  EXPECT_EQ(unit_and_time({"auto"}), "100.000 ns/op");
  EXPECT_EQ(unit_and_time({"parsec"}), "100.000 ns/op");
  EXPECT_EQ(unit_and_time({}), "100.000 ns/op");
}

TEST(Comparisons, OfAControlThatIsEqualAreBelieved) {
  const ComparisonRecord record = Journal().compare("f", 1.1).compare("control", 1, 0.001, true).record();
  EXPECT_THAT(names_of(record), ElementsAre("io.control", "io.f"));
  EXPECT_THAT(trust_of(record), ElementsAre(Trust::believed, Trust::believed));
  EXPECT_EQ(cells_of(record.comparisons[1]).verdict, "slower");
  EXPECT_EQ(mean_ratio(record).count, 1U);  // controls are not counted
}

TEST(Comparisons, OfAControlThatMovedAreNotTrusted) {
  for (const double ratio : {1.1, 0.9}) {
    const ComparisonRecord record = Journal().compare("f", 1).compare("control", ratio, 0.001, true).record();
    EXPECT_THAT(trust_of(record), ElementsAre(Trust::moved, Trust::moved));
    EXPECT_EQ(cells_of(record.comparisons[1]).verdict, "not trusted");
    EXPECT_EQ(cells_of(record.comparisons[0]).verdict, ratio > 1 ? "slower" : "faster");
  }
}

TEST(Comparisons, OfAControlThatCannotBeToldAreUndecided) {
  const ComparisonRecord record = Journal().compare("f", 1.1).compare("control", 1, wide, true).record();
  EXPECT_THAT(trust_of(record), ElementsAre(Trust::undecided, Trust::undecided));
  // One that moved outweighs one that can't be told, which outweighs one that is equal.
  EXPECT_EQ(Journal()
                .compare("a", 1, wide, true)
                .compare("b", 1.1, 0.001, true)
                .compare("c", 1, 0.001, true)
                .record()
                .comparisons[0]
                .trust,
            Trust::moved);
  EXPECT_EQ(Journal().compare("a", 1, wide, true).compare("c", 1, 0.001, true).record().comparisons[0].trust,
            Trust::undecided);
}

TEST(Comparisons, ControlsAreOfTheirSuiteAndComeFirstInIt) {
  const ComparisonRecord record = Journal()
                                      .compare("b", 1.1)
                                      .compare("x", 1, 0.001, false, "net")
                                      .compare("a", 1)
                                      .compare("control", 1.1, 0.001, true)
                                      .record();
  EXPECT_THAT(names_of(record), ElementsAre("io.control", "io.b", "io.a", "net.x"));
  EXPECT_THAT(trust_of(record), ElementsAre(Trust::moved, Trust::moved, Trust::moved, Trust::not_asked));
}

TEST(Comparisons, SayWhichCountersAreExact) {
  const ComparisonRecord record = Journal().compare("f", 1).record();
  ASSERT_EQ(record.comparisons[0].counters.size(), 2U);
  const CounterChange& varies = record.comparisons[0].counters[0];
  const CounterChange& exact = record.comparisons[0].counters[1];
  EXPECT_EQ(varies.label, "m");
  EXPECT_FALSE(varies.is_exact);
  EXPECT_EQ(exact.label, "n");
  EXPECT_TRUE(exact.is_exact);
  EXPECT_EQ(exact.baseline, 3);
  EXPECT_EQ(exact.contender, 4);
  EXPECT_THAT(details_of(record.comparisons[0]), ElementsAre("n: 3.000 → 4.000 (+33.3 %), exactly"));
}

TEST(Comparisons, LeaveOutPairsOfWhichASideFailed) {
  Journal journal;
  journal.compare("f", 1.1);
  const BenchmarkId contender = id_of("f", Side::contender);
  for (const int round : {60, 61}) {
    journal.builder.take(fork(id_of("f", Side::baseline), round, 100));
    ForkEntry crashed = fork(contender, round, 1);
    crashed.outcome = Outcome::crashed;
    crashed.message = "SIGSEGV";
    journal.builder.take(crashed);
  }
  // A fork whose time is zero is none either: the clock is too coarse.
  journal.builder.take(fork(id_of("f", Side::baseline), 62, 0));
  journal.builder.take(fork(contender, 62, 100));
  // A side that did not come any more.
  journal.builder.take(fork(contender, 63, 100));
  const ComparisonRecord record = journal.record();
  EXPECT_EQ(record.comparisons[0].unpaired, 4U);
  EXPECT_EQ(record.comparisons[0].decided.verdict, Verdict::slower);
  EXPECT_TRUE(record.comparisons[0].is_decidable());
  EXPECT_NE(cells_of(record.comparisons[0]).comment.find("4 pairs left out"), std::string::npos);
}

TEST(Comparisons, AreInterruptedWithoutAnEnd) {
  ComparisonBuilder builder;
  ComparisonEntry entry{id_of("f", Side::baseline), id_of("f", Side::contender), {}, 7, false, {"a note"}};
  builder.take(entry);
  builder.take(fork(entry.baseline, 0, 100));
  builder.take(fork(entry.contender, 0, 100));
  const ComparisonRecord record = builder.finish();
  EXPECT_EQ(record.comparisons[0].end, "interrupted");
  EXPECT_EQ(cells_of(record.comparisons[0]).comment, "interrupted");
  EXPECT_THAT(record.notes, ElementsAre("a note"));
}

TEST(Comparisons, OfOneBenchmarkTwiceAreKeptApart) {
  // Joined journals: the later forks are of the later comparison.
  const ComparisonRecord record = Journal().compare("f", 1.1).compare("f", 1).record();
  ASSERT_EQ(record.comparisons.size(), 2U);
  EXPECT_EQ(record.comparisons[0].decided.verdict, Verdict::slower);
  EXPECT_EQ(record.comparisons[1].decided.verdict, Verdict::equal);
}

TEST(Comparisons, CountWhatFailedAndWhatWasSkipped) {
  ComparisonBuilder builder;
  for (const Outcome outcome : {Outcome::skipped, Outcome::crashed, Outcome::skipped}) {
    const std::string name = to_string(outcome);
    ComparisonEntry entry{id_of(name, Side::baseline), id_of(name, Side::contender), {}, 7, false, {}};
    builder.take(entry);
    ForkEntry end = fork(entry.contender, 0, 1);
    end.outcome = outcome;
    builder.take(end);
    builder.take(ComparisonEndEntry{entry.contender, "failed"});
  }
  const ComparisonRecord record = builder.finish();
  EXPECT_EQ(count_of_failed(record), 1U);
  EXPECT_EQ(count_of_skipped(record), 2U);
  EXPECT_EQ(verdicts_line(record), "verdicts: 0 slower, 0 faster, 0 equal, 0 inconclusive, 1 failed, 2 skipped");
}

TEST(Comparisons, NameAChangeOfTheSlowerHalfAlone) {
  ComparisonBuilder builder;
  ComparisonEntry entry{id_of("f", Side::baseline), id_of("f", Side::contender), {}, 7, false, {}};
  entry.rules.margin = 0.001;  // so that there are many pairs
  builder.take(entry);
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> part(0, 0.04);
  for (int round = 0; round < 60; ++round) {
    const double wait = round % 3 == 0 ? 1.5 : 1;
    builder.take(fork(entry.baseline, round, 100 * (1 + part(random))));
    builder.take(fork(entry.contender, round, 100 * wait * (1 + part(random))));
  }
  const ComparisonRecord record = builder.finish();
  ASSERT_TRUE(record.comparisons[0].tail);
  EXPECT_GT(*record.comparisons[0].tail, 1.1);
  EXPECT_EQ(details_of(record.comparisons[0]).at(0).substr(0, 30), "the slower half of the forks: ");
}

}  // namespace
}  // namespace micro
