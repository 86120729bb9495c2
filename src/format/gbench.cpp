// Google Benchmark's own JSON, for its readers: compare.py, Bencher, github-action-benchmark and others. There are
// rows of run_type "iteration" only, since its readers take means and deviations for benchmarks. Every measured
// iteration of every fork is a row, counted through by repetition_index: what a program writes that was called once
// with as many repetitions. Nothing of it depends on the run: names are those that Google Benchmark knows, after
// "suite.", times are in nanoseconds.
//
// * real_time has the meaning of the library_version in the context: versions before 1.9 divide it by the number of
//   threads, and a reader undoes that.
// * Where one benchmark was asked for as average time and as throughput, it is there once, as time; a throughput alone
//   is turned back into time per op. A benchmark of JMH's sample mode has no times of iterations: it is one row with
//   the mean of its timed calls.
// * A benchmark that failed is one row with error_occurred, one that was skipped a row with skipped (since 1.8), both
//   without times: the samples of forks that did not fail are not shown as if they were the whole.
// * This is strict JSON. NaN and infinities, which Google Benchmark writes bare, are the strings "NaN", "Infinity" and
//   "-Infinity". Google Benchmark writes a counter that is called as a member of the row a second time under that name,
//   and most readers then take the counter for the time; here it is called "counter:real_time".
// * iterations is 0 where the number of calls is not known, cpu_time is 0 where there is none (results read from JMH).
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <unordered_map>

#include "format/format.h"
#include "format/steady.h"
#include "gbench/report.h"
#include "gbench/wall_time.h"
#include "json/json.h"
#include "options/options_json.h"
#include "stats/units.h"

namespace micro {
namespace {

std::string literal(std::string_view text) {
  std::string out;
  JsonWriter(out).text(text);
  return out;
}

// As JsonWriter's, but many rows of a benchmark have the same texts, which are made once.
void append_member(std::string& row, std::string_view key_literal, double value) {
  row.append(", ").append(key_literal).append(": ");
  if (std::isnan(value)) {
    row += "\"NaN\"";
  } else if (std::isinf(value)) {
    row += value < 0 ? "\"-Infinity\"" : "\"Infinity\"";
  } else {
    std::array<char, 32> digits;  // 17, sign, point, exponent
    row.append(digits.data(), fmt::format_to(digits.data(), "{}", value));
  }
}

void append_integer(std::string& row, std::uint64_t value) {
  const fmt::format_int digits(value);
  row.append(digits.data(), digits.size());
}

void write_caches(const std::vector<CpuCache>& caches, JsonWriter& json) {
  json.key("caches").begin_array();  // Bencher wants it to be there
  for (const CpuCache& cache : caches) {
    json.begin_object();
    json.key("type").text(cache.type).key("level").integer(cache.level);
    json.key("size").integer(cache.bytes).key("num_sharing").integer(cache.sharing);
    json.end_object();
  }
  json.end_array();
}

std::string context_of(const RunRecord& record, const Result* first) {
  const HeaderEntry header = record.headers.empty() ? HeaderEntry() : record.headers.front();
  const Environment& environment = header.environment;
  std::string out;
  JsonWriter json(out);
  const auto text = [&](const char* key, const std::string& value) {
    if (!value.empty()) json.key(key).text(value);
  };
  json.begin_object();
  text("date", header.time);
  text("host_name", environment.host);
  if (first) text("executable", first->program);
  if (environment.cpus) json.key("num_cpus").integer(*environment.cpus);
  if (!environment.governor.empty()) json.key("cpu_scaling_enabled").boolean(environment.governor != "performance");
  if (!environment.aslr.empty()) json.key("aslr_enabled").boolean(environment.aslr == "on");
  write_caches(environment.caches, json);
  json.key("load_avg").begin_array();
  if (environment.load) json.number(*environment.load);
  json.end_array();
  if (first) {
    text("library_version", first->library_version);
    text("library_build_type", first->library_build_type);
  }
  json.key("json_schema_version").integer(1);
  json.key("micro_version").text(version);
  text("micro_test", header.test);
  json.end_object();
  return out;
}

// Counts families of benchmarks, and the benchmarks in each, in the order in which they come.
class Families {
 public:
  std::pair<std::size_t, std::size_t> place_of(const Result& result) {
    const std::string family = fmt::format("{}\n{}\n{}\n{}", result.suite, result.function, result.variant,
                                           result.mode == Mode::single_shot ? "ss" : "");
    const auto [found, is_new] = families_.try_emplace(family, families_.size(), 0);
    return {found->second.first, found->second.second++};
  }

