#include "run/proof.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "options/layers.h"
#include "platform/files.h"
#include "text/text.h"

namespace micro {
namespace {

constexpr char library_name[] = "libmicro-prove.so";
constexpr char installed_beside[] = "../lib/micro";  // of the folder of this program

// One process with the library.
struct CountedRun {
  ForkEntry fork;
  CallReport report;
  std::uint64_t ops = 0;  // of all threads
};

// Puts a word before those that a variable has, in the settings or, where they do not say, in our own environment.
void put_first(std::vector<std::string>& environment, const std::string& name, const std::string& word,
               char separator) {
  const char* const own = std::getenv(name.c_str());
  std::string others = own == nullptr ? "" : own;
  std::erase_if(environment, [&](const std::string& variable) {
    if (variable.rfind(name + "=", 0) != 0) return false;
    others = variable.substr(name.size() + 1);
    return true;
  });
  environment.push_back(name + "=" + word + (others.empty() ? "" : separator + others));
}

// In one line: it stands in a table.
std::string not_found(const Proof& proof, const CallReport& report) {
  const std::vector<std::string> near = near_words(proof.function, report.near_names);
  return fmt::format("PROVE: there is no function {} in what the project builds{}", proof.function,
                     near.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(near, ", ")));
}

}  // namespace

std::optional<CallReport> read_call_report(const std::string& text) {
  CallReport report;
  bool has_entered = false;
  bool has_calls = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string::npos) return std::nullopt;
    const std::string key = line.substr(0, blank);
    const std::string value = line.substr(blank + 1);
    if (key == "symbol") {
      report.symbols.push_back(value);
    } else if (key == "near") {
      report.near_names.push_back(value);
    } else if (key == "entered" || key == "calls") {
      std::uint64_t number = 0;
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
      if (error != std::errc() || end != value.data() + value.size()) return std::nullopt;
      if (key == "entered") {
        report.is_instrumented = number > 0;
        has_entered = true;
      } else {
        report.calls = number;
        has_calls = true;
      }
    }
  }
  if (!has_entered || !has_calls) return std::nullopt;
  return report;
}

std::string proving_library() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& folder : {here, here / installed_beside}) {
    const fs::path library = (folder / library_name).lexically_normal();
    if (fs::exists(library, error)) return library.string();
  }
  throw OptionError(fmt::format("PROVE: {} is not beside cmicro, in {}\n  hint: build all of Micro, or install it anew",
                                library_name, here.string()));
}

Settings with_proof(Settings settings, const std::string& library, double delay_ns, const std::string& report) {
  // By its name alone: in LD_PRELOAD a blank would end a path, in LD_LIBRARY_PATH it does not.
  const std::size_t slash = library.rfind('/');
  put_first(settings.environment, "LD_PRELOAD", library.substr(slash + 1), ':');
  put_first(settings.environment, "LD_LIBRARY_PATH", library.substr(0, slash), ':');
  settings.environment.push_back("MICRO_PROVE_FUNCTION=" + settings.proof->function);
  settings.environment.push_back(fmt::format("MICRO_PROVE_DELAY_NS={:.0f}", delay_ns));
  if (!report.empty()) settings.environment.push_back("MICRO_PROVE_REPORT=" + report);
  return settings;
}

CountEntry count_calls(const MeasuredBenchmark& benchmark, const std::string& library, bool takes_fixed_ops,
                       std::uint64_t ops, const std::string& copy, ForkLauncher& launcher, const std::string& folder,
                       bool& interrupted) {
  CountEntry entry;
  entry.id = benchmark.id;
  entry.metric = calls_label;
  const std::string path = folder + "/calls";
  const auto run = [&](std::optional<std::uint64_t> fixed) -> std::optional<CountedRun> {
    std::filesystem::remove(path);
    MeasuredBenchmark measured = benchmark;
    measured.settings = with_proof(measured.settings, library, 0, path);
    measured.settings.iterations = 1;
    measured.settings.warmup_iterations = 0;
    CountedRun counted;
    counted.fork = launcher.run({&measured, 0, 0, fixed, 1, copy}, interrupted);
    entry.command = counted.fork.command;
    entry.outcome = counted.fork.outcome;
    entry.message = counted.fork.message;
    if (entry.outcome != Outcome::ok) return std::nullopt;
    const auto report = std::filesystem::exists(path) ? read_call_report(read_file(path)) : std::nullopt;
    entry.outcome = Outcome::invalid;
    if (!report) {
      entry.message = "PROVE: the program does not load the library that counts calls: is it linked statically?";
    } else if (report->symbols.empty()) {
      entry.message = not_found(*benchmark.settings.proof, *report);
    } else if (!report->is_instrumented) {
      entry.message = "PROVE: the program is not built with -finstrument-functions, so nothing in it can be delayed";
    } else {
      entry.outcome = Outcome::ok;
      entry.message.clear();
      counted.report = *report;
      counted.ops = counted.fork.iterations.back().ops;
      return counted;
    }
    return std::nullopt;
  };
  const auto one = run(takes_fixed_ops ? std::optional<std::uint64_t>(1) : std::nullopt);
  if (!one || interrupted) return entry;
  if (!takes_fixed_ops) {
    if (one->report.calls == 0) entry.value = 0;
    return entry;
  }
  const auto many = run(1 + ops);
  if (!many || interrupted) return entry;
  entry.ops = 1 + ops;
  if (many->ops <= one->ops) {  // the source fixes their number
    if (many->report.calls == 0) entry.value = 0;
    return entry;
  }
  const auto more = static_cast<double>(many->report.calls) - static_cast<double>(one->report.calls);
  entry.value = std::max(0.0, more / static_cast<double>(many->ops - one->ops));
  return entry;
}

}  // namespace micro
