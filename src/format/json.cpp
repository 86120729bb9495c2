// JMH's JSON, for its readers: the same keys in the same order and lines. JMH leaves names, labels and units unescaped;
// this is strict JSON whatever they are.
//
// The JMH Visualizer takes all results of a class (the name up to its last dot) to have the same parameters: where one
// has none that another has, it shows a blank page or loses bars. So each result of a class gets all parameters of the
// class, "N/A" for those that it lacks.
//
// Keys that JMH does not have come last, and only where they say something: label, axes (of the variant, which tells
// which of the params are theirs), warnings, outcome, message.
#include <algorithm>
#include <cmath>
#include <concepts>
#include <iterator>
#include <map>

#include "format/format.h"
#include "format/names.h"
#include "format/number.h"
#include "format/table.h"
#include "json/json.h"
#include "text/text.h"

namespace micro {
namespace {

void append_text(std::string& out, std::string_view text) {
  // Most are keys and plain names, of which there are so many that a writer for each is felt.
  const bool plain = std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; });
  if (plain) {
    out.append(1, '"').append(text).append(1, '"');
  } else {
    JsonWriter(out).text(text);
  }
}

void append_number(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "\"NaN\"";
  } else if (std::isinf(value)) {
    out += value > 0 ? "\"+INF\"" : "\"-INF\"";
  } else {
    append_java_text(out, value);
  }
}

// JSON with a line for each value.
class Lines {
 public:
  void open(char bracket) {
    text_ += bracket;
    ++depth_;
    first_ = true;
  }
  void close(char bracket) {
    --depth_;
    new_line();
    text_ += bracket;
    first_ = false;
  }
  // Begins an element of an array.
  void element() {
    if (!first_) text_ += ',';
    first_ = false;
    new_line();
  }
  // Begins a member of an object.
  Lines& key(std::string_view name) {
    element();
    append_text(text_, name);
    text_ += " : ";
    return *this;
  }
  void value(std::string_view literal) { text_ += literal; }
  void text(std::string_view text) { append_text(text_, text); }
  void number(double number) { append_number(text_, number); }
  void integer(std::integral auto integer) { value(std::to_string(integer)); }

  // Hands over what was written so far.
  void flush(std::ostream& out) {
    out << text_;
    text_.clear();
  }

 private:
  void new_line() {
    text_ += '\n';
    text_.append(4 * depth_, ' ');
  }

  std::string text_;
  std::size_t depth_ = 0;
  bool first_ = true;
};

void write_numbers(const std::vector<double>& numbers, Lines& json) {
  json.open('[');
  for (const double number : numbers) {
    json.element();
    json.number(number);
  }
  json.close(']');
}

void write_forks(const std::vector<std::vector<double>>& forks, Lines& json) {
  json.open('[');
  for (const auto& iterations : forks) {
    json.element();
    write_numbers(iterations, json);
  }
  json.close(']');
}

void write_forks(const std::vector<std::vector<std::vector<HistogramBin>>>& forks, Lines& json) {
  json.open('[');
  for (const auto& iterations : forks) {
    json.element();
    json.open('[');
    for (const auto& bins : iterations) {
      json.element();
      json.open('[');
      for (const HistogramBin& bin : bins) {
        json.element();
        json.value("[ ");
        json.number(bin.value);
        json.value(", ");
        json.integer(bin.count);
        json.value(" ]");
      }
      json.close(']');
    }
    json.close(']');
  }
  json.close(']');
}

enum class RawData { samples, histograms };

void write_metric(const Metric& metric, RawData raw_data, Lines& json) {
  json.open('{');
  json.key("score").number(metric.score.value);
  json.key("scoreError").number(metric.score.error);
  write_numbers({metric.score.low, metric.score.high}, json.key("scoreConfidence"));
  json.key("scorePercentiles").open('{');
  for (std::size_t i = 0; i < percentile_ranks.size(); ++i) {
    json.key(java_text(percentile_ranks[i])).number(metric.score.percentiles[i]);
  }
  json.close('}');
  json.key("scoreUnit").text(metric.unit);
  if (raw_data == RawData::histograms) {
    write_forks(metric.histograms, json.key("rawDataHistogram"));
  } else {
    write_forks(metric.samples, json.key("rawData"));
  }
  json.close('}');
}

