#include "model/benchmark_name.h"

#include <algorithm>
#include <charconv>

namespace micro {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool is_argument(std::string_view segment) {
  if (segment.starts_with('-')) segment.remove_prefix(1);
  return all_digits(segment);
}

// What stands after "key:", or nothing (also where nothing stands there).
std::string_view value_of(std::string_view segment, std::string_view key) {
  const bool has_key = segment.size() > key.size() && segment.starts_with(key) && segment[key.size()] == ':';
  return has_key ? segment.substr(key.size() + 1) : std::string_view();
}

// Printed with %.3f, by a program that may have another decimal sign.
bool is_seconds(std::string_view text) {
  const std::size_t point = text.find_first_of(".,");
  return point != std::string_view::npos && all_digits(text.substr(0, point)) && all_digits(text.substr(point + 1));
}

int threads_of(std::string_view segment) {
  const std::string_view value = value_of(segment, "threads");
  int threads = 0;  // stays 0 if the number is too large
  const char* end = std::from_chars(value.data(), value.data() + value.size(), threads).ptr;
  return end == value.data() + value.size() ? threads : 0;
}

// The library's suffixes in its order, from the right. Each stands there at most once, so that a parameter that is
// called like one is one if it stands elsewhere.
constexpr bool (*suffixes[])(std::string_view) = {
    [](std::string_view segment) { return threads_of(segment) > 0; },
    [](std::string_view segment) { return segment == "real_time" || segment == "manual_time"; },
    [](std::string_view segment) { return segment == "process_time"; },
    [](std::string_view segment) { return all_digits(value_of(segment, "repeats")); },
    [](std::string_view segment) { return all_digits(value_of(segment, "iterations")); },
    [](std::string_view segment) { return is_seconds(value_of(segment, "min_warmup_time")); },
    [](std::string_view segment) { return is_seconds(value_of(segment, "min_time")); },
};

// Length of the parameter's name in "name:value"; 0 if the segment is nothing of that kind.
std::size_t parameter_name_length(std::string_view segment) {
  const auto begins_name = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
  };
  const auto continues_name = [&](char c) { return begins_name(c) || is_digit(c) || c == '.' || c == '-'; };
  if (segment.empty() || !begins_name(segment.front())) return 0;
  const auto end = std::find_if_not(segment.begin(), segment.end(), continues_name);
  const auto length = static_cast<std::size_t>(end - segment.begin());
  const std::string_view rest = segment.substr(length);
  return rest.starts_with(':') && !rest.starts_with("::") ? length : 0;
}

}  // namespace

BenchmarkName parse_benchmark_name(std::string_view full) {
  BenchmarkName name;
  name.full = full;
  std::string_view rest = full;
  for (const auto is_suffix : suffixes) {
    const std::size_t slash = rest.rfind('/');
    if (slash == std::string_view::npos || slash == 0) break;
    const std::string_view segment = rest.substr(slash + 1);
    if (!is_suffix(segment)) continue;
    if (const int threads = threads_of(segment)) name.threads = threads;
    name.suffixes.emplace(name.suffixes.begin(), segment);
    rest = rest.substr(0, slash);
  }
  // A slash at the very start belongs to the function, which would be empty else.
  const std::size_t function_end = std::min(rest.find('/', 1), rest.size());
  name.function = rest.substr(0, function_end);
  rest.remove_prefix(function_end);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('/', 1), rest.size());
    const std::string_view segment = rest.substr(1, end - 1);
    if (const std::size_t length = parameter_name_length(segment)) {
      name.parameters.push_back({std::string(segment.substr(0, length)), std::string(segment.substr(length + 1))});
    } else if (is_argument(segment)) {
      name.parameters.push_back({"arg" + std::to_string(name.parameters.size()), std::string(segment)});
    } else {
      std::string& before = name.parameters.empty() ? name.function : name.parameters.back().value;
      before += rest.substr(0, end);
    }
    rest.remove_prefix(end);
  }
  return name;
}

std::vector<Parameter> told_parameters(const BenchmarkName& name) {
  std::vector<Parameter> parameters = name.parameters;
  const std::string threads = std::to_string(name.threads);
  if (std::ranges::find(name.suffixes, "threads:" + threads) != name.suffixes.end()) {
    parameters.push_back({"threads", threads});
  }
  return parameters;
}

}  // namespace micro
