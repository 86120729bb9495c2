#include "gbench/preamble.h"

#include <algorithm>

#include "text/regular_expression.h"

namespace micro {

std::string without_preamble(std::string_view standard_error) {
  static const RegularExpression preamble(
      "^([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}[+-][0-9:]{5}$|Running |Run on \\([0-9]+ X |CPU Caches:$|  L[0-9] .* "
      "\\(x[0-9]+\\)$|"
      "Load Average: [0-9]|\\*\\*\\*WARNING\\*\\*\\* )");
  std::string rest;
  while (!standard_error.empty()) {
    const std::size_t end = std::min(standard_error.find('\n'), standard_error.size() - 1) + 1;
    std::string line(standard_error.substr(0, end));
    standard_error.remove_prefix(end);
    const std::string whole = line.back() == '\n' ? line.substr(0, line.size() - 1) : line;
    if (!preamble.is_found_in(whole)) rest += line;
  }
  return rest;
}

}  // namespace micro
