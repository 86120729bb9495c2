#include "cli/surroundings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "format/columns.h"
#include "format/number.h"

namespace micro {
namespace {

struct Fact {
  std::string name;   // of it
  std::string value;  // as it is shown; empty if unknown
};

// The known ones, then the names of the others.
std::string listed(const std::vector<Fact>& facts) {
  std::vector<std::string> known;
  std::vector<std::string> unknown;
  for (const Fact& fact : facts) {
    fact.value.empty() ? unknown.push_back(fact.name) : known.push_back(visible(fact.value));
  }
  if (unknown.size() > 1) {
    const std::string last = std::move(unknown.back());
    unknown.pop_back();
    unknown.back() += " and " + last;
  }
  if (!unknown.empty()) known.push_back(fmt::format("{} unknown", fmt::join(unknown, ", ")));
  return fmt::format("{}", fmt::join(known, ", "));
}

std::string rounded(double value, int decimals) {
  std::string text = fixed_text(value, decimals);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string memory_text(std::int64_t bytes) {
  const double mib = static_cast<double>(bytes) / (1 << 20);
  return mib < 1024 ? rounded(mib, 1) + " MiB" : rounded(mib / 1024, 1) + " GiB";
}

std::string named(const std::string& name, const std::string& value) {
  return value.empty() ? "" : name + " " + value;
}

// A machine in one state, and its load at the beginnings of runs.
struct Machine {
  Environment environment;  // without the load
  std::vector<double> loads;
};

std::vector<Machine> machines_of(const std::vector<HeaderEntry>& headers) {
  std::vector<Machine> machines;
  for (const HeaderEntry& header : headers) {
    Environment environment = header.environment;
    environment.load.reset();
    auto machine = std::ranges::find(machines, environment, &Machine::environment);
    if (machine == machines.end()) machine = machines.insert(machines.end(), {environment, {}});
    if (header.environment.load) machine->loads.push_back(*header.environment.load);
  }
  return machines;
}

std::string machine_text(const Machine& machine) {
  const Environment& environment = machine.environment;
  std::string cores =
      environment.cpus ? fmt::format("{} core{}", *environment.cpus, *environment.cpus == 1 ? "" : "s") : "";
  if (environment.cpu_quota) {
    cores =
        named(cores.empty() ? "cores unknown" : cores, fmt::format("(quota {})", rounded(*environment.cpu_quota, 2)));
  }
  std::string memory = environment.memory_bytes ? memory_text(*environment.memory_bytes) : "";
  if (environment.memory_limit_bytes) {
    memory = named(memory.empty() ? "memory unknown" : memory,
                   fmt::format("(limit {})", memory_text(*environment.memory_limit_bytes)));
  }
  std::string load;
  if (!machine.loads.empty()) {
    const auto [least, most] = std::ranges::minmax(machine.loads);
    load = "load " + fixed_text(least, 2);
    if (fixed_text(most, 2) != fixed_text(least, 2)) load += " to " + fixed_text(most, 2);
  }
  return listed({{"CPU", environment.cpu}, {"cores", cores}, {"memory", memory}, {"system", environment.os}}) + "; " +
         listed({{"governor", named("governor", environment.governor)},
                 {"boost", named("boost", environment.boost)},
                 {"ASLR", named("ASLR", environment.aslr)},
                 {"load", load}});
}

// How programs were built, and which.
struct Build {
  std::string compiler;
  std::string build_type;
  std::string flags;
  std::vector<std::string> features;
  std::string library;
  std::string library_version;
  std::string library_build_type;
  std::vector<std::string> programs;  // suites; files of programs that are none

  [[nodiscard]] bool library_is_known() const { return !library_version.empty() || !library_build_type.empty(); }
  [[nodiscard]] bool is_built_as(const Build& other) const {
    return compiler == other.compiler && build_type == other.build_type && flags == other.flags &&
           features == other.features;
  }
  [[nodiscard]] bool has_library_of(const Build& other) const {
    return library == other.library && library_version == other.library_version &&
           library_build_type == other.library_build_type;
  }
  [[nodiscard]] bool has(const std::string& program) const {
    return std::ranges::find(programs, program) != programs.end();
  }
};

Build build_of(const Result& result) {
  const std::string program =
      result.suite.empty() ? std::filesystem::path(result.program).filename().string() : result.suite;
  return {result.compiler,
          result.build_type,
          result.flags,
          result.features,
          result.library,
          result.library_version,
          result.library_build_type,
          {of_variant(program, result.variant)}};
}

std::vector<Build> builds_of(const std::vector<Result>& results) {
  std::vector<Build> builds;
  const auto add = [&](const Build& build, auto matches) {
    auto known = std::ranges::find_if(builds, matches);
    if (known == builds.end()) {
      builds.push_back(build);
    } else if (!known->has(build.programs.front())) {
      known->programs.push_back(build.programs.front());
    }
  };
  // A benchmark of which no fork has ended well does not know its library, but others of its program may.
  std::vector<Build> without_library;
  for (const Result& result : results) {
    const Build build = build_of(result);
    if (build.library_is_known()) {
      add(build, [&](const Build& known) { return known.is_built_as(build) && known.has_library_of(build); });
    } else {
      without_library.push_back(build);
    }
  }
  for (const Build& build : without_library) {
    add(build, [&](const Build& known) {
      return known.is_built_as(build) && (!known.library_is_known() || known.has(build.programs.front()));
    });
  }
  return builds;
}

std::string build_text(const Build& build) {
  const std::string library = visible(library_text(build.library, build.library_version, build.library_build_type));
  std::string flags = build.flags.substr(0, build.flags.find_last_not_of(' ') + 1);
  // Who knows the compiler has asked for the flags, too.
  if (flags.empty() && !build.compiler.empty()) flags = "no flags";
  std::string features;
  if (!build.features.empty()) {
    features =
        visible(fmt::format(", feature{} {}", build.features.size() == 1 ? "" : "s", fmt::join(build.features, ", ")));
  }
  return listed({{"compiler", build.compiler}, {"build type", build.build_type}, {"flags", flags}}) + features + "; " +
         library;
}

// Runs of one state of the sources.
struct Runs {
  std::string revision;
  std::optional<bool> dirty;
  std::vector<std::string> times;
};

std::vector<Runs> runs_of(const std::vector<HeaderEntry>& headers) {
  std::vector<Runs> all;
  for (const HeaderEntry& header : headers) {
    auto runs = std::ranges::find_if(
        all, [&](const Runs& known) { return known.revision == header.revision && known.dirty == header.dirty; });
    if (runs == all.end()) runs = all.insert(all.end(), {header.revision, header.dirty, {}});
    runs->times.push_back(header.time);
  }
  return all;
}

std::string runs_text(const Runs& runs) {
  std::string text = "revision unknown";
  if (!runs.revision.empty()) {
    const bool is_hash =
        runs.revision.size() >= 40 && runs.revision.find_first_not_of("0123456789abcdef") == std::string::npos;
    text = "revision " + visible(is_hash ? runs.revision.substr(0, 7) : runs.revision);
    if (!runs.dirty) text += " (perhaps dirty)";
    if (runs.dirty.value_or(false)) text += " (dirty)";
  }
  const auto [first, last] = std::ranges::minmax(runs.times);
  text += ", " + visible(first);
  if (first != last) text += " to " + visible(last);
  return text;
}

// "Build of io.records, strings and 2 more"
std::string title_of(const Build& build) {
  constexpr std::size_t shown = 5;
  const std::size_t count = build.programs.size();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(count, shown); ++i) names.push_back(visible(build.programs[i]));
  std::string title = fmt::format("Build of {}", fmt::join(names, ", "));
  if (count > shown) title += fmt::format(" and {} more", count - shown);
  return title;
}

// How forks were placed otherwise than they are by themselves: "ASLR off, pinned to processors 2, 3"; in order, once.
std::vector<std::string> placements_of(const std::vector<Result>& results) {
  std::vector<std::string> placements;
  for (const Result& result : results) {
    std::vector<std::string> facts;
    if (!result.aslr) facts.emplace_back("ASLR off");
    if (!result.cpus.empty()) {
      facts.push_back(
          fmt::format("pinned to processor{} {}", result.cpus.size() == 1 ? "" : "s", fmt::join(result.cpus, ", ")));
    }
    const std::string text = fmt::format("{}", fmt::join(facts, ", "));
    if (!text.empty() && std::ranges::find(placements, text) == placements.end()) placements.push_back(text);
  }
  return placements;
}

}  // namespace

std::string surroundings_text(const RunRecord& record) {
  std::string text;
  const auto line = [&](const std::string& title, const std::string& content) {
    text += title + ": " + content + "\n";
  };
  const std::vector<Machine> machines = machines_of(record.headers);
  for (const Machine& machine : machines) {
    const std::string& host = machine.environment.host;
    const bool needs_name = machines.size() > 1 && !host.empty();
    line(needs_name ? "Machine " + visible(host) : "Machine", machine_text(machine));
  }
  const std::vector<std::string> placements = placements_of(record.results);
  if (!placements.empty()) line("Forks", fmt::format("{}", fmt::join(placements, "; ")));
  const std::vector<Build> builds = builds_of(record.results);
  for (const Build& build : builds) line(builds.size() > 1 ? title_of(build) : "Build", build_text(build));
  for (const Runs& runs : runs_of(record.headers)) line("Run", runs_text(runs));
  return text;
}

}  // namespace micro
