// JUnit's XML, as Jenkins, GitLab and GitHub's actions read it: a testsuite for each suite, a testcase for each of its
// benchmarks, whose score is in properties. An error that a benchmark reported is a failure; what crashed, ran out of
// time or was not even built is an error. `time` is what measuring took, not a score: tools add it up.
//
// Properties: mode, unit, threads, param:NAME; of what was measured also count, score, error, and for each counter
// counter:LABEL, counter:LABEL:error and counter:LABEL:unit. Numbers as JMH's JSON has them ("1.0E7", "NaN").
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>
#include <map>

#include "format/format.h"
#include "format/number.h"
#include "format/steady.h"
#include "format/xml.h"

namespace micro {
namespace {

struct SuiteTally {
  int tests = 0;
  int failures = 0;
  int errors = 0;
  int skipped = 0;
  std::int64_t measured_ns = 0;
  void operator+=(const SuiteTally& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
    measured_ns += other.measured_ns;
  }
};

// One testsuite as it is put together.
struct TestSuite {
  std::string name;
  SuiteTally tally;
  std::string cases;
};

std::string seconds(std::int64_t ns) {
  return fixed_text(static_cast<double>(ns) / nanoseconds_in(TimeUnit::seconds), 3);
}

std::string counts_of(const SuiteTally& tally) {
  return fmt::format(R"( tests="{}" failures="{}" errors="{}" skipped="{}" time="{}")", tally.tests, tally.failures,
                     tally.errors, tally.skipped, seconds(tally.measured_ns));
}

void add_property(std::string& out, const std::string& name, const std::string& value) {
  out += "        <property name=\"" + xml_text(name) + "\" value=\"" + xml_text(value) + "\"/>\n";
}

void add_properties(std::string& out, const Result& result) {
  out += "      <properties>\n";
  add_property(out, "mode", to_string(result.mode));
  add_property(out, "unit", result.primary.unit);
  add_property(out, "threads", std::to_string(result.threads));
  if (result.variant != "default") add_property(out, "variant", result.variant);
  for (const Parameter& axis : result.axes) add_property(out, "axis:" + axis.name, axis.value);
  if (!result.features.empty()) add_property(out, "features", fmt::format("{}", fmt::join(result.features, " ")));
  for (const Parameter& parameter : result.parameters) add_property(out, "param:" + parameter.name, parameter.value);
  if (result.outcome == Outcome::ok) {
    add_property(out, "count", std::to_string(result.primary.score.count));
    add_property(out, "score", java_text(result.primary.score.value));
    add_property(out, "error", java_text(result.primary.score.error));
    if (const auto& ratio = result.primary.ratio) {
      add_property(out, "ratio", java_text(ratio->value));
      if (!std::isnan(ratio->low)) {
        add_property(out, "ratio:low", java_text(ratio->low));
        add_property(out, "ratio:high", java_text(ratio->high));
      }
    }
    for (const Metric& metric : result.secondary) {
      const std::string name = "counter:" + metric.label;
      add_property(out, name, java_text(metric.score.value));
      add_property(out, name + ":error", java_text(metric.score.error));
      if (!metric.unit.empty()) add_property(out, name + ":unit", metric.unit);
    }
  }
  out += "      </properties>\n";
}

// With the reason also as text where it has several lines, which an attribute can't show.
std::string skipped_element(const std::string& reason) {
  const std::string start = "      <skipped message=\"" + xml_text(reason) + "\"";
  if (reason.find('\n') == std::string::npos) return start + "/>\n";
  return start + ">" + xml_lines(reason) + "</skipped>\n";
}

// The element that says how a benchmark failed; counts it.
void add_outcome(std::string& out, SuiteTally& tally, const Result& result) {
  const auto element = [&](const char* name) {
    out += fmt::format("      <{0} message=\"{1}\" type=\"{2}\">{3}</{0}>\n", name, xml_text(result.message),
                       to_string(result.outcome), xml_lines(result.message));
  };
  switch (result.outcome) {
    case Outcome::ok:
      break;
    case Outcome::skipped:
      ++tally.skipped;
      out += skipped_element(result.message);
      break;
    case Outcome::error:
      ++tally.failures;
      element("failure");
      break;
    default:
      ++tally.errors;
      element("error");
  }
}

std::string line_of(const Warning& warning) {
  return "Warning: " + warning.message + (warning.remedy.empty() ? "" : "; " + warning.remedy) + '\n';
}

void add_output(std::string& out, const char* element, const char* indent, const std::string& text) {
  if (!text.empty()) out += fmt::format("{0}<{1}>{2}</{1}>\n", indent, element, xml_lines(text));
}

// Suites in the order in which they come, built or not.
class TestSuites {
 public:
  explicit TestSuites(const RunRecord& record) {
    for (const Warning& warning : record.warnings) warnings_[warning.subject].push_back(&warning);
    for (const Result& result : record.results) add(result);
    for (const FailureEntry& failure : record.failures) add(failure);
    for (const std::string& note : record.notes) of_all_ += "Note: " + note + '\n';
    of_all_ += warnings_of("");
    if (!record.headers.empty()) header_ = record.headers.front();
  }