 private:
  std::unordered_map<std::string, std::pair<std::size_t, std::size_t>> families_;  // index, benchmarks so far
};

struct Counter {
  std::string key;  // a JSON literal
  const Metric* metric;
};

std::vector<Counter> counters_of(const Result& result, const Metric* cpu_time) {
  std::vector<Counter> counters;
  for (const Metric& metric : result.secondary) {
    if (&metric == cpu_time) continue;
    counters.push_back({literal((is_report_field(metric.label) ? "counter:" : "") + metric.label), &metric});
  }
  return counters;
}

// The rows of one benchmark, each after ",\n" but the very first of the file.
class Rows {
 public:
  Rows(std::string library_version, std::ostream& out) : library_version_(std::move(library_version)), out_(out) {}

  void add(const Result& result) {
    std::size_t repetitions = 0;
    for (const auto& fork : result.primary.samples) repetitions += fork.size();
    const bool ok = result.outcome == Outcome::ok && result.primary.score.count > 0;
    const bool whole = !ok || repetitions == 0;  // one row
    const std::string name = literal(steady_name_with_suite(result, ModeInName::if_measured_apart));
    const auto [family, instance] = families_.place_of(result);
    start_ = fmt::format(
        R"({{"name": {}, "family_index": {}, "per_family_instance_index": {}, "run_name": {}, "run_type": "iteration", )"
        R"("repetitions": {}, "repetition_index": )",
        name, family, instance, name, whole ? 1 : repetitions);
    end_ = result.label.empty() ? "}" : ", \"label\": " + literal(result.label) + "}";
    if (!ok) {
      add_failure(result);
    } else if (whole) {
      begin_row(0, result.threads);
      finish_times(result.primary.score.count, result, result.primary.score.value, nullptr);
      end_row();
    } else {
      add_iterations(result);
    }
    out_ << text_;
    text_.clear();
  }

 private:
  void begin_row(std::size_t repetition, int threads) {
    if (!first_) text_ += ",\n";
    first_ = false;
    text_ += "    ";
    text_ += start_;
    append_integer(text_, repetition);
    text_ += ", \"threads\": ";
    append_integer(text_, static_cast<std::uint64_t>(threads));
  }
  void end_row() { text_ += end_; }

  void finish_times(std::uint64_t ops, const Result& result, double time, const double* cpu_ns) {
    const double wall_ns = ns_per_op(time, result.primary.unit, result.threads).value_or(time);
    text_ += ", \"iterations\": ";
    append_integer(text_, ops);
    append_member(text_, "\"real_time\"", reported_real_time(wall_ns, result.threads, library_version_));
    append_member(text_, "\"cpu_time\"", cpu_ns ? *cpu_ns : 0);
    text_ += ", \"time_unit\": \"ns\"";
  }

  void add_iterations(const Result& result) {
    const Metric* cpu_time = cpu_time_of(result);
    const std::vector<Counter> counters = counters_of(result, cpu_time);
    std::size_t repetition = 0;
    const auto& forks = result.primary.samples;
    for (std::size_t fork = 0; fork < forks.size(); ++fork) {
      for (std::size_t i = 0; i < forks[fork].size(); ++i) {
        begin_row(repetition++, result.threads);
        const bool has_ops = fork < result.ops.size() && i < result.ops[fork].size();
        const double* cpu = cpu_time ? cpu_time->sample_of(fork, i) : nullptr;
        const double cpu_ns = cpu ? ns_per_op(*cpu, cpu_time->unit, 1).value_or(*cpu) : 0;
        finish_times(has_ops ? result.ops[fork][i] : 0, result, forks[fork][i], cpu ? &cpu_ns : nullptr);
        for (const Counter& counter : counters) {
          const double* value = counter.metric->sample_of(fork, i);
          if (value) append_member(text_, counter.key, *value);
        }
        end_row();
      }
    }
  }

  void add_failure(const Result& result) {
    begin_row(0, result.threads);
    if (result.outcome == Outcome::skipped) {
      text_ += ", \"skipped\": true, \"skip_message\": " + literal(result.message);
    } else {
      const std::string reason = result.outcome == Outcome::ok ? "was not measured" : result.message;
      text_ += ", \"error_occurred\": true, \"error_message\": " + literal(reason);
    }
    text_ += ", \"iterations\": 0, \"real_time\": 0, \"cpu_time\": 0, \"time_unit\": \"ns\"";
    end_row();
  }

  std::string library_version_;
  std::ostream& out_;
  Families families_;
  std::string text_;
  std::string start_;  // of each row of the benchmark, up to the index of the repetition
  std::string end_;
  bool first_ = true;
};

}  // namespace

void write_gbench(const RunRecord& record, const FormatOptions&, std::ostream& out) {
  const Result* first = record.results.empty() ? nullptr : &record.results.front();
  out << "{\n  \"context\": " << context_of(record, first) << ",\n  \"benchmarks\": [\n";
  Rows rows(first ? first->library_version : "", out);
  for (const Result* result : each_time_once(record.results)) rows.add(*result);
  out << "\n  ]\n}\n";
}

}  // namespace micro
