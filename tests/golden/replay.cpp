#include "golden/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "gbench/filter.h"
#include "gbench/flags.h"
#include "json/json.h"
#include "platform/files.h"

namespace micro {
namespace {

std::string text_or(const JsonValue& json, const char* key, const std::string& fallback) {
  const auto value = json.find(key);
  return value ? value->text() : fallback;
}

std::string flag_value(const Command& command, const std::string& flag) {
  for (const std::string& argument : command.arguments) {
    if (argument.rfind(flag + "=", 0) == 0) return argument.substr(flag.size() + 1);
  }
  return "";
}

bool has_flags(const Command& command, const std::vector<std::string>& flags) {
  return std::all_of(flags.begin(), flags.end(), [&](const std::string& flag) {
    return std::find(command.arguments.begin(), command.arguments.end(), flag) != command.arguments.end();
  });
}

void end_process(ProcessResult& result, const JsonValue& how) {
  result.standard_error = text_or(how, "stderr", "");
  result.timed_out = how.find("timed_out").has_value();
  if (const auto signal = how.find("signal")) {
    result.signal = static_cast<int>(signal->integer());
  } else {
    const auto code = how.find("exit_code");
    result.exit_code = code ? static_cast<int>(code->integer()) : 0;
  }
}

void write_rows(JsonWriter& json, const JsonValue& benchmark, const JsonValue& fork) {
  const auto start = [&](std::size_t repetition) {
    json.begin_object().key("name").text(benchmark.at("name").text()).key("run_name").text(benchmark.at("name").text());
    json.key("run_type").text("iteration").key("repetition_index").unsigned_integer(repetition);
    const auto threads = benchmark.find("threads");
    json.key("threads").integer(threads ? threads->integer() : 1);
  };
  for (const auto& [key, flag, text] :
       {std::tuple("error", "error_occurred", "error_message"), std::tuple("skip", "skipped", "skip_message")}) {
    const auto message = fork.find(key);
    if (!message) continue;
    start(0);
    json.key(flag).boolean(true).key(text).text(message->text()).key("iterations").integer(1);
    json.key("real_time").number(0).key("cpu_time").number(0).key("time_unit").text("ns").end_object();
    return;
  }
  const auto real = fork.find("real_ns");
  if (!real) return;
  const JsonItems times = real->items();
  const auto cpu = fork.find("cpu_ns");
  for (std::size_t i = 0; i < times.size(); ++i) {
    start(i);
    const auto ops = fork.find("ops");
    json.key("iterations").integer(ops ? ops->integer() : 1000).key("real_time").number(times[i].number());
    json.key("cpu_time").number(cpu ? cpu->items()[i].number() : times[i].number()).key("time_unit").text("ns");
    if (const auto counters = fork.find("counters")) {
      for (const auto& [name, value] : counters->members()) json.key(name).number(value.number());
    }
    if (const auto label = fork.find("label")) json.key("label").text(label->text());
    json.end_object();
  }
  if (const auto fit = benchmark.find("big_o")) {
    json.begin_object().key("name").text("f_BigO").key("run_name").text("f").key("run_type").text("aggregate");
    json.key("aggregate_name").text("BigO").key("cpu_coefficient").number(fit->items()[1].number());
    json.key("real_coefficient").number(fit->items()[1].number()).key("big_o").text(fit->items()[0].text());
    json.key("time_unit").text("ns").end_object();
  }
}

std::string report_of(const JsonValue& program, const JsonValue& benchmark, const JsonValue& fork) {
  if (const auto raw = fork.find("report")) return raw->text();
  if (fork.find("signal") || fork.find("exit_code") || fork.find("timed_out")) return "";
  std::string text;
  JsonWriter json(text);
  json.begin_object().key("context").begin_object().key("date").text("2026-11-30T12:00:00+00:00");
  const std::string version = text_or(program, "version", "v1.9.5");
  if (!version.empty()) json.key("library_version").text(version);
  json.key("library_build_type").text(text_or(program, "build_type", "release")).end_object();
  json.key("benchmarks").begin_array();
  write_rows(json, benchmark, fork);
  json.end_array().end_object();
  if (const auto cut = fork.find("cut")) text.resize(text.size() - cut->unsigned_integer());
  return text;
}

// A run under callgrind: a loop of the asked ops, as callgrind's files tell it.
void count(ProcessResult& result, const Command& command, const JsonValue& program, const JsonValue& benchmark) {
  const JsonValue counts = benchmark.at("instructions");
  end_process(result, counts);
  const auto per_op = counts.find("per_op");
  if (!per_op) return;
  const std::uint64_t ops = std::stoull(flag_value(command, "--benchmark_min_time"));
  const std::string path = flag_value(command, "--callgrind-out-file");
  const auto write = [&](const std::string& file, const std::string& trigger, std::uint64_t instructions) {
    write_file(file, fmt::format("desc: Trigger: {}\nsummary: {}\n", trigger, instructions));
  };
  constexpr std::uint64_t constant = 75;
  write(path + ".1", "--dump-before=benchmark::State::StartKeepRunning()", 1'000'000);
  write(path + ".2", "--dump-before=benchmark::State::PauseTiming()", constant + per_op->unsigned_integer() * ops);
  write(path, "Program termination", 1'000'000);
  const JsonDocument fork(fmt::format(R"({{"real_ns": [1000], "ops": {}}})", ops), "");
  write_file(flag_value(command, "--benchmark_out"), report_of(program, benchmark, fork.root()));
}

}  // namespace

ProcessResult ReplayedProgram::run(const Command& command, std::int64_t, const OutputLimits&) {
  const JsonDocument document(description_, "program.json");
  const JsonValue program = document.root();
  ProcessResult result;
  result.elapsed_ns = 50'000'000;
  clock_.now_ns += result.elapsed_ns;
  if (const auto commands = program.find("commands")) {
    if (const auto other = commands->find(command.arguments.front())) {
      end_process(result, *other);
      result.elapsed_ns /= 10;
      return result;
    }
  }
  if (command.arguments == std::vector<std::string>{"valgrind", "--version"}) {
    result.exit_code = 0;
    return result;
  }
  const std::string noise = text_or(program, "noise", "");
  if (has_flags(command, empty_listing_flags()) || has_flags(command, listing_flags())) {
    result.standard_output = noise;
    if (!has_flags(command, empty_listing_flags())) {
      for (const JsonValue& benchmark : program.at("benchmarks").items()) {
        result.standard_output += benchmark.at("name").text() + "\n";
      }
    }
    const JsonDocument fine("{}", "");
    const auto listing = program.find("listing");
    end_process(result, listing ? *listing : fine.root());
    return result;
  }
  if (has_flags(command, {"--help"})) {
    const auto fixed = program.find("fixed_ops");
    result.exit_code = 0;
    result.standard_output = fixed && fixed->boolean() ? "[--benchmark_min_time=`<integer>x` OR `<float>s`]\n" : "";
    return result;
  }
  bool has_name = false;
  for (const JsonValue& benchmark : program.at("benchmarks").items()) {
    const std::string name = benchmark.at("name").text();
    if (flag_value(command, "--benchmark_filter") != exact_filter(name)) continue;
    has_name = true;
    const std::string when = text_or(benchmark, "when", "");
    if (!when.empty() && !has_flags(command, {when}) &&
        std::ranges::find(command.environment, when) == command.environment.end()) {
      continue;
    }
    if (!flag_value(command, "--callgrind-out-file").empty()) {
      count(result, command, program, benchmark);
      return result;
    }
    const bool single = has_flags(command, {"--benchmark_min_time=1x"}) && benchmark.find("single_shots");
    const char* kind = single ? "single_shots" : "forks";
    const JsonItems forks = benchmark.at(kind).items();
    const JsonValue fork = forks[std::min(forks_made_[name + kind + when]++, forks.size() - 1)];
    end_process(result, fork);
    const std::string report = report_of(program, benchmark, fork);
    if (!report.empty()) write_file(flag_value(command, "--benchmark_out"), report);
    return result;
  }
  if (has_name) {
    write_file(flag_value(command, "--benchmark_out"), "");
    result.exit_code = 0;
    result.standard_error = "Failed to match any benchmarks against regex: ^f$\n";
    return result;
  }
  throw std::logic_error(fmt::format("no benchmark has the filter {}", flag_value(command, "--benchmark_filter")));
}

}  // namespace micro
