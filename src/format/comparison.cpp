#include "format/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "compare/gate.h"
#include "format/columns.h"
#include "format/names.h"
#include "format/number.h"
#include "format/table.h"
#include "format/warnings.h"
#include "platform/clock.h"
#include "stats/units.h"
#include "text/text.h"

namespace micro {
namespace {

// "+4.1"; zero has no sign that says something.
std::string percent(double ratio) {
  constexpr int decimals = 1;
  if (std::isinf(ratio)) return "+∞";
  const std::string text = fixed_text(100 * (ratio - 1), decimals);
  return text.front() == '-' ? (text == "-0.0" ? "+0.0" : text) : "+" + text;
}

// Both times in one unit, so that they can be compared by eye.
TimeUnit unit_for(const Comparison& comparison) {
  return comparison.unit.value_or(unit_of_time(std::fmin(comparison.baseline_ns, comparison.contender_ns)));
}

std::string time_text(double ns, TimeUnit unit) {
  return std::isnan(ns) ? not_applicable : score_text(ns / nanoseconds_in(unit));
}

// What would decide what is inconclusive.
std::string needed_text(const Comparison& comparison) {
  const Decided& decided = comparison.decided;
  if (decided.pairs == 0) return "no pair of forks was measured";
  const double pair_s = static_cast<double>(comparison.baseline.measured_ns + comparison.contender.measured_ns) / 1e9 /
                        static_cast<double>(std::max<std::size_t>(1, decided.pairs + comparison.unpaired));
  if (comparison.end == "interrupted") return "interrupted";
  const char* limit = comparison.end == "pairs" ? "FORK" : "MAX_TIME";
  if (!decided.pairs_needed) return fmt::format("more pairs would hardly decide ({})", limit);
  const std::size_t more = *decided.pairs_needed - decided.pairs;
  const double seconds = std::ceil(pair_s * static_cast<double>(more));
  constexpr double minute = 60;
  return fmt::format("about {} more pairs ({}) would decide: raise {}", more,
                     seconds < minute ? fmt::format("{:.0f} s", seconds) : fmt::format("{:.0f} min", seconds / minute),
                     limit);
}

// Of a benchmark that was asked whether it notices a delay.
std::string notice_text(const Comparison& comparison) {
  if (comparison.is_not_called()) return "never calls it";
  switch (comparison.decided.verdict) {
    case Verdict::slower:
      return "noticed";
    case Verdict::equal:
      return "not noticed";
    case Verdict::faster:
    case Verdict::inconclusive:
      return to_string(comparison.decided.verdict);
  }
  return "";
}

// Why it is not noticed: how much of an op the delays are.
std::string delay_text(const Comparison& comparison) {
  const DelayedFunction& delayed = *comparison.delayed;
  if (!delayed.calls_per_op || !(comparison.baseline_ns > 0)) return "";
  const double part = delayed.delay_ns * *delayed.calls_per_op / comparison.baseline_ns;
  return fmt::format("{} a call is {} of an op", delayed.delay, change_text(1 + part).substr(1));
}

std::string failure_text(const Comparison& comparison) {
  for (const Result* side : {&comparison.baseline, &comparison.contender}) {
    if (side->outcome != Outcome::ok) return fmt::format("{} {}", to_string(side->side), visible(side->message));
  }
  return "was not measured";
}

struct Widths {
  std::array<std::size_t, 9> columns{};
  std::array<std::string ComparisonCells::*, 9> cells{
      &ComparisonCells::name,      &ComparisonCells::unit,  &ComparisonCells::baseline,
      &ComparisonCells::contender, &ComparisonCells::calls, &ComparisonCells::change,
      &ComparisonCells::verdict,   &ComparisonCells::pairs, &ComparisonCells::instructions};

  void widen(const ComparisonCells& line) {
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = std::max(columns[i], width(line.*cells[i]));
  }
  [[nodiscard]] std::string line(const ComparisonCells& of) const {
    const std::array<bool, 9> left{true, true, false, false, false, true, true, false, false};
    std::string text;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns[i] == 0) continue;
      if (i > 0) text += "  ";
      text += left[i] ? left_aligned(of.*cells[i], columns[i]) : right_aligned(of.*cells[i], columns[i]);
    }
    if (!of.comment.empty()) text += "  " + of.comment;
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
  }
};

