#include "cli/gate.h"

#include <gtest/gtest.h>

#include "compare/gate.h"
#include "options/layers.h"

namespace micro {
namespace {

Comparison decided(Verdict verdict, double ratio, double low, double high, const char* name = "f") {
  Comparison comparison;
  comparison.baseline.benchmark = comparison.contender.benchmark = name;
  comparison.decided = {verdict, ratio, low, high, 0.0001, 20, 8, {}};
  comparison.end = "decided";
  return comparison;
}

ComparisonRecord of(std::vector<Comparison> comparisons) {
  ComparisonRecord record;
  record.comparisons = std::move(comparisons);
  complete(record);
  return record;
}

TEST(Gate, IsReadFromItsOption) {
  EXPECT_EQ(gate_from("slower").slower, 1);
  EXPECT_EQ(gate_from("slower:5%").slower, 1.05);
  EXPECT_EQ(gate_from("slower:0.5%,slower:5%").slower, 1.005);
  EXPECT_FALSE(gate_from("control").slower);
  EXPECT_TRUE(gate_from("inconclusive,control").control);
  EXPECT_TRUE(gate_from("inconclusive,control").inconclusive);
  EXPECT_FALSE(GateRules().is_set());
}

TEST(Gate, NothingFailsUnlessItIsAskedFor) {
  const auto record = of({decided(Verdict::slower, 2, 1.9, 2.1), decided(Verdict::inconclusive, 1, 0.5, 2)});
  EXPECT_EQ(gate(record, {}).code, ExitCode::ok);
  EXPECT_EQ(gate(record, {}).sentence, "");
}

TEST(Gate, ALimitMustLieBelowTheWholeInterval) {
  const auto record = of({decided(Verdict::slower, 1.06, 1.051, 1.07)});
  const GateOutcome beyond = gate(record, gate_from("slower:5%"));
  EXPECT_EQ(beyond.code, ExitCode::regressed);
  EXPECT_EQ(beyond.sentence, "FAIL_ON: 1 benchmark is slower: f: +6.0 % [+5.1, +7.0], beyond +5.0 %");
  EXPECT_EQ(gate(of({decided(Verdict::slower, 1.06, 1.049, 1.07)}), gate_from("slower:5%")).code, ExitCode::ok);
  EXPECT_EQ(gate(of({decided(Verdict::slower, 1.06, 1.049, 1.07)}), gate_from("slower")).code, ExitCode::regressed);
  // An interval beyond the limit without the verdict proves nothing.
  EXPECT_EQ(gate(of({decided(Verdict::inconclusive, 1.06, 1.051, 1.07)}), gate_from("slower:5%")).code, ExitCode::ok);
  EXPECT_EQ(gate(of({decided(Verdict::faster, 0.5, 0.4, 0.6)}), gate_from("slower")).code, ExitCode::ok);
}

TEST(Gate, NamesAFewAndCountsTheRest) {
  const auto slower = [](const char* name) { return decided(Verdict::slower, 1.1, 1.09, 1.11, name); };
  const GateOutcome outcome =
      gate(of({slower("a"), slower("b\n"), slower("c"), slower("d"), slower("e")}), gate_from("slower"));
  EXPECT_EQ(outcome.sentence,
            "FAIL_ON: 5 benchmarks are slower: a: +10.0 % [+9.0, +11.0]; b\\n: +10.0 % [+9.0, +11.0]; c: +10.0 % "
            "[+9.0, +11.0]; and 2 more");
}

TEST(Gate, UndecidedIsAnotherCode) {
  const auto undecided = decided(Verdict::inconclusive, 1.01, 0.97, 1.05);
  EXPECT_EQ(gate(of({undecided}), gate_from("inconclusive")).code, ExitCode::undecided);
  EXPECT_EQ(gate(of({undecided}), gate_from("slower,control")).code, ExitCode::ok);
  // A proven slowdown is worse.
  const auto both = of({undecided, decided(Verdict::slower, 2, 1.9, 2.1)});
  EXPECT_EQ(gate(both, gate_from("inconclusive,slower")).code, ExitCode::regressed);
}

TEST(Gate, AControlThatMovedMakesSlowdownsUnknown) {
  Comparison control = decided(Verdict::slower, 1.03, 1.02, 1.04, "control");
  control.is_control = true;
  const auto record = of({control, decided(Verdict::slower, 1.1, 1.09, 1.11)});
  // The control itself is no slowdown of anything.
  EXPECT_EQ(gate(of({control}), gate_from("slower")).code, ExitCode::ok);
  const GateOutcome slower = gate(record, gate_from("slower"));
  EXPECT_EQ(slower.code, ExitCode::undecided);
  EXPECT_EQ(slower.sentence,
            "FAIL_ON: 1 benchmark may be slower, which can't be told: f: +10.0 % [+9.0, +11.0], but its control has "
            "moved");
  EXPECT_EQ(gate(record, gate_from("control")).sentence, "FAIL_ON: 1 control has moved: control: +3.0 % [+2.0, +4.0]");
  control.decided.verdict = Verdict::faster;
  EXPECT_EQ(gate(of({control}), gate_from("control")).code, ExitCode::undecided);
  control.decided.verdict = Verdict::equal;
  EXPECT_EQ(gate(of({control}), gate_from("control,inconclusive")).code, ExitCode::ok);
}

TEST(Gate, WhatWasMeasuredApartOrFailedBreaksNothing) {
  Comparison apart = decided(Verdict::slower, 2, 1.9, 2.1);
  apart.is_paired = false;
  EXPECT_EQ(breach_of(apart, gate_from("slower,inconclusive")), Breach::none);
  Comparison failed = decided(Verdict::slower, 2, 1.9, 2.1);
  failed.end = "failed";
  EXPECT_EQ(breach_of(failed, gate_from("slower,inconclusive")), Breach::none);
}

}  // namespace
}  // namespace micro
