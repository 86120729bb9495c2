// The JSON of github-action-benchmark's tool customSmallerIsBetter: a list of name, value, unit, range and extra.
//
// The tool compares the value with that of the run before whatever their units are, so times are always in ns/op. It
// takes what is smaller for better: throughputs are refused, and counters, of which many are the other way round, are
// not there. Nor is what has no value: benchmarks that failed or were skipped, and scores that are no number.
#include <fmt/format.h>

#include <cmath>

#include "format/format.h"
#include "format/steady.h"
#include "json/json.h"

namespace micro {

void write_custom(const RunRecord& record, const FormatOptions&, std::ostream& out) {
  const std::vector<const Result*> results = each_time_once(record.results);
  for (const Result* result : results) {
    const bool smaller_is_better = result->mode != Mode::throughput && result->primary.better == Better::lower;
    if (smaller_is_better || result->outcome != Outcome::ok) continue;
    throw FormatError(
        fmt::format("RESULTS_FORMAT=custom: {}: a throughput is better when it is larger, and this format takes only "
                    "what is better when it is smaller\n  hint: measure with MODE=avgt",
                    to_valid_utf8(steady_name_with_suite(*result, ModeInName::if_measured_apart))));
  }
  std::string text;
  const char* separator = "[";
  for (const Result* result : results) {
    const Score& score = result->primary.score;
    if (result->outcome != Outcome::ok || !std::isfinite(score.value)) continue;
    const SteadyUnit unit = steady_unit(result->primary.unit);
    text += separator;
    text += '\n';
    separator = ",";
    JsonWriter json(text);
    json.begin_object();
    json.key("name").text(steady_name_with_suite(*result, ModeInName::if_measured_apart));
    json.key("unit").text(unit.name);
    json.key("value").number(score.value * unit.factor);
    if (std::isfinite(score.error)) json.key("range").text(fmt::format("± {}", score.error * unit.factor));
    json.key("extra").text(fmt::format("mode: {}\nsamples: {}\nforks: {}\nthreads: {}", to_string(result->mode),
                                       score.count, result->forks, result->threads));
    json.end_object();
  }
  out << (text.empty() ? "[" : text) << "\n]\n";
}

}  // namespace micro