// What the estimate does not see.
std::string verbose_line(const Comparison& comparison) {
  const auto ratio = [](double after, double before) {
    return before > 0 && after > 0 ? change_text(after / before) : std::string(not_applicable);
  };
  std::string line =
      fmt::format("medians {}, cpu time {}, p = {:.2g}", ratio(comparison.contender_ns, comparison.baseline_ns),
                  ratio(comparison.contender_cpu_ns, comparison.baseline_cpu_ns), comparison.decided.p);
  if (comparison.decided.pairs_to_confirm > 0) {
    line += fmt::format(", {} of the pairs confirmed it", comparison.decided.pairs_to_confirm);
  }
  return line;
}

std::string counter_line(const CounterChange& counter) {
  const std::string unit = counter.unit.empty() ? "" : " " + visible(counter.unit);
  std::string line = fmt::format("{}: {} → {}{}", visible(counter.label), score_text(counter.baseline),
                                 score_text(counter.contender), unit);
  if (counter.baseline > 0 && counter.contender > 0) {
    line += " (" + change_text(counter.contender / counter.baseline) + ")";
  }
  return line + (counter.is_exact ? ", exactly" : "");
}

bool has_changed_exactly(const CounterChange& counter) {
  return counter.is_exact && counter.baseline != counter.contender;
}

