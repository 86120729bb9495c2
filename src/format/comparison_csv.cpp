// A comparison as comma-separated values (RFC 4180), for a spreadsheet: a line for each benchmark, those of one side
// too. Times are medians in nanoseconds per op; what is unknown is empty.
#include <fmt/format.h>

#include <cmath>

#include "compare/gate.h"
#include "format/comparison.h"
#include "format/csv.h"
#include "format/number.h"

namespace micro {
namespace {

std::string number(double value) {
  constexpr int decimals = 6;
  return std::isfinite(value) ? fixed_text(value, decimals) : "";
}

std::string line_of(const Comparison& comparison, const GateRules& rules) {
  const Decided& decided = comparison.decided;
  const bool decidable = comparison.is_decidable();
  const bool has_ratio = comparison.has_ratio();
  const bool has_interval = has_ratio && decided.low > 0;
  const std::size_t pairs = decided.pairs;
  const Apart& apart = comparison.apart;
  const auto count = [&](std::size_t of_side) { return fmt::format("{}", comparison.is_paired ? pairs : of_side); };
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", csv_quoted(comparison.name()),
                     decidable ? to_string(decided.verdict) : "failed", to_string(comparison.trust),
                     comparison.is_control ? "yes" : "no", comparison.is_paired ? "yes" : "no",
                     number(comparison.baseline_ns), number(comparison.contender_ns),
                     has_ratio ? number(decided.ratio) : "", has_interval ? number(decided.low) : "",
                     has_interval ? number(decided.high) : "", has_ratio ? fmt::format("{:.6g}", decided.p) : "",
                     count(apart.baseline_samples), count(apart.contender_samples),
                     to_string(breach_of(comparison, rules)), csv_quoted(cells_of(comparison).comment));
}

}  // namespace

void write_comparison_csv(const ComparisonRecord& record, const ComparisonOptions& options, std::ostream& out) {
  out << "\"Benchmark\",\"Verdict\",\"Trust\",\"Control\",\"Paired\",\"Baseline (ns/op)\",\"Contender (ns/op)\","
         "\"Ratio\",\"Ratio Low (95%)\",\"Ratio High (95%)\",\"P\",\"Baseline Samples\",\"Contender Samples\","
         "\"Fail On\",\"Comment\"\r\n";
  for (const Comparison& comparison : record.comparisons) out << line_of(comparison, options.gate);
  const auto list = [&](const char* verdict, const std::vector<std::string>& names) {
    for (const std::string& name : names) out << csv_quoted(name) << ',' << verdict << ",,,,,,,,,,,,,\r\n";
  };
  list("only_in_baseline", record.only_in_baseline);
  list("only_in_contender", record.only_in_contender);
}

}  // namespace micro