  void write(std::ostream& out) const {
    SuiteTally all;
    for (const TestSuite& suite : suites_) all += suite.tally;
    out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"micro\"" << counts_of(all) << ">\n";
    // JUnit's schema has the time without zone and fractions.
    const std::string time = header_.time.substr(0, std::string("2026-01-01T00:00:00").size());
    for (const TestSuite& suite : suites_) {
      out << "  <testsuite name=\"" << xml_text(suite.name) << '"' << counts_of(suite.tally);
      if (!time.empty()) out << " timestamp=\"" << xml_text(time) << '"';
      if (!header_.environment.host.empty()) out << " hostname=\"" << xml_text(header_.environment.host) << '"';
      out << ">\n" << suite.cases;
      std::string output;
      add_output(output, "system-out", "    ", warnings_of(suite.name) + of_all_);
      out << output << "  </testsuite>\n";
    }
    out << "</testsuites>\n";
  }

 private:
  TestSuite& suite_of(const std::string& name) {
    const auto [found, is_new] = places_.try_emplace(name, suites_.size());
    if (is_new) suites_.push_back({name, {}, {}});
    return suites_[found->second];
  }

  [[nodiscard]] std::string warnings_of(const std::string& subject) const {
    return warnings_of(subject, [](const Warning&) { return true; });
  }
  template <typename Filter>
  [[nodiscard]] std::string warnings_of(const std::string& subject, const Filter& is_wanted) const {
    std::string lines;
    const auto found = warnings_.find(subject);
    if (found == warnings_.end()) return lines;
    for (const Warning* warning : found->second) {
      if (is_wanted(*warning)) lines += line_of(*warning);
    }
    return lines;
  }

  void add(const Result& result) {
    // A program that is no suite is shown under its own name: readers group by it.
    std::string group = result.suite;
    if (group.empty()) group = std::filesystem::path(result.program).filename().string();
    if (group.empty()) group = "benchmarks";
    TestSuite& suite = suite_of(group);
    ++suite.tally.tests;
    suite.tally.measured_ns += result.measured_ns;
    std::string& out = suite.cases;
    out += "    <testcase classname=\"" + xml_text(group) + "\" name=\"" +
           xml_text(steady_name(result, ModeInName::if_other)) + '"';
    if (result.measured_ns > 0) out += " time=\"" + seconds(result.measured_ns) + '"';
    out += ">\n";
    add_properties(out, result);
    add_outcome(out, suite.tally, result);
    add_output(out, "system-out", "      ",
               warnings_of(result.identity(), [&](const Warning& warning) { return is_about(warning, result); }));
    add_output(out, "system-err", "      ", result.details);
    out += "    </testcase>\n";
  }

  void add(const FailureEntry& failure) {
    TestSuite& suite = suite_of(failure.suite);
    ++suite.tally.tests;
    const std::string name = of_variant(failure.stage, failure.variant);
    if (failure.is_skip()) {
      ++suite.tally.skipped;
      suite.cases += fmt::format("    <testcase classname=\"{0}\" name=\"{1}\">\n{2}    </testcase>\n",
                                 xml_text(failure.suite), xml_text(name), skipped_element(failure.message));
      return;
    }
    ++suite.tally.errors;
    suite.cases += fmt::format(
        "    <testcase classname=\"{0}\" name=\"{1}\">\n"
        "      <error message=\"could not be {2}\" type=\"{4}\">{3}</error>\n    </testcase>\n",
        xml_text(failure.suite), xml_text(name), failure.not_done(), xml_lines(failure.message),
        xml_text(failure.stage));
  }

  std::map<std::string, std::vector<const Warning*>> warnings_;  // by subject; of the record
  std::string of_all_;                                           // what is said of the whole run
  HeaderEntry header_;
  std::vector<TestSuite> suites_;
  std::map<std::string, std::size_t> places_;  // name → index in suites_
};

}  // namespace

void write_junit(const RunRecord& record, const FormatOptions&, std::ostream& out) {
  TestSuites(record).write(out);
}

}  // namespace micro
