// A comparison as JSON in a schema of its own (CONTRIBUTING.md, "Comparison"), a line for each benchmark. Ratios are of
// the contender's time to the baseline's; what is unknown is null.
#include <cmath>

#include "compare/gate.h"
#include "format/comparison.h"
#include "json/json.h"

namespace micro {
namespace {

constexpr int schema = 1;

void write_number(JsonWriter& json, double value) {
  if (std::isfinite(value)) {
    json.number(value);
  } else {
    json.null();
  }
}

void write_side(JsonWriter& json, const Result& result, double median_ns, double cpu_median_ns) {
  json.begin_object().key("suite").text(result.suite).key("benchmark").text(result.benchmark);
  json.key("variant").text(result.variant).key("mode").text(to_string(result.mode));
  json.key("parameters").begin_object();
  for (const Parameter& parameter : result.parameters) json.key(parameter.name).text(parameter.value);
  json.end_object().key("threads").integer(result.threads).key("forks").integer(result.forks);
  json.key("outcome").text(to_string(result.outcome));
  if (!result.message.empty()) json.key("message").text(result.message);
  write_number(json.key("median_ns"), median_ns);
  write_number(json.key("cpu_median_ns"), cpu_median_ns);
  json.key("program").text(result.program).key("compiler").text(result.compiler).key("flags").text(result.flags);
  json.key("build_type").text(result.build_type).key("features").texts(result.features);
  json.key("library").text(result.library).key("library_version").text(result.library_version);
  json.end_object();
}

void write_decision(JsonWriter& json, const Comparison& comparison) {
  const Decided& decided = comparison.decided;
  json.key("verdict").text(to_string(decided.verdict));
  write_number(json.key("ratio"), comparison.has_ratio() ? decided.ratio : NAN);
  write_number(json.key("low"), decided.low > 0 ? decided.low : NAN);
  write_number(json.key("high"), decided.high);
  json.key("p").number(decided.p);
  if (comparison.is_paired) {
    json.key("pairs")
        .unsigned_integer(decided.pairs)
        .key("pairs_to_confirm")
        .unsigned_integer(decided.pairs_to_confirm);
    if (decided.pairs_needed) json.key("pairs_needed").unsigned_integer(*decided.pairs_needed);
    if (comparison.tail) json.key("tail").number(*comparison.tail);
  } else {
    json.key("baseline_samples").unsigned_integer(comparison.apart.baseline_samples);
    json.key("contender_samples").unsigned_integer(comparison.apart.contender_samples);
    json.key("samples").text(comparison.apart.of_forks ? "forks" : "iterations");
  }
}

void write_comparison(JsonWriter& json, const Comparison& comparison, const GateRules& rules) {
  json.begin_object().key("name").text(comparison.name());
  json.key("control").boolean(comparison.is_control).key("paired").boolean(comparison.is_paired);
  json.key("trust").text(to_string(comparison.trust));
  if (comparison.is_decidable()) {
    write_decision(json, comparison);
  } else {
    json.key("verdict").null();
  }
  if (comparison.is_paired) {
    json.key("end").text(comparison.end).key("left_out").unsigned_integer(comparison.unpaired);
  }
  if (comparison.delayed) {
    json.key("delayed").begin_object().key("function").text(comparison.delayed->name);
    json.key("delay_ns").number(comparison.delayed->delay_ns).key("calls_per_op");
    comparison.delayed->calls_per_op ? json.number(*comparison.delayed->calls_per_op) : json.null();
    json.end_object();
  }
  const std::string comment = cells_of(comparison).comment;
  if (!comment.empty()) json.key("comment").text(comment);
  const Breach breach = breach_of(comparison, rules);
  if (breach != Breach::none) json.key("breach").text(to_string(breach));
  write_side(json.key("baseline"), comparison.baseline, comparison.baseline_ns, comparison.baseline_cpu_ns);
  write_side(json.key("contender"), comparison.contender, comparison.contender_ns, comparison.contender_cpu_ns);
  json.key("counters").begin_array();
  for (const CounterChange& counter : comparison.counters) {
    json.begin_object().key("label").text(counter.label).key("unit").text(counter.unit);
    json.key("better").text(to_string(counter.better));
    write_number(json.key("baseline"), counter.baseline);
    write_number(json.key("contender"), counter.contender);
    json.key("exact").boolean(counter.is_exact).end_object();
  }
  json.end_array().end_object();
}

void write_header(JsonWriter& json, const HeaderEntry& header) {
  json.begin_object().key("cmicro").text(header.cmicro).key("time").text(header.time).key("test").text(header.test);
  json.key("revision").text(header.revision);
  if (header.dirty) json.key("dirty").boolean(*header.dirty);
  const Environment& machine = header.environment;
  json.key("host").text(machine.host).key("os").text(machine.os).key("cpu").text(machine.cpu);
  if (machine.cpus) json.key("cpus").integer(*machine.cpus);
  if (machine.load) json.key("load").number(*machine.load);
  json.end_object();
}

// Without its opening brace, as it goes on after the comparisons.
std::string rest_of(const ComparisonRecord& record, const ComparisonOptions& options) {
  std::string text;
  {
    JsonWriter json(text);
    json.begin_object().key("only_in_baseline").texts(record.only_in_baseline);
    json.key("only_in_contender").texts(record.only_in_contender);
    json.key("verdicts").begin_object();
    for (const Verdict verdict : {Verdict::slower, Verdict::faster, Verdict::equal, Verdict::inconclusive}) {
      json.key(to_string(verdict)).unsigned_integer(count_of(record, verdict));
    }
    json.key("failed").unsigned_integer(count_of_failed(record));
    json.key("skipped").unsigned_integer(count_of_skipped(record)).end_object();
    const MeanRatio mean = mean_ratio(record);
    if (mean.count > 0) {
      json.key("geometric_mean").begin_object().key("ratio").number(mean.ratio);
      json.key("count").unsigned_integer(mean.count).end_object();
    }
    if (options.gate.is_set()) {
      json.key("fail_on").begin_object().key("broken").text(to_string(breach_of(record, options.gate)));
      json.key("sentence").text(gate_sentence(record, options.gate)).end_object();
    }
    json.key("failures").begin_array();
    for (const FailureEntry& failure : record.failures) {
      json.begin_object().key("suite").text(failure.suite).key("variant").text(failure.variant);
      json.key("stage").text(failure.stage).key("message").text(failure.message).end_object();
    }
    json.end_array().key("warnings").begin_array();
    for (const Warning& warning : record.warnings) {
      json.begin_object().key("kind").text(to_string(warning.kind)).key("subject").text(warning.subject);
      json.key("message").text(warning.message).key("remedy").text(warning.remedy).end_object();
    }
    json.end_array().key("notes").texts(record.notes).key("runs").begin_array();
    for (const HeaderEntry& header : record.headers) write_header(json, header);
    json.end_array().end_object();
  }
  return text.substr(1);
}

}  // namespace

void write_comparison_json(const ComparisonRecord& record, const ComparisonOptions& options, std::ostream& out) {
  std::string text;
  {
    JsonWriter json(text);
    json.begin_object().key("micro_comparison").integer(schema).key("baseline").text(record.baseline);
    json.key("contender").text(record.contender).end_object();
  }
  text.pop_back();
  out << text << ",\n\"comparisons\":[";
  for (std::size_t i = 0; i < record.comparisons.size(); ++i) {
    text.clear();
    {
      JsonWriter json(text);
      write_comparison(json, record.comparisons[i], options.gate);
    }
    out << (i > 0 ? ",\n" : "\n") << text;
  }
  out << "\n],\n" << rest_of(record, options) << '\n';
}

}  // namespace micro
