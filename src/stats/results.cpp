#include "stats/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "gbench/wall_time.h"
#include "model/limits.h"
#include "model/order.h"
#include "model/saturated.h"
#include "options/layers.h"
#include "stats/baselines.h"
#include "stats/complexity.h"
#include "stats/score.h"
#include "stats/units.h"
#include "stats/warnings.h"
#include "text/text.h"

namespace micro {
namespace {

// What the library's own counters are; of a user's counter only he knows.
const CounterEntry known_counters[] = {
    {"bytes_per_second", "B/s", Better::higher},     {"items_per_second", "items/s", Better::higher},
    {"allocs_per_iter", "allocs/op", Better::lower}, {"max_bytes_used", "B", Better::lower},
    {"total_allocated_bytes", "B", Better::lower},   {"net_heap_growth", "B", Better::lower}};

// What the suite says of the counter, else what we know.
CounterEntry described(const std::string& label, const std::vector<CounterEntry>& declared) {
  const auto said = std::ranges::find(declared, label, &CounterEntry::label);
  if (said != declared.end()) return *said;
  const auto known = std::ranges::find(known_counters, label, &CounterEntry::label);
  return known != std::end(known_counters) ? *known : CounterEntry{label, "", Better::lower};
}

Baseline baseline_of(const BenchmarkEntry& entry) {
  const auto value = [&](std::string_view key) {
    const auto* found = entry.option(key);
    return found ? found->front() : "";
  };
  return value("RATIO") == "off" ? Baseline() : baseline_from(value("BASELINE"), value("BASELINE_PARAM"));
}

// Both are computed from the same iterations.
bool is_other_view(const Result& a, const Result& b) {
  const bool same = a.full_name() == b.full_name() && a.variant == b.variant;
  return same && a.mode != Mode::single_shot && b.mode != Mode::single_shot;
}

void append(std::vector<Warning>& to, const std::vector<Warning>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

LimitError too_many_missing(const std::string& name) {
  return LimitError(
      fmt::format("{}: has counters that most of its forks lack: {} times one is missing at most\n  hint: is there a "
                  "number in the name of a counter, which is another one in each fork?",
                  name, most_missing_counters));
}

}  // namespace

ResultBuilder::Collected& ResultBuilder::collected(const BenchmarkId& id) {
  const auto [place, is_new] = index_.try_emplace(id, benchmarks_.size());
  if (is_new) {
    Collected& added = benchmarks_.emplace_back();
    const BenchmarkName name = parse_benchmark_name(id.benchmark);
    added.result.suite = id.suite;
    added.result.benchmark = id.benchmark;
    added.result.function = name.function;
    added.result.parameters = told_parameters(name);
    added.result.threads = name.threads;
    added.result.variant = id.variant;
    added.single_shot = id.single_shot;
    added.result.side = id.side;
    added.modes = {id.single_shot ? Mode::single_shot : Mode::average_time};
    added.result.forks = 0;
    added.result.planned_forks = 0;
    added.result.cmicro_version = record_.headers.empty() ? "" : record_.headers.back().cmicro;
  }
  return benchmarks_[place->second];
}

void ResultBuilder::add_fork(const ForkEntry& fork) {
  Collected& benchmark = collected(fork.id);
  Result& result = benchmark.result;
  if (!fork.start.empty() && !benchmark.seen.emplace(fork.start, fork.order).second) {
    ++repeated_forks_;
    return;
  }
  result.threads = fork.threads;
  result.measured_ns = saturated_sum(result.measured_ns, fork.elapsed_ns);
  if (!fork.library_build_type.empty()) result.library_build_type = fork.library_build_type;
  if (!fork.library_version.empty()) result.library_version = fork.library_version;
  if (!fork.label.empty()) result.label = fork.label;
  if (fork.outcome != Outcome::ok) {
    ++benchmark.failed_forks;
    if (result.outcome == Outcome::ok) {
      result.outcome = fork.outcome;
      result.message = fork.message;
      result.details = quoted_tail(fork.stderr_tail, 10);
      if (!fork.command.empty()) {
        const auto line = [&](const std::vector<std::string>& words, const std::string& directory = "") {
          return shell_line(words, benchmark.environment, directory);
        };
        const std::string& directory = benchmark.working_directory;
        result.details += "  repeat: ";
        if (benchmark.before_fork.empty()) {
          result.details += line(fork.command, directory);
        } else {
          result.details += line(benchmark.before_fork, directory) + " && " + line(fork.command);
        }
        if (!benchmark.after_fork.empty()) {
          result.details += "; " + line(benchmark.after_fork);
        }
        result.details += '\n';
      }
    }
    return;
  }
  ++result.forks;
  if (fork.fit && !fork.iterations.empty()) {
    // Of one size alone the library's coefficient is its mean time / the value of the term.
    double sum = 0;
    for (const auto* iterations : {&fork.warmup, &fork.iterations}) {
      for (const IterationEntry& iteration : *iterations) sum += iteration.real_ns;
    }
    benchmark.fit_order = fork.fit->order;
    benchmark.fit_term = sum / static_cast<double>(fork.warmup.size() + fork.iterations.size()) / fork.fit->real_ns;
  }
  benchmark.other_iterations |= fork.iterations.size() != benchmark.expected_iterations;
  std::vector<double>& real = result.primary.samples.emplace_back();
  std::vector<double>& cpu = benchmark.cpu_ns.emplace_back();
  std::vector<std::uint64_t>& ops = result.ops.emplace_back();
  const std::size_t index = result.primary.samples.size() - 1;
  real.reserve(fork.iterations.size());
  cpu.reserve(fork.iterations.size());
  ops.reserve(fork.iterations.size());
  for (std::size_t i = 0; i < fork.iterations.size(); ++i) {
    const IterationEntry& iteration = fork.iterations[i];
    real.push_back(wall_time_per_op(iteration.real_ns, fork.threads, fork.library_version));
    cpu.push_back(iteration.cpu_ns);
    ops.push_back(iteration.ops);
    for (const auto& [label, value] : iteration.counters) {
      ResultBuilder::CounterSamples& counter = benchmark.counters[label];
      if (counter.values.size() < index) missing_counters_ += index - counter.values.size();
      if (missing_counters_ > most_missing_counters) throw too_many_missing(result.identity());
      counter.values.resize(index + 1);
      counter.iterations.resize(index + 1);
      counter.has_gaps |= counter.values[index].size() < i;
      counter.values[index].push_back(value);
      counter.iterations[index].push_back(i);
    }
  }
}

void ResultBuilder::take(JournalEntry entry) {
  if (auto* header = std::get_if<HeaderEntry>(&entry)) {
    if (header->is_resumption) {
      const std::string load =
          header->environment.load ? fmt::format(", at a load of {:.2f}", *header->environment.load) : "";
      record_.notes.push_back(fmt::format(
          "the run was interrupted, and resumed {}{}: what came before and what came after are samples of one result",
          header->time, load));
    }
    record_.headers.push_back(std::move(*header));
  } else if (auto* failure = std::get_if<FailureEntry>(&entry)) {
    // Each call that was to run a variant says that there is none.
    if (std::ranges::find(record_.failures, *failure) == record_.failures.end()) {
      record_.failures.push_back(std::move(*failure));
    }
  } else if (const auto* fork = std::get_if<ForkEntry>(&entry)) {
    disturbed_.take(*fork);
    add_fork(*fork);
  } else if (const auto* count = std::get_if<CountEntry>(&entry)) {
    if (count->metric != instructions_label) return;  // of a newer Micro
    collected(count->id).count = *count;
  } else if (auto* planned = std::get_if<BenchmarkEntry>(&entry)) {
    Collected& benchmark = collected(planned->id);
    Result& result = benchmark.result;
    // Entries of one run, as a journal that was given twice has them, are no second run.
    const bool again = result.planned_forks > 0;
    benchmark.differs |= again && (benchmark.options != planned->options || result.program != planned->executable ||
                                   result.arguments != planned->arguments || result.axes != planned->axes ||
                                   benchmark.flags != planned->flags || result.compiler != planned->compiler);
    benchmark.options = planned->options;
    benchmark.flags = planned->flags;
    result.planned_forks = saturated_sum(result.planned_forks, planned->forks);
    result.warmup_iterations = planned->warmup_iterations;
    result.warmup_time_ns = planned->warmup_ns;
    result.iterations = planned->iterations;
    result.iteration_time_ns = planned->iteration_ns;
    result.program = planned->executable;
    result.arguments = planned->arguments;
    result.compiler = planned->compiler;
    benchmark.working_directory = planned->working_directory;
    result.flags = planned->flags;
    result.build_type = planned->build_type;
    result.axes = planned->axes;
    result.cpus = planned->cpus;
    const auto* aslr = planned->option("ASLR");
    result.aslr = !aslr || aslr->front() != "off";
    result.features = planned->features;
    result.not_a_measurement = planned->not_a_measurement;
    benchmark.declared_counters = planned->counters;
    if (const auto* environment = planned->option("ENVIRONMENT")) benchmark.environment = *environment;
    if (const auto* before = planned->option("BEFORE_FORK")) benchmark.before_fork = *before;
    if (const auto* after = planned->option("AFTER_FORK")) benchmark.after_fork = *after;
    // The last of a name wins.
    benchmark.environment.insert(benchmark.environment.end(), planned->environment.begin(), planned->environment.end());
    const auto* unit = planned->option("UNIT");
    result.unit = view_.unit ? *view_.unit : unit ? unit_from(unit->front()) : std::nullopt;
    const auto* modes = planned->option("MODE");
    if (view_.modes) {
      benchmark.modes = *view_.modes;
    } else if (modes) {
      const std::vector<Mode> known = modes_from(modes->front());
      benchmark.has_unknown_mode |= known.empty();
      if (!known.empty()) benchmark.modes = known;
    }
    result.baseline = view_.baseline ? *view_.baseline : baseline_of(*planned);
    benchmark.expected_iterations = static_cast<std::size_t>(planned->iterations);
  }
}

bool ResultBuilder::conclude(Collected& benchmark) {
  Result& result = benchmark.result;
  const int done = result.forks + benchmark.failed_forks;
  if (result.outcome != Outcome::ok && result.outcome != Outcome::skipped) {
    const int left = result.planned_forks - done;
    result.message = fmt::format("{} of {} forks failed{}: {}", benchmark.failed_forks, done,
                                 left > 0 ? fmt::format(" ({} more not made)", left) : "", result.message);
  } else if (done == 0 && benchmark.count && result.planned_forks == 0) {
    // There was nothing else to do.
    result.outcome = benchmark.count->outcome;
    result.message = "instructions could not be counted: " + benchmark.count->message;
    return true;
  } else if (done == 0) {
    record_.notes.push_back(fmt::format("{}: was not measured, the run ended before", result.identity()));
    return false;
  } else if (done < result.planned_forks && result.outcome == Outcome::ok) {
    record_.notes.push_back(
        fmt::format("{}: {} of {} forks, the run ended before", result.identity(), done, result.planned_forks));
  }
  return true;
}

Result ResultBuilder::in_mode(const Collected& benchmark, Mode mode) {
  Result result = benchmark.result;
  result.mode = mode;
  if (mode == Mode::throughput) {
    // All threads of a benchmark work at once.
    for (std::vector<double>& fork : result.primary.samples) {
      for (double& sample : fork) sample = result.threads / sample;
    }
  }
  result.primary.better = mode == Mode::throughput ? Better::higher : Better::lower;
  const auto add_metric = [&](const CounterEntry& counter, const std::vector<std::vector<double>>& samples) {
    Metric& metric = result.secondary.emplace_back();
    metric.label = counter.label;
    metric.unit = counter.unit;
    metric.better = counter.better;
    metric.samples = samples;
    metric.samples.resize(result.primary.samples.size());
  };
  const bool is_counted = benchmark.count && benchmark.count->value;
  for (const auto& [label, samples] : benchmark.counters) {
    CounterEntry counter = described(label, benchmark.declared_counters);
    // A user's own of a name that is ours.
    const bool is_taken = label == cpu_time_label || (label == instructions_label && is_counted);
    if (is_taken) counter.label = "counter:" + label;
    add_metric(counter, samples.values);
    if (samples.has_gaps) result.secondary.back().iterations = samples.iterations;
  }
  add_metric({cpu_time_label, "", Better::lower}, benchmark.cpu_ns);
  result.secondary.back().in_tables = false;
  if (is_counted) {
    // One number, whatever the forks are.
    add_metric({instructions_label, instructions_unit, Better::lower}, {});
    Metric& metric = result.secondary.back();
    metric.samples.resize(std::max<std::size_t>(1, metric.samples.size()));
    metric.samples.front().push_back(*benchmark.count->value);
  }
  std::ranges::sort(result.secondary, {}, &Metric::label);
  return result;
}

bool ResultBuilder::is_in_view(const Collected& benchmark) {
  return std::ranges::any_of(benchmark.modes,
                             [&](Mode mode) { return (mode == Mode::single_shot) == benchmark.single_shot; });
}

// Each benchmark is a process of its own, so what the library fits to all sizes of a family is fitted here.
void ResultBuilder::fit_complexities() {
  constexpr char constant[] = "(1)";
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<FitPoint>> families;  // of a variant
  std::set<std::string> unknown;
  for (const Collected& benchmark : benchmarks_) {
    const Result& result = benchmark.result;
    if (benchmark.fit_order.empty() || benchmark.single_shot || result.outcome != Outcome::ok) continue;
    if (!is_in_view(benchmark)) continue;
    if (benchmark.fit_order == constant) {
      unknown.insert(result.name());
      continue;
    }
    Metric cpu;
    cpu.samples = benchmark.cpu_ns;
    families[{result.suite, of_variant(result.function, result.variant), benchmark.fit_order}].push_back(
        {score_value_of(result.primary), score_value_of(cpu), benchmark.fit_term});
  }
  for (const auto& [family, points] : families) {
    if (!has_several_sizes(points)) continue;  // any term fits one size
    const auto& [suite, function, order] = family;
    const Fit fit = fit_complexity(points);
    record_.complexities.push_back({suite, function, order, fit.real_ns, fit.cpu_ns, fit.rms});
  }
  for (const std::string& name : unknown) {
    record_.notes.push_back(fmt::format(
        "{}: its complexity can't be found, as each size runs in a process of its own; name the order in the "
        "source, such as Complexity(benchmark::oNLogN), and it is fitted",
        name));
  }
}

RunRecord ResultBuilder::finish() {
  std::vector<std::string> other_iterations;
  std::vector<std::string> fixed_times;
  std::vector<std::string> different;
  std::vector<std::string> whole_processes;
  std::vector<std::string> not_in_mode;
  std::vector<std::string> in_unknown_mode;
  for (Collected& benchmark : benchmarks_) {
    if (!conclude(benchmark)) continue;
    const std::string name = benchmark.result.identity();
    if (benchmark.count && benchmark.count->outcome != Outcome::ok) {
      record_.notes.push_back(
          fmt::format("{}: its instructions could not be counted: {}", name, benchmark.count->message));
    }
    if (benchmark.count && benchmark.count->method == "process") whole_processes.push_back(name);
    if (benchmark.other_iterations) other_iterations.push_back(name);
    if (benchmark.differs) different.push_back(name);
    if (benchmark.has_unknown_mode) in_unknown_mode.push_back(name);
    const auto fixes_time = [](const std::string& suffix) {
      return suffix.rfind("iterations:", 0) == 0 || suffix.rfind("min_time:", 0) == 0;
    };
    // Files of others have no TIME.
    if (benchmark.result.iteration_time_ns > 0 &&
        std::ranges::any_of(parse_benchmark_name(benchmark.result.benchmark).suffixes, fixes_time)) {
      fixed_times.push_back(name);
    }
    if (!is_in_view(benchmark)) {
      const Result& result = benchmark.result;
      record_.not_in_view.push_back({result.suite, result.benchmark, result.variant, benchmark.single_shot});
    }
    for (const Mode mode : benchmark.modes) {
      if ((mode == Mode::single_shot) == benchmark.single_shot) record_.results.push_back(in_mode(benchmark, mode));
    }
  }
  std::set<std::string> shown;
  for (const Result& result : record_.results) shown.insert(result.identity());
  for (const BenchmarkId& id : record_.not_in_view) {
    if (!shown.contains(id.identity())) not_in_mode.push_back(id.identity());
  }
  fit_complexities();
  bring_to_units(record_.results);
  for (Result& result : record_.results) {
    result.primary.score = score_of(result.primary);
    for (Metric& metric : result.secondary) metric.score = score_of(metric);
  }
  add_ratios(record_.results);
  for (std::size_t i = 0; i < record_.results.size(); ++i) {
    // Average time and throughput of the same iterations would say the same.
    const bool again = i > 0 && is_other_view(record_.results[i - 1], record_.results[i]);
    if (!again) append(record_.warnings, warnings_of(record_.results[i]));
  }
  drop_needless_modes(record_.warnings, record_.results);
  append(record_.warnings, warnings_of_builds(record_.results));
  if (const auto warning = disturbed_.warning()) record_.warnings.push_back(*warning);
  order_results(record_.results);
  const auto note = [&](const std::vector<std::string>& names, const std::string& text) {
    if (names.empty()) return;
    const std::string more = names.size() > 1 ? fmt::format(" and {} more", names.size() - 1) : "";
    record_.notes.push_back(fmt::format("{}{}: {}", names.front(), more, text));
  };
  note(other_iterations,
       "the forks made another number of iterations than ITER asks for (Repetitions in the source wins); the actual "
       "ones are shown");
  note(fixed_times, "the source fixes the length of an iteration (Iterations or MinTime), so TIME has no effect");
  note(whole_processes,
       "instructions of whole processes were counted, as the program has no symbols: what is not timed in the loop "
       "counts, too");
  note(in_unknown_mode, "the mode that the file asks for is not known, and the usual one is shown");
  note(not_in_mode, "was not measured in the mode that is asked for, and is not shown");
  note(different, "forks of runs with other options, flags or programs are put together");
  if (repeated_forks_ > 0) {
    record_.notes.push_back(fmt::format("{} forks are there twice and count once", repeated_forks_));
  }
  return std::move(record_);
}

}  // namespace micro
