#include "stats/warnings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "stats/sample.h"
#include "stats/units.h"
#include "text/text.h"

namespace micro {
namespace {

using Forks = std::vector<std::vector<double>>;

double mean_of(std::span<const double> values) {
  return mean(each_once(values));
}

double stdev_of(std::span<const double> values) {
  return stdev(each_once(values));
}

double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// The value that is farthest from the median, if without it the values would vary less than half as much.
std::optional<std::size_t> odd_one(const std::vector<double>& values) {
  constexpr std::size_t enough = 6;  // of fewer, one is often far off by chance
  if (values.size() < enough) return std::nullopt;
  const double median = median_of(values);
  const auto odd = std::ranges::max_element(values, {}, [&](double value) { return std::abs(value - median); });
  std::vector<double> others = values;
  const auto index = odd - values.begin();
  others.erase(others.begin() + index);
  if (!(stdev_of(others) < stdev_of(values) / 2)) return std::nullopt;
  return static_cast<std::size_t>(index);
}

// A number for a sentence: four digits say enough there.
std::string rounded(double value) {
  return fmt::format("{:.4g}", value);
}

// What a reader can change: our options, or what he calls the tool with that wrote the file.
struct Knobs {
  std::string forks;       // more of them
  std::string forks_are;   // so many of them
  std::string warmup;      // longer
  std::string time;        // how an iteration is made longer
  std::string iterations;  // what makes more of them
};

Knobs knobs_for(const Result& result) {
  if (result.is_ours()) {
    return {fmt::format("raise FORK (now {})", result.forks), "FORK={}",
            fmt::format("raise WARMUP_ITER (now {})", result.warmup_iterations), "TIME", "ITER"};
  }
  if (result.library == Result().library) {
    return {"run the program more often and show all its files together", "{} files of as many runs, shown together,",
            "raise --benchmark_min_warmup_time", "--benchmark_min_time", "--benchmark_repetitions"};
  }
  return {"measure with more forks (-f)", "-f {}", "measure with more warm-up (-wi)", "-r", "-i"};
}

// How many forks should bring the error below a tenth of the score, if all goes on as it did.
std::string remedy_by_forks(const Result& result) {
  constexpr int most = 10'000;
  const Score& score = result.primary.score;
  const double per_fork = static_cast<double>(score.count) / result.forks;
  for (int forks = result.forks + 1; forks <= most; forks += 1 + forks / 20) {
    const auto count = static_cast<std::uint64_t>(forks * per_fork);
    if (mean_error(count, score.stdev) <= std::abs(score.value) / 10) {
      return fmt::format("about {} would bring it below a tenth",
                         fmt::format(fmt::runtime(knobs_for(result).forks_are), forks));
    }
  }
  return fmt::format("no number of forks mends that: measure longer iterations ({}), or less at once",
                     knobs_for(result).time);
}

// Which iteration, or which fork, makes the error large; and what to do. Counted from 1, as the log of a run does.
Warning large_error(const Result& result) {
  const Metric& metric = result.primary;
  const Forks& forks = metric.samples;
  Warning warning{WarningKind::large_error, result.identity(), "", ""};
  const double part = metric.score.error / metric.score.value;
  warning.message = std::abs(part) < 10 ? fmt::format("the error is {:.0f} % of the score", 100 * part)
                                        : "the error is more than ten times the score";

  std::vector<double> all;
  std::vector<double> means;
  for (const auto& fork : forks) {
    all.insert(all.end(), fork.begin(), fork.end());
    means.push_back(mean_of(fork));
  }
  const std::string usual = fmt::format("where {} {} is usual", rounded(median_of(all)), metric.unit);
  if (const auto odd = odd_one(all)) {
    std::size_t iteration = *odd;
    std::size_t fork = 0;
    while (iteration >= forks[fork].size()) iteration -= forks[fork++].size();
    warning.message += fmt::format(": iteration {} of fork {} has {}, {}", iteration + 1, fork + 1,
                                   rounded(forks[fork][iteration]), usual);
    warning.remedy =
        iteration == 0 && forks[fork].size() > 1
            ? fmt::format("measure again; if first iterations are slow each time, {}", knobs_for(result).warmup)
            : "measure again; if it comes back, look for what the benchmark does now and then (grow, flush, collect), "
              "and clean up before each fork";
  } else if (const auto odd_fork = odd_one(means)) {
    warning.message += fmt::format(": fork {} has {}, {}", *odd_fork + 1, rounded(means[*odd_fork]), usual);
    warning.remedy = "measure again; if single forks stay apart, the placement of code or data decides: " +
                     (result.is_ours() ? "raise FORK" : knobs_for(result).forks);
  } else {
    warning.remedy = remedy_by_forks(result);
  }
  return warning;
}

// Whether forks differ more than chance lets the iterations in them differ: an F test at 0.1 %, where the difference
// matters (2 % of the score). JMH's error takes all iterations for independent, which they are not then.
std::optional<Warning> forks_differ(const Result& result) {
  constexpr double chance = 0.001;
  constexpr double matters = 0.02;
  const Forks& forks = result.primary.samples;
  const std::size_t iterations = forks.empty() ? 0 : forks.front().size();
  const bool even = std::ranges::all_of(forks, [&](const auto& fork) { return fork.size() == iterations; });
  if (forks.size() < 3 || iterations < 2 || !even) return std::nullopt;
  std::vector<double> means;
  double within = 0;  // mean variance of the iterations of a fork
  for (const auto& fork : forks) {
    means.push_back(mean_of(fork));
    within += std::pow(stdev_of(fork), 2) / static_cast<double>(forks.size());
  }
  const double n = static_cast<double>(iterations);
  const double k = static_cast<double>(forks.size());
  const double between = std::pow(stdev_of(means), 2);
  const double apart = std::sqrt(std::max(0.0, between - within / n)) / mean_of(means);
  // Also false where the samples are no numbers that a test could be made of.
  if (!(apart > matters) || !std::isfinite(between)) return std::nullopt;
  if (within > 0 && f_tail(n * between / within, k - 1, k * (n - 1)) > chance) return std::nullopt;
  return Warning{WarningKind::forks_differ, result.identity(),
                 fmt::format("forks differ by {:.1f} %, the iterations in one by {:.1f} %", 100 * apart,
                             100 * std::sqrt(within) / mean_of(means)),
                 fmt::format("the ± is too small then, as it takes all iterations for independent; more forks ({}) say "
                             "more than more iterations ({})",
                             result.is_ours()                     ? "FORK"
                             : result.library == Result().library ? "files"
                                                                  : "-f",
                             knobs_for(result).iterations)};
}

// What optimises: a type of build, unless a flag of its own is what takes that away.
std::string remedy_of_no_optimisation(const Result& result) {
  const std::vector<std::string> flags = split(result.flags, ' ');
  if (std::ranges::find(flags, "-O0") != flags.end()) return "take -O0 from its flags, or put another -O behind it";
  if (result.build_type.empty()) return "configure with -D CMAKE_BUILD_TYPE=Release";
  if (result.build_type == "Release")
    return "its build type is Release, which should optimise: look at CMAKE_CXX_FLAGS_RELEASE";
  return "CONF=Release measures a build that is optimised, -D CMAKE_BUILD_TYPE=Release makes this one so";
}

// The last -O of the flags decides, as it does for compilers.
bool is_optimised(const std::string& flags) {
  bool optimised = false;
  for (const std::string& flag : split(flags, ' ')) {
    if (flag.rfind("-O", 0) == 0) optimised = flag != "-O0";
  }
  return optimised;
}

}  // namespace

std::vector<Warning> warnings_of(const Result& result) {
  std::vector<Warning> warnings;
  // Timed calls are too many, and too different by nature, for what is said here of iterations.
  if (result.outcome != Outcome::ok || result.primary.samples.empty()) return warnings;
  const Score& score = result.primary.score;
  if (score.count < 3) {
    warnings.push_back({WarningKind::few_samples, result.identity(),
                        fmt::format("an error needs at least 3 samples, and there {} {}",
                                    score.count == 1 ? "is" : "are", score.count),
                        knobs_for(result).forks});
  }
  if (score.error > std::abs(score.value) / 10) warnings.push_back(large_error(result));
  if (auto warning = forks_differ(result)) warnings.push_back(std::move(*warning));
  const bool is_time = result.mode == Mode::average_time;
  if (is_time && score.value > 0 && result.primary.unit == "ns/op" && score.value < 1) {
    warnings.push_back({WarningKind::below_one_ns, result.identity(),
                        fmt::format("{} ns/op is less than a few instructions take: the compiler may have removed what "
                                    "should be measured",
                                    rounded(score.value)),
                        "hand results to benchmark::DoNotOptimize()"});
  }
  for (Warning& warning : warnings) warning.mode = result.mode;
  return warnings;
}

void drop_needless_modes(std::vector<Warning>& warnings, const std::vector<Result>& results) {
  std::map<std::string, std::set<Mode>> modes;  // by identity
  for (const Result& result : results) {
    modes[result.identity()].insert(result.mode == Mode::throughput ? Mode::average_time : result.mode);
  }
  for (Warning& warning : warnings) {
    const auto found = modes.find(warning.subject);
    if (found == modes.end() || found->second.size() < 2) warning.mode.reset();
  }
}

std::vector<Warning> warnings_of_builds(const std::vector<Result>& results) {
  std::vector<Warning> warnings;
  std::set<std::tuple<std::string, std::string, std::vector<std::string>>> builds;
  bool debug_library = false;
  for (const Result& result : results) {
    debug_library |= result.library_build_type == "debug";
    // How a program was built that no suite declares is not known. Variants that are only run otherwise share a build.
    const bool seen = result.suite.empty() || !builds.insert({result.suite, result.flags, result.features}).second;
    if (seen) continue;
    const std::string subject = of_variant(result.suite, result.variant);
    if (result.not_a_measurement) {
      const std::string with =
          result.features.empty() ? "" : fmt::format(" (features: {})", fmt::join(result.features, ", "));
      warnings.push_back({WarningKind::not_a_measurement, subject,
                          fmt::format("is so built{} that its numbers are not a measurement: they tell what the checks "
                                      "cost, too",
                                      with),
                          "measure without the sanitizer; with it, only look for errors"});
    }
    if (is_optimised(result.flags)) continue;
    warnings.push_back({WarningKind::debug_suite, subject,
                        fmt::format("is built without optimisation ({}): its numbers say little",
                                    result.flags.empty() ? "no flags" : result.flags),
                        remedy_of_no_optimisation(result)});
  }
  if (debug_library) {
    warnings.push_back({WarningKind::debug_library, "",
                        "the Google Benchmark library is a debug build, as Debian's is; the suite's own code is built "
                        "as its flags say",
                        "it costs little where iterations have many ops; a build of the library without it: "
                        "-D CMAKE_DISABLE_FIND_PACKAGE_benchmark=ON"});
  }
  return warnings;
}

}  // namespace micro