std::string count_text(std::size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace

std::string change_text(double ratio) {
  return percent(ratio) + " %";
}

std::string change_text(const Decided& decided) {
  if (decided.low == decided.high) return change_text(decided.ratio);  // exactly
  if (decided.low <= 0 && std::isinf(decided.high)) return change_text(decided.ratio);
  return fmt::format("{} [{}, {}]", change_text(decided.ratio), percent(decided.low), percent(decided.high));
}

std::span<const ComparisonFormat> comparison_formats() {
  static constexpr std::array all{ComparisonFormat{"text", "txt", write_comparison_text},
                                  ComparisonFormat{"csv", "csv", write_comparison_csv},
                                  ComparisonFormat{"json", "json", write_comparison_json},
                                  ComparisonFormat{"markdown", "md", write_comparison_markdown},
                                  ComparisonFormat{"junit", "junit.xml", write_comparison_junit}};
  return all;
}

std::optional<ComparisonFormat> comparison_format_from(std::string_view name) {
  const auto found = std::ranges::find(comparison_formats(), name, &ComparisonFormat::name);
  if (found == comparison_formats().end()) return std::nullopt;
  return *found;
}

ComparisonCells comparison_heading(const ComparisonRecord& record) {
  const bool apart = !record.comparisons.empty() && std::ranges::none_of(record.comparisons, &Comparison::is_paired);
  return {"Benchmark", "Units", "Baseline", "Contender", "Change", "Verdict", apart ? "Samples" : "Pairs", "", "", ""};
}

std::vector<std::string> details_of(const Comparison& comparison) {
  std::vector<std::string> lines;
  if (comparison.tail) {
    lines.push_back(
        fmt::format("the slower half of the forks: {}, which the change does not show", change_text(*comparison.tail)));
  }
  for (const CounterChange& counter : comparison.counters) {
    if (has_changed_exactly(counter)) lines.push_back(counter_line(counter));
  }
  return lines;
}

bool is_changed(const Comparison& comparison) {
  const Verdict verdict = comparison.decided.verdict;
  return !comparison.is_decidable() || verdict == Verdict::slower || verdict == Verdict::faster;
}

std::vector<std::string> remarks_of(const ComparisonRecord& record) {
  std::vector<std::string> lines;
  const auto list = [&](const char* side, const std::vector<std::string>& names) {
    for (const std::string& name : names) lines.push_back(fmt::format("Only in the {}: {}", side, visible(name)));
  };
  list("baseline", record.only_in_baseline);
  list("contender", record.only_in_contender);
  const MeanRatio mean = mean_ratio(record);
  // What delays cost says nothing together.
  const bool is_proof =
      std::ranges::any_of(record.comparisons, [](const Comparison& one) { return one.delayed.has_value(); });
  if (mean.count > 1 && !is_proof) {
    lines.push_back(fmt::format("Geometric mean of {} benchmarks: {}", mean.count, change_text(mean.ratio)));
  }
  for (const std::string& note : record.notes) lines.push_back("Note: " + visible(note));
  return lines;
}

ComparisonCells cells_of(const Comparison& comparison) {
  ComparisonCells cells;
  cells.name = visible(comparison.name());
  if (comparison.decided.pairs > 0 || !comparison.is_paired) {
    const TimeUnit unit = unit_for(comparison);
    cells.unit = fmt::format("{}/op", to_string(unit));
    cells.baseline = time_text(comparison.baseline_ns, unit);
    cells.contender = time_text(comparison.contender_ns, unit);
  }
  if (comparison.instructions && comparison.is_counted()) {
    cells.unit = instructions_unit;
    cells.baseline = score_text(comparison.instructions->baseline);
    cells.contender = score_text(comparison.instructions->contender);
  } else if (comparison.instructions) {
    cells.instructions = change_text(comparison.instructions->ratio());
  }
  if (!comparison.is_decidable()) {
    cells.verdict = outcome_text(comparison.baseline.outcome != Outcome::ok ? comparison.baseline.outcome
                                                                            : comparison.contender.outcome);
    cells.comment = failure_text(comparison);
    return cells;
  }
  if (comparison.delayed) {
    const auto& calls = comparison.delayed->calls_per_op;
    cells.calls = !calls ? "some" : *calls == 0 ? "0" : score_text(*calls);
  }
  if (comparison.is_not_called()) {
    cells.verdict = notice_text(comparison);
    return cells;
  }
  const Decided& decided = comparison.decided;
  if (comparison.has_ratio()) cells.change = change_text(decided);
  if (comparison.is_paired) {
    if (!comparison.is_counted()) cells.pairs = fmt::format("{}", decided.pairs);
    cells.verdict = comparison.delayed ? notice_text(comparison) : to_string(decided.verdict);
  } else {
    cells.pairs = fmt::format("{} vs {}", comparison.apart.baseline_samples, comparison.apart.contender_samples);
    cells.verdict = fmt::format("{} (apart)", to_string(decided.verdict));
    cells.comment = visible(comparison.apart.undecided);
  }
  if (comparison.is_untrusted()) {
    cells.verdict = "not trusted";
    cells.comment = "control moved";
  } else if (decided.verdict == Verdict::inconclusive && comparison.is_paired) {
    cells.comment = needed_text(comparison);
  } else if (comparison.delayed && decided.verdict == Verdict::equal) {
    cells.comment = delay_text(comparison);
  } else if (comparison.is_layout) {
    cells.comment = "same work: layout of the code, not your change";
  } else if (comparison.is_same_work()) {
    cells.comment = fmt::format("layout or cache, not {} work", decided.verdict == Verdict::slower ? "more" : "less");
  }
  if (comparison.unpaired > 0) {
    if (!cells.comment.empty()) cells.comment += "; ";
    cells.comment += fmt::format("{} left out: {}", count_text(comparison.unpaired, "pair"), failure_text(comparison));
  }
  return cells;
}

std::string control_text(const Comparison& control) {
  const char* meaning = "its own benchmarks can't be believed nor doubted";
  switch (control.decided.verdict) {
    case Verdict::equal:
      meaning = "results can be believed";
      break;
    case Verdict::slower:
    case Verdict::faster:
      meaning = "what differs is not what was to be compared: no result of this suite is trusted";
      break;
    case Verdict::inconclusive:
      meaning = "the machine is too noisy to tell: take the results with care";
      break;
  }
  return fmt::format("Control {}: {} ({}) → {}", visible(control.name()), to_string(control.decided.verdict),
                     change_text(control.decided), meaning);
}

std::string verdicts_line(const ComparisonRecord& record) {
  std::string line = fmt::format("verdicts: {} slower, {} faster, {} equal, {} inconclusive",
                                 count_of(record, Verdict::slower), count_of(record, Verdict::faster),
                                 count_of(record, Verdict::equal), count_of(record, Verdict::inconclusive));
  const auto untrusted = std::ranges::count_if(record.comparisons, [](const Comparison& comparison) {
    return comparison.is_decidable() && comparison.is_untrusted();
  });
  if (untrusted > 0) line += fmt::format(", {} not trusted", untrusted);
  if (const std::size_t failed = count_of_failed(record); failed > 0) line += fmt::format(", {} failed", failed);
  if (const std::size_t skipped = count_of_skipped(record); skipped > 0) line += fmt::format(", {} skipped", skipped);
  return line;
}

std::string notices_line(const ComparisonRecord& record) {
  std::vector<std::pair<std::string, std::size_t>> counts{
      {"noticed", 0}, {"not noticed", 0}, {"never calls it", 0}, {"inconclusive", 0}};
  const DelayedFunction* delayed = nullptr;
  for (const Comparison& comparison : record.comparisons) {
    if (!comparison.delayed) continue;
    delayed = &*comparison.delayed;
    const std::string text = comparison.is_decidable() ? notice_text(comparison) : "";
    const auto counted = std::ranges::find(counts, text, &std::pair<std::string, std::size_t>::first);
    if (counted != counts.end()) ++counted->second;
  }
  if (delayed == nullptr) return "";
  std::vector<std::string> words;
  for (const auto& [text, count] : counts) words.push_back(fmt::format("{} {}", count, text));
  return fmt::format("{} more in each call of {}: {}", delayed->delay, visible(delayed->name), fmt::join(words, ", "));
}

std::string breach_text(const Comparison& comparison, const GateRules& rules) {
  const std::string change = change_text(comparison.decided);
  switch (breach_of(comparison, rules)) {
    case Breach::none:
      return "";
    case Breach::slower:
      return *rules.slower > 1 ? fmt::format("{}, beyond {}", change, change_text(*rules.slower)) : change;
    case Breach::not_trusted:
      return change + ", but its control has moved";
    case Breach::control_moved:
    case Breach::inconclusive:
      return change;
  }
  return "";
}

std::string gate_sentence(const ComparisonRecord& record, const GateRules& rules) {
  const Breach worst = breach_of(record, rules);
  if (worst == Breach::none) return "";
  constexpr std::size_t shown = 3;
  std::vector<std::string> named;
  std::size_t count = 0;
  for (const Comparison& comparison : record.comparisons) {
    if (breach_of(comparison, rules) != worst) continue;
    if (++count <= shown) {
      named.push_back(fmt::format("{}: {}", visible(comparison.name()), breach_text(comparison, rules)));
    }
  }
  if (count > shown) named.push_back(fmt::format("and {} more", count - shown));
  const char* what = "";
  const bool one = count == 1;
  switch (worst) {
    case Breach::none:
      break;
    case Breach::slower:
      what = one ? "benchmark is slower" : "benchmarks are slower";
      break;
    case Breach::not_trusted:
      what = one ? "benchmark may be slower, which can't be told" : "benchmarks may be slower, which can't be told";
      break;
    case Breach::control_moved:
      what = one ? "control has moved" : "controls have moved";
      break;
    case Breach::inconclusive:
      what = one ? "benchmark is inconclusive" : "benchmarks are inconclusive";
      break;
  }
  return fmt::format("FAIL_ON: {} {}: {}", count, what, fmt::join(named, "; "));
}

void write_comparison_text(const ComparisonRecord& record, const ComparisonOptions& options, std::ostream& out) {
  for (const Comparison& comparison : record.comparisons) {
    if (comparison.is_control && comparison.is_decidable()) out << control_text(comparison) << '\n';
  }
  Widths widths;
  std::vector<ComparisonCells> lines{comparison_heading(record)};
  for (const Comparison& comparison : record.comparisons) {
    lines.push_back(cells_of(comparison));
    if (!lines.back().instructions.empty()) lines.front().instructions = "Instructions";
    if (!lines.back().calls.empty()) lines.front().calls = "Calls/op";
  }
  const auto has_pairs = [](const ComparisonCells& line) { return !line.pairs.empty(); };
  if (std::none_of(lines.begin() + 1, lines.end(), has_pairs)) lines.front().pairs.clear();
  for (const ComparisonCells& line : lines) widths.widen(line);
  out << widths.line(lines.front());
  for (std::size_t i = 0; i < record.comparisons.size(); ++i) {
    const Comparison& comparison = record.comparisons[i];
    out << widths.line(lines[i + 1]);
    if (options.verbose && comparison.is_decidable() && !comparison.is_counted())
      out << "    " << verbose_line(comparison) << '\n';
    for (const std::string& line : details_of(comparison)) out << "    " << line << '\n';
    for (const CounterChange& counter : comparison.counters) {
      if (options.verbose && !has_changed_exactly(counter)) out << "    " << counter_line(counter) << '\n';
    }
  }
  const std::vector<std::string> remarks = remarks_of(record);
  if (!record.warnings.empty()) out << '\n';
  write_warnings(record.warnings, out);
  for (const std::string& remark : remarks) out << remark << '\n';
  out << '\n';
  const std::string noticed = notices_line(record);
  if (!noticed.empty()) out << noticed << '\n';
  out << verdicts_line(record) << '\n';
}

}  // namespace micro
