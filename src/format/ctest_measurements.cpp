#include "format/ctest_measurements.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "format/steady.h"
#include "format/xml.h"

namespace micro {
namespace {

// ctest takes all from the first to the last of these lines as one piece of XML, so nothing else may come between them.
class Lines {
 public:
  void add(const std::string& quantity, double value, const std::string& unit) {
    const std::string name = unit.empty() ? quantity : quantity + " " + unit;
    if (!std::isfinite(value) || !names_.insert(name).second) return;
    text_ += fmt::format("<CTestMeasurement type=\"numeric/double\" name=\"{}\">{}</CTestMeasurement>\n",
                         xml_text(name), value);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::set<std::string> names_;
  std::string text_;
};

void add(Lines& lines, const Result& result) {
  const bool apart = result.mode == Mode::single_shot || result.mode == Mode::sample_time;
  // Variants of a benchmark are measured in one test.
  const std::string variant = result.variant == "default" ? "" : " @" + result.variant;
  const std::string mode = variant + (apart ? std::string(" ") + to_string(result.mode) : "");
  const SteadyUnit unit = steady_unit(result.primary.unit);
  lines.add("score" + mode, result.primary.score.value * unit.factor, unit.name);
  lines.add("error" + mode, result.primary.score.error * unit.factor, unit.name);
  const Metric* cpu_time = cpu_time_of(result);
  for (const Metric& metric : result.secondary) {
    const SteadyUnit own = steady_unit(metric.unit);
    lines.add((&metric == cpu_time ? "cpu time" : metric.label) + mode, metric.score.value * own.factor, own.name);
  }
}

}  // namespace

void write_ctest_measurements(const std::vector<Result>& results, std::ostream& out) {
  const bool one_benchmark = std::ranges::all_of(results, [&](const Result& result) {
    const Result& first = results.front();
    return result.suite == first.suite && result.benchmark == first.benchmark;
  });
  if (!one_benchmark) return;
  Lines lines;
  for (const Result& result : results) {
    if (result.outcome == Outcome::ok) add(lines, result);
  }
  out << lines.text();
}

}  // namespace micro
