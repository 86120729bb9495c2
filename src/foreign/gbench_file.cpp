#include "foreign/gbench_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "model/benchmark_name.h"
#include "platform/clock.h"
#include "stats/complexity.h"

namespace micro {
namespace {

using Rows = std::vector<const ReportRow*>;

// UTC of "2026-05-04T12:30:15+02:00"; empty for what has no offset, as libraries before 1.5.1 write it.
std::string to_utc(const std::string& date) {
  std::tm time{};
  char sign = 0;
  int hours = 0;
  int minutes = 0;
  if (std::sscanf(date.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%c%2d:%2d", &time.tm_year, &time.tm_mon, &time.tm_mday,
                  &time.tm_hour, &time.tm_min, &time.tm_sec, &sign, &hours, &minutes) != 9) {
    return "";
  }
  time.tm_year -= 1900;
  time.tm_mon -= 1;
  const std::int64_t offset = (hours * 60 + minutes) * 60 * (sign == '-' ? -1 : 1);
  return utc_text((static_cast<std::int64_t>(timegm(&time)) - offset) * 1000);
}

HeaderEntry header_of(const ReportContext& context) {
  HeaderEntry header;
  header.time = to_utc(context.date);
  header.test = context.executable;
  header.environment.host = context.host_name;
  header.environment.cpus = context.num_cpus;
  header.environment.load = context.load;
  for (const ReportCache& cache : context.caches) {
    header.environment.caches.push_back({cache.type, cache.level, cache.bytes, cache.sharing});
  }
  return header;
}

// Rows of one benchmark of the program, as far as the file tells: before 1.5.5 it has no indexes, and a second
// benchmark of a name shows itself by a repetition (or an aggregate) that was there before.
struct Benchmark {
  std::string name;  // of its own, with #2 where it is the second of its name
  Rows repetitions;
};

class Grouping {
 public:
  explicit Grouping(const std::vector<ReportRow>& rows) {
    for (const ReportRow& row : rows) taken_.insert(row.run_name);
    for (const ReportRow& row : rows) {
      if (row.kind == ReportRow::Kind::iteration) {
        benchmark_of(row).repetitions.push_back(&row);
      } else if (row.kind == ReportRow::Kind::aggregate) {
        benchmark_of(row);  // it counts, though without samples
      }
    }
    for (Benchmark& benchmark : benchmarks_) {
      // With random interleaving rows stand in the order in which they were measured.
      std::ranges::stable_sort(benchmark.repetitions, {}, &ReportRow::repetition);
    }
  }

  [[nodiscard]] const std::vector<Benchmark>& benchmarks() const { return benchmarks_; }

  // Name → the names that its benchmarks have got.
  [[nodiscard]] const std::map<std::string, std::vector<std::string>>& names() const { return names_; }

 private:
  using Key = std::tuple<std::string, int, int, std::size_t>;  // name, indexes (-1: none), which of those

  Benchmark& benchmark_of(const ReportRow& row) {
    std::size_t occurrence = 0;
    if (!row.family_index) {
      const std::string part = row.kind == ReportRow::Kind::aggregate ? row.aggregate : std::to_string(row.repetition);
      occurrence = occurrences_[{row.run_name, static_cast<int>(row.kind), part}]++;
    }
    const Key key{row.run_name, row.family_index.value_or(-1), row.instance_index.value_or(-1), occurrence};
    const auto [place, is_new] = places_.emplace(key, benchmarks_.size());
    if (is_new) {
      std::vector<std::string>& names = names_[row.run_name];
      names.push_back(names.empty() ? row.run_name : numbered(row.run_name, names.size() + 1));
      benchmarks_.push_back({names.back(), {}});
    }
    return benchmarks_[place->second];
  }

  // The number goes to the function: behind a parameter it would be a part of its value.
  std::string numbered(const std::string& name, std::size_t count) {
    const std::string function = parse_benchmark_name(name).function;
    for (std::size_t number = count;; ++number) {
      std::string candidate = fmt::format("{}#{}{}", function, number, name.substr(function.size()));
      if (taken_.insert(candidate).second) return candidate;
    }
  }