// Names and values of the parameters of a result.
using Parameters = std::vector<std::pair<std::string_view, std::string_view>>;

void write_result(const Result& result, const Parameters& parameters, const std::vector<const Warning*>& warnings,
                  Lines& json) {
  json.open('{');
  json.key("jmhVersion").text(result.cmicro_version);
  json.key("benchmark").text(result.name());
  json.key("mode").text(to_string(result.mode));
  json.key("threads").integer(result.threads);
  json.key("forks").integer(result.forks);
  json.key("jvm").text(result.program);
  json.key("jvmArgs").open('[');
  for (const std::string& argument : result.arguments) {
    json.element();
    json.text(argument);
  }
  json.close(']');
  json.key("jdkVersion").text(result.compiler);
  json.key("vmName").text(result.library);
  json.key("vmVersion").text(result.library_version);
  json.key("warmupIterations").integer(result.warmup_iterations);
  json.key("warmupTime").text(duration_text(result.warmup_time_ns));
  json.key("warmupBatchSize").integer(1);
  json.key("measurementIterations").integer(result.iterations);
  json.key("measurementTime").text(duration_text(result.iteration_time_ns));
  json.key("measurementBatchSize").integer(1);
  if (!parameters.empty()) {
    json.key("params").open('{');
    for (const auto& [name, value] : parameters) json.key(name).text(value);
    json.close('}');
  }
  write_metric(result.primary, result.mode == Mode::sample_time ? RawData::histograms : RawData::samples,
               json.key("primaryMetric"));
  json.key("secondaryMetrics").open('{');
  for (const Metric& metric : result.secondary) write_metric(metric, RawData::samples, json.key(metric.label));
  json.close('}');
  if (!result.label.empty()) json.key("label").text(result.label);
  if (!result.axes.empty()) {
    json.key("axes").open('{');
    for (const Parameter& axis : result.axes) json.key(axis.name).text(axis.value);
    json.close('}');
  }
  if (!warnings.empty()) {
    json.key("warnings").open('[');
    for (const Warning* warning : warnings) {
      json.element();
      json.open('{');
      json.key("kind").text(to_string(warning->kind));
      json.key("message").text(warning->message);
      json.key("remedy").text(warning->remedy);
      json.close('}');
    }
    json.close(']');
  }
  if (result.outcome != Outcome::ok) {
    json.key("outcome").text(to_string(result.outcome));
    json.key("message").text(result.message);
  }
  json.close('}');
}

bool is_written(const Result& result) {
  return result.outcome == Outcome::ok || result.primary.score.count > 0;
}

}  // namespace

void write_json(const RunRecord& record, const FormatOptions&, std::ostream& out) {
  const Table table = table_for_tools(record.results);
  const auto is_benchmark = [](const Row& row) {
    return row.metric == &row.result->primary && is_written(*row.result);
  };

  std::map<std::string, std::vector<bool>> used_in_class;  // class → for each parameter of the table
  for (const Row& row : table.rows) {
    if (!is_benchmark(row)) continue;
    std::vector<bool>& used = used_in_class[class_of(row.name)];
    used.resize(table.parameters.size());
    for (std::size_t p = 0; p < used.size(); ++p) used[p] = used[p] || row.parameters[p];
  }

  std::map<std::string, std::vector<const Warning*>> warnings;  // by the benchmark that they are about
  for (const Warning& warning : record.warnings) warnings[warning.subject].push_back(&warning);

  Lines json;
  json.open('[');
  for (const Row& row : table.rows) {
    if (!is_benchmark(row)) continue;
    const std::vector<bool>& used = used_in_class[class_of(row.name)];
    Parameters parameters;
    for (std::size_t p = 0; p < used.size(); ++p) {
      if (!used[p]) continue;
      parameters.emplace_back(table.parameters[p],
                              row.parameters[p] ? std::string_view(*row.parameters[p]) : not_applicable);
    }
    json.element();
    std::vector<const Warning*> of_result;
    const auto warned = warnings.find(row.result->identity());
    if (warned != warnings.end()) {
      std::ranges::copy_if(warned->second, std::back_inserter(of_result),
                           [&](const Warning* warning) { return is_about(*warning, *row.result); });
    }
    write_result(*row.result, parameters, of_result, json);
    json.flush(out);
  }
  json.close(']');
  json.value("\n\n\n");
  json.flush(out);
}

}  // namespace micro
