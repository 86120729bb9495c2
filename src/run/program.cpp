#include "run/program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "gbench/filter.h"
#include "gbench/flags.h"
#include "gbench/listing.h"
#include "platform/files.h"
#include "text/text.h"

namespace micro {
namespace {

constexpr std::int64_t listing_timeout_ns = 60'000'000'000;
constexpr std::size_t listing_limit = std::size_t{256} * 1024 * 1024;  // bytes of names

// How a process that should have answered has failed; empty if it hasn't.
std::string failure_of(const ProcessResult& result) {
  if (!result.not_started.empty()) return fmt::format("cannot be started: {}", result.not_started);
  if (result.timed_out) return fmt::format("did not end within {}", duration_text(listing_timeout_ns));
  if (result.signal) return fmt::format("was ended by signal {} ({})", *result.signal, signal_name(*result.signal));
  if (*result.exit_code != 0) return fmt::format("ended with exit code {}", *result.exit_code);
  return "";
}

}  // namespace

std::vector<std::string> scrubbed(const std::vector<std::string>& variables) {
  constexpr const char* steering[] = {
      "BENCHMARK_", "MICRO=", "MICRO_", "TEST=", "TEST_OPTS=", "MAKEFLAGS=", "MFLAGS=", "MAKELEVEL=", "GNUMAKEFLAGS="};
  std::vector<std::string> kept;
  for (const std::string& variable : variables) {
    const bool steers = std::any_of(std::begin(steering), std::end(steering),
                                    [&](const char* prefix) { return variable.rfind(prefix, 0) == 0; });
    if (!steers) kept.push_back(variable);
  }
  return kept;
}

std::string working_directory_of(const Variant& variant) {
  if (!variant.working_directory.empty()) return variant.working_directory;
  return std::filesystem::path(variant.executable).parent_path().string();
}

Command program_command(const Variant& variant, const Settings& settings, const std::vector<std::string>& flags,
                        const std::vector<std::string>& caller, std::size_t padding) {
  Command command;
  command.arguments = variant.launcher;
  command.arguments.push_back(variant.executable);
  command.arguments.insert(command.arguments.end(), flags.begin(), flags.end());
  command.arguments.insert(command.arguments.end(), settings.run_args.begin(), settings.run_args.end());
  // A variable that the options set replaces the caller's.
  for (const std::string& variable : caller) {
    const std::string name = variable.substr(0, variable.find('=') + 1);
    const bool replaced = std::any_of(settings.environment.begin(), settings.environment.end(),
                                      [&](const std::string& set) { return set.rfind(name, 0) == 0; });
    if (!replaced) command.environment.push_back(variable);
  }
  command.environment.insert(command.environment.end(), settings.environment.begin(), settings.environment.end());
  if (padding > 0) command.environment.push_back("MICRO_PADDING=" + std::string(padding, 'x'));
  command.working_directory = working_directory_of(variant);
  return command;
}

Suite suite_of_program(const std::string& path) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  if (!std::filesystem::is_regular_file(absolute, error)) {
    throw InputError(fmt::format("{}: there is no such program", path));
  }
  if (access(absolute.c_str(), X_OK) != 0) {
    throw InputError(fmt::format("{}: cannot be executed: {}", path, std::strerror(errno)));
  }
  Suite suite;
  suite.variants.front().executable = absolute.lexically_normal().string();
  return suite;
}

std::vector<std::string> list_benchmarks(const Variant& variant, const Settings& settings,
                                         const std::vector<std::string>& caller, ProcessRunner& processes) {
  const auto ask = [&](const std::vector<std::string>& flags) {
    const ProcessResult result = processes.run(program_command(variant, settings, flags, caller, 0), listing_timeout_ns,
                                               {listing_limit, 64 * 1024});
    const std::string failure = failure_of(result);
    if (failure.empty()) return result;
    const char* hint = result.exit_code ? "is it a Google Benchmark program? RUN_ARGS are given to it, too"
                                        : "RUN_ARGS and ENVIRONMENT are given to it, too";
    throw ProgramError(fmt::format("{}: {} when asked for its benchmarks\n{}  hint: {}", variant.executable, failure,
                                   quoted_tail(result.standard_error, 10), hint));
  };
  const ProcessResult listed = ask(listing_flags());
  const ProcessResult noise = ask(empty_listing_flags());
  std::vector<std::string> names = benchmark_names(listed.standard_output, noise.standard_output);
  if (names.empty()) {
    throw ProgramError(
        fmt::format("{}: has no benchmarks\n  hint: registrations in a static library are dropped by the linker unless "
                    "something there is used; "
                    "link it as an OBJECT library, or as a whole archive",
                    variant.executable));
  }
  return names;
}

bool takes_fixed_ops(const Variant& variant, const Settings& settings, const std::vector<std::string>& caller,
                     ProcessRunner& processes) {
  const ProcessResult result =
      processes.run(program_command(variant, settings, {"--help"}, caller, 0), listing_timeout_ns, {});
  return failure_of(result).empty() && understands_fixed_iterations(result.standard_output + result.standard_error);
}

}  // namespace micro