  std::vector<Benchmark> benchmarks_;
  std::map<Key, std::size_t> places_;
  std::map<std::string, std::vector<std::string>> names_;
  std::map<std::tuple<std::string, int, std::string>, std::size_t> occurrences_;
  std::set<std::string> taken_;
};

BenchmarkEntry planned(const Benchmark& benchmark, const ReportContext& context) {
  BenchmarkEntry entry;
  entry.id.benchmark = benchmark.name;
  entry.executable = context.executable;
  entry.forks = 1;
  entry.iterations = static_cast<int>(benchmark.repetitions.size());
  return entry;
}

ForkEntry fork_of(const Benchmark& benchmark, const ReportContext& context) {
  ForkEntry fork;
  fork.id.benchmark = benchmark.name;
  fork.library_version = context.library_version;
  fork.library_build_type = context.library_build_type;
  for (const ReportRow* row : benchmark.repetitions) {
    fork.threads = row->threads;
    if (fork.label.empty()) fork.label = row->label;
    // One repetition that failed is a fork that failed, as it is where Micro measures.
    if ((row->error || row->skipped) && fork.outcome != Outcome::error) {
      fork.outcome = row->error ? Outcome::error : Outcome::skipped;
      fork.message = row->message;
    }
    if (!row->error && !row->skipped) {
      fork.iterations.push_back({row->ops, row->real_ns, row->cpu_ns, row->counters});
    }
  }
  return fork;
}

std::vector<Complexity> complexities_of(const std::vector<ReportRow>& rows) {
  std::vector<Complexity> complexities;
  std::string family;  // of the fit before
  for (const ReportRow& row : rows) {
    if (row.kind == ReportRow::Kind::big_o) {
      family = row.run_name;
      complexities.push_back(
          {"", parse_benchmark_name(row.run_name).function, row.complexity, row.real_ns, row.cpu_ns, std::nan("")});
    } else if (row.kind == ReportRow::Kind::rms && !complexities.empty()) {
      // The row after that of the fit.
      for (const auto& [label, value] : row.counters) {
        if (label == "rms" && family == row.run_name) complexities.back().rms = value;
      }
    }
  }
  return complexities;
}

// The value of the library's term for a size; nothing for terms that it does not name.
std::optional<double> term_of(const std::string& order, double size) {
  if (order == "N") return size;
  if (order == "N^2") return size * size;
  if (order == "N^3") return size * size * size;
  if (order == "lgN") return std::log2(size);
  if (order == "NlgN") return size * std::log2(size);
  return std::nullopt;
}

// The family's points, if their size is the parameter of this number. The file does not say what the size was.
std::vector<FitPoint> points_by(std::size_t parameter, const std::string& order,
                                const std::vector<const Benchmark*>& family) {
  std::vector<FitPoint> points;
  for (const Benchmark* benchmark : family) {
    const std::vector<Parameter> parameters = parse_benchmark_name(benchmark->name).parameters;
    if (parameter >= parameters.size()) return {};
    const std::string& text = parameters[parameter].value;
    double size = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    const auto term = term_of(order, size);
    if (error != std::errc() || end != text.data() + text.size() || !term) return {};
    for (const ReportRow* row : benchmark->repetitions) points.push_back({row->real_ns, row->cpu_ns, *term});
  }
  return points;
}

// Gives the forks of a family what the library would have fitted to each of them alone, so that they can be fitted
// together with those of other files. False where no parameter is the size: none of them gives the file's coefficient.
bool split_fit(const Complexity& fit, const std::vector<const Benchmark*>& family,
               std::map<std::string, FitEntry>& fits) {
  const std::size_t parameters = parse_benchmark_name(family.front()->name).parameters.size();
  for (std::size_t parameter = 0; parameter < parameters; ++parameter) {
    constexpr double rounding = 1e-4;
    const std::vector<FitPoint> points = points_by(parameter, fit.order, family);
    if (points.empty() || !(std::abs(fit_complexity(points).real_ns / fit.real_ns - 1) < rounding)) continue;
    auto point = points.begin();
    for (const Benchmark* benchmark : family) {
      double sum = 0;
      const double term = point->term;
      for (std::size_t i = 0; i < benchmark->repetitions.size(); ++i) sum += (point++)->real_ns;
      fits[benchmark->name] = {fit.order, sum / static_cast<double>(benchmark->repetitions.size()) / term};
    }
    return true;
  }
  return false;
}

// Takes out of the file's fits those that can be made again from its points, and those of one size, which any term
// fits.
std::map<std::string, FitEntry> take_fits(std::vector<Complexity>& complexities,
                                          const std::vector<Benchmark>& benchmarks) {
  std::map<std::string, FitEntry> fits;                           // by benchmark
  std::map<std::string, std::vector<const Benchmark*>> families;  // by function
  for (const Benchmark& benchmark : benchmarks) {
    if (!complexities.empty()) families[parse_benchmark_name(benchmark.name).function].push_back(&benchmark);
  }
  std::erase_if(complexities, [&](const Complexity& fit) {
    const std::vector<const Benchmark*>& family = families[fit.function];
    const bool has_samples = std::ranges::all_of(family, [](const Benchmark* benchmark) {
      return !benchmark->repetitions.empty() && std::ranges::none_of(benchmark->repetitions, [](const ReportRow* row) {
        return row->error || row->skipped;
      });
    });
    return family.size() == 1 || (!family.empty() && has_samples && split_fit(fit, family, fits));
  });
  return fits;
}

std::string library_of(const ReportContext& context) {
  return library_text(Result().library, context.library_version, context.library_build_type);
}

}  // namespace

GbenchFile gbench_file(const Report& report) {
  GbenchFile file;
  file.notes = report.notes;
  file.entries.emplace_back(header_of(report.context));
  const Grouping grouping(report.rows);
  file.complexities = complexities_of(report.rows);
  const std::map<std::string, FitEntry> fits = take_fits(file.complexities, grouping.benchmarks());
  for (const Benchmark& benchmark : grouping.benchmarks()) {
    if (benchmark.repetitions.empty()) {
      ++file.only_aggregates;
      continue;
    }
    ++file.benchmarks;
    file.entries.emplace_back(planned(benchmark, report.context));
    ForkEntry fork = fork_of(benchmark, report.context);
    if (const auto fit = fits.find(benchmark.name); fit != fits.end()) fork.fit = fit->second;
    file.entries.emplace_back(std::move(fork));
  }
  for (const auto& [name, names] : grouping.names()) {
    if (names.size() == 1) continue;
    constexpr std::ptrdiff_t shown = 3;
    const auto end = names.begin() + std::min<std::ptrdiff_t>(1 + shown, std::ssize(names));
    file.notes.push_back(fmt::format("{} benchmarks are named {}: {} {}{}", names.size(), name,
                                     names.size() == 2 ? "the second is shown as" : "the others are shown as",
                                     fmt::join(names.begin() + 1, end, ", "), end == names.end() ? "" : ", …"));
  }
  return file;
}

std::string difference(const ReportContext& first, const ReportContext& other) {
  std::vector<std::string> differences;
  const auto compare = [&](const std::string& what, const std::string& a, const std::string& b) {
    if (a != b) differences.push_back(fmt::format("{} {} instead of {}", what, b, a));
  };
  const auto cpus = [](const ReportContext& context) {
    return context.num_cpus ? std::to_string(*context.num_cpus) : "unknown";
  };
  const auto host = [](const ReportContext& context) {
    return context.host_name.empty() ? "unknown" : context.host_name;
  };
  compare("host", host(first), host(other));
  compare("cpus", cpus(first), cpus(other));
  compare("library", library_of(first), library_of(other));
  return fmt::format("{}", fmt::join(differences, "; "));
}

}  // namespace micro
