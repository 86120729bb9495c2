#include "golden/jmh_input.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "platform/files.h"
#include "stats/score.h"
#include "text/text.h"

namespace micro::test {
namespace {

template <typename T, std::size_t N>
T choice(const std::string& word, const std::pair<const char*, T> (&choices)[N]) {
  for (const auto& [name, value] : choices) {
    if (word == name) return value;
  }
  throw std::runtime_error("unknown word: " + word);
}

std::vector<double> numbers(const std::string& words) {
  std::vector<double> values;
  for (const std::string& word : split(words, ' ')) {
    if (word != "-") values.push_back(std::stod(word));
  }
  return values;
}

// "100:3,200:2/150:4": iterations of nanoseconds and counts.
std::vector<std::vector<HistogramBin>> histograms(const std::string& text, TimeUnit unit) {
  std::vector<std::vector<HistogramBin>> iterations;
  for (const std::string& iteration : split(text, '/')) {
    auto& bins = iterations.emplace_back();
    for (const std::string& bin : split(iteration, ',')) {
      const auto parts = split(bin, ':');
      bins.push_back({std::stod(parts.at(0)) / nanoseconds_in(unit), std::stoull(parts.at(1))});
    }
  }
  return iterations;
}

// A benchmark while its lines are read.
struct Input {
  Result result;
  TimeUnit unit = TimeUnit::microseconds;
  std::vector<std::string> forks;

  Input() {
    result.program = "/usr/bin/c++";
    result.compiler = "17.0.1";
    result.library = "Example VM";
    result.library_version = "17.0.1+0";
    result.cmicro_version = "1.38";
    result.warmup_iterations = result.iterations = 5;
    result.warmup_time_ns = result.iteration_time_ns = 10e9;
  }

  [[nodiscard]] std::string time_unit() const {
    const std::string name = to_string(unit);
    return result.mode == Mode::throughput ? "ops/" + name : name + "/op";
  }

  Metric& add_metric(const std::string& label, const std::string& unit) {
    Metric& added = result.secondary.emplace_back();
    added.label = label;
    added.unit = unit;
    return added;
  }

  Metric& metric(const std::string& label) {
    const auto found = std::ranges::find(result.secondary, label, &Metric::label);
    if (found == result.secondary.end()) throw std::runtime_error("no metric " + label);
    return *found;
  }

  void read(const std::vector<std::string>& fields);
  Result finish();
};

void Input::read(const std::vector<std::string>& fields) {
  const std::string& key = fields.at(0);
  const auto field = [&](std::size_t i) -> const std::string& { return fields.at(i); };
  if (key == "bench") {
    result.function = field(1);
  } else if (key == "mode") {
    result.mode = choice<Mode>(field(1), {{"thrpt", Mode::throughput},
                                          {"avgt", Mode::average_time},
                                          {"ss", Mode::single_shot},
                                          {"sample", Mode::sample_time}});
  } else if (key == "tu") {
    unit = choice<TimeUnit>(field(1), {{"NANOSECONDS", TimeUnit::nanoseconds},
                                       {"MICROSECONDS", TimeUnit::microseconds},
                                       {"MILLISECONDS", TimeUnit::milliseconds},
                                       {"SECONDS", TimeUnit::seconds}});
  } else if (key == "threads") {
    result.threads = std::stoi(field(1));
  } else if (key == "wi") {
    result.warmup_iterations = std::stoi(field(1));
  } else if (key == "wt") {
    result.warmup_time_ns = std::stod(field(1)) * 1e6;
  } else if (key == "mi") {
    result.iterations = std::stoi(field(1));
  } else if (key == "mt") {
    result.iteration_time_ns = std::stod(field(1)) * 1e6;
  } else if (key == "jvmArg") {
    result.arguments.push_back(field(1));
  } else if (key == "param") {
    result.parameters.push_back({field(1), field(2)});
  } else if (key == "fork") {
    forks.push_back(field(1));
  } else if (key == "sec") {
    Metric& secondary = add_metric(field(1), field(2));
    secondary.aggregation = choice<Aggregation>(field(3), {{"AVG", Aggregation::average},
                                                           {"SUM", Aggregation::sum},
                                                           {"MAX", Aggregation::maximum},
                                                           {"MIN", Aggregation::minimum}});
  } else if (key == "grp") {
    add_metric(field(1), time_unit());
  } else if (key == "secfork" || key == "grpfork") {
    Metric& secondary = metric(field(1));
    secondary.samples.push_back(numbers(field(2)));
    secondary.missing += split(field(2), ' ').size() - secondary.samples.back().size();
  } else {
    throw std::runtime_error("unknown key: " + key);
  }
}

Result Input::finish() {
  result.primary.unit = time_unit();
  result.primary.better = result.mode == Mode::throughput ? Better::higher : Better::lower;
  for (const std::string& fork : forks) {
    if (result.mode == Mode::sample_time) {
      result.primary.histograms.push_back(histograms(fork, unit));
    } else {
      result.primary.samples.push_back(numbers(fork));
    }
  }
  result.forks = result.planned_forks = static_cast<int>(forks.size());
  result.primary.score = score_of(result.primary);
  for (Metric& secondary : result.secondary) secondary.score = score_of(secondary);
  if (result.mode == Mode::sample_time) result.secondary = percentile_metrics(result.primary);
  std::ranges::sort(result.secondary, {}, &Metric::label);
  return std::move(result);
}

}  // namespace

std::string jmh_golden(const std::string& file) {
  return MICRO_TESTS_DIR "/golden/jmh/" + file;
}

std::vector<std::string> read_lines(const std::string& path) {
  std::istringstream text(read_file(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

std::vector<Result> read_jmh_input(const std::string& path) {
  std::vector<Result> results;
  std::vector<std::string> lines = read_lines(path);
  lines.emplace_back();
  std::optional<Input> input;
  for (const std::string& line : lines) {
    if (line.starts_with('#')) continue;
    if (line.empty()) {
      if (input) results.push_back(input->finish());
      input.reset();
      continue;
    }
    if (!input) input.emplace();
    input->read(split(line, '\t'));
  }
  return results;
}

}  // namespace micro::test
