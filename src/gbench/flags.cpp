#include "gbench/flags.h"

#include <fmt/format.h>

#include "gbench/filter.h"

namespace micro {
namespace {

// Seconds as a plain number without exponent: before 1.8 the library takes no unit.
std::string seconds(double ns) {
  std::string text = fmt::format("{:.12f}", ns / 1e9);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

std::vector<std::string> listing_flags() {
  return {"--benchmark_list_tests=true"};
}

std::vector<std::string> empty_listing_flags() {
  return {"--benchmark_list_tests=true", "--benchmark_filter=" + empty_filter()};
}

std::vector<std::string> fork_flags(const ForkFlags& fork) {
  std::vector<std::string> flags = fork.options;
  flags.push_back("--benchmark_filter=" + fork.filter);
  flags.push_back(fmt::format("--benchmark_repetitions={}", fork.repetitions));
  if (fork.fixed_iterations) {
    flags.push_back(fmt::format("--benchmark_min_time={}x", *fork.fixed_iterations));
  } else {
    // The library grows the number of ops until the time is reached, and when it is near enough it aims 1.4 times as
    // far.
    constexpr double aim = 1.4;
    flags.push_back("--benchmark_min_time=" + seconds(fork.iteration_ns / aim));
  }
  if (fork.warmup_ns) flags.push_back("--benchmark_min_warmup_time=" + seconds(*fork.warmup_ns));
  if (!fork.out_file.empty()) {
    flags.push_back("--benchmark_out=" + fork.out_file);
    flags.push_back("--benchmark_out_format=json");
  }
  return flags;
}

bool understands_fixed_iterations(std::string_view help_output) {
  const std::size_t start = help_output.find("--benchmark_min_time=");
  if (start == std::string_view::npos) return false;
  const std::string_view rest = help_output.substr(start);
  // "`<integer>x` OR `<float>s`" against "<min_time>".
  return rest.substr(0, rest.find('\n')).find(">x") != std::string_view::npos;
}

}  // namespace micro
