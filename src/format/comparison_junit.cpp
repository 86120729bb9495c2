// A comparison as JUnit's XML: a testsuite for each suite, a testcase for each benchmark. A test case fails where it
// breaks a rule of FAIL_ON, and only there: a change that nobody asked to fail on is none. A side that crashed is an
// error.
//
// Properties: verdict, ratio, low, high, p, pairs (or samples), baseline_ns, contender_ns, trust.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <vector>

#include "compare/gate.h"
#include "format/comparison.h"
#include "format/number.h"
#include "format/xml.h"
#include "text/text.h"

namespace micro {
namespace {

struct TestSuite {
  std::string name;
  int tests = 0;
  int failures = 0;
  int errors = 0;
  int skipped = 0;
  std::int64_t measured_ns = 0;
  std::string cases;

  [[nodiscard]] std::string counts() const {
    return fmt::format(R"( tests="{}" failures="{}" errors="{}" skipped="{}" time="{}")", tests, failures, errors,
                       skipped, seconds(measured_ns));
  }
  static std::string seconds(std::int64_t ns) {
    return fixed_text(static_cast<double>(ns) / nanoseconds_in(TimeUnit::seconds), 3);
  }
};

void add_property(std::string& out, const char* name, const std::string& value) {
  out += fmt::format("        <property name=\"{}\" value=\"{}\"/>\n", name, xml_text(value));
}

void add_properties(std::string& out, const Comparison& comparison) {
  const Decided& decided = comparison.decided;
  out += "      <properties>\n";
  if (comparison.is_decidable()) add_property(out, "verdict", to_string(decided.verdict));
  if (comparison.has_ratio()) {
    add_property(out, "ratio", java_text(decided.ratio));
    if (decided.low > 0) {
      add_property(out, "low", java_text(decided.low));
      add_property(out, "high", java_text(decided.high));
    }
    add_property(out, "p", java_text(decided.p));
    add_property(out, "baseline_ns", java_text(comparison.baseline_ns));
    add_property(out, "contender_ns", java_text(comparison.contender_ns));
  }
  add_property(out, comparison.is_paired ? "pairs" : "samples", cells_of(comparison).pairs);
  add_property(out, "trust", to_string(comparison.trust));
  if (comparison.is_control) add_property(out, "control", "true");
  out += "      </properties>\n";
}

// What else the report says of it.
std::string remarks_on(const Comparison& comparison) {
  std::string text;
  const ComparisonCells cells = cells_of(comparison);
  if (!cells.change.empty()) text += fmt::format("{}: {}\n", cells.verdict, cells.change);
  if (comparison.is_decidable() && !cells.comment.empty()) text += cells.comment + '\n';
  for (const std::string& detail : details_of(comparison)) text += detail + '\n';
  return text;
}

void add_case(TestSuite& suite, const Comparison& comparison, const GateRules& rules) {
  ++suite.tests;
  const std::int64_t measured_ns = comparison.baseline.measured_ns + comparison.contender.measured_ns;
  suite.measured_ns += measured_ns;
  std::string& out = suite.cases;
  out += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", xml_text(suite.name), xml_text(comparison.name()));
  if (measured_ns > 0) out += fmt::format(" time=\"{}\"", TestSuite::seconds(measured_ns));
  out += ">\n";
  add_properties(out, comparison);
  const auto element = [&](const char* name, const char* type, const std::string& message) {
    out += fmt::format("      <{0} message=\"{1}\" type=\"{2}\">{1}</{0}>\n", name, xml_text(message), type);
  };
  const Breach breach = breach_of(comparison, rules);
  if (!comparison.is_decidable()) {
    const Result& side = comparison.baseline.outcome != Outcome::ok ? comparison.baseline : comparison.contender;
    const std::string message = cells_of(comparison).comment;
    if (side.outcome == Outcome::skipped) {
      ++suite.skipped;
      out += fmt::format("      <skipped message=\"{}\"/>\n", xml_text(message));
    } else {
      ++suite.errors;
      element("error", to_string(side.outcome), message);
    }
  } else if (breach != Breach::none) {
    ++suite.failures;
    element("failure", to_string(breach), breach_text(comparison, rules));
  }
  const std::string remarks = remarks_on(comparison);
  if (!remarks.empty()) out += fmt::format("      <system-out>{}</system-out>\n", xml_lines(remarks));
  out += "    </testcase>\n";
}

}  // namespace

void write_comparison_junit(const ComparisonRecord& record, const ComparisonOptions& options, std::ostream& out) {
  std::vector<TestSuite> suites;
  std::map<std::string, std::size_t> places;
  const auto suite_of = [&](const std::string& name) -> TestSuite& {
    const auto [found, is_new] = places.try_emplace(name, suites.size());
    if (is_new) suites.push_back({name, 0, 0, 0, 0, 0, {}});
    return suites[found->second];
  };
  for (const Comparison& comparison : record.comparisons) {
    std::string name = comparison.contender.suite;
    if (name.empty()) name = std::filesystem::path(comparison.contender.program).filename().string();
    add_case(suite_of(name.empty() ? "benchmarks" : name), comparison, options.gate);
  }
  for (const FailureEntry& failure : record.failures) {
    TestSuite& suite = suite_of(failure.suite);
    ++suite.tests;
    ++(failure.is_skip() ? suite.skipped : suite.errors);
    const std::string name = of_variant(failure.stage, failure.variant);
    const std::string element =
        failure.is_skip() ? fmt::format("<skipped message=\"{}\"/>", xml_text(failure.message))
                          : fmt::format("<error message=\"could not be {}\" type=\"{}\">{}</error>", failure.not_done(),
                                        xml_text(failure.stage), xml_lines(failure.message));
    suite.cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n      {}\n    </testcase>\n",
                               xml_text(suite.name), xml_text(name), element);
  }
  TestSuite all;
  for (const TestSuite& suite : suites) {
    all.tests += suite.tests;
    all.failures += suite.failures;
    all.errors += suite.errors;
    all.skipped += suite.skipped;
    all.measured_ns += suite.measured_ns;
  }
  std::string remarks;
  for (const std::string& remark : remarks_of(record)) remarks += remark + '\n';
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"micro\"" << all.counts() << ">\n";
  for (const TestSuite& suite : suites) {
    out << "  <testsuite name=\"" << xml_text(suite.name) << '"' << suite.counts() << ">\n" << suite.cases;
    if (!remarks.empty()) out << "    <system-out>" << xml_lines(remarks) << "</system-out>\n";
    out << "  </testsuite>\n";
  }
  out << "</testsuites>\n";
}

}  // namespace micro
