#include "text/regular_expression.h"

#include <array>

namespace micro {

RegularExpression::RegularExpression(const std::string& pattern) {
  const int error = regcomp(&compiled_, pattern.c_str(), REG_EXTENDED);
  if (error == 0) return;
  std::array<char, 200> reason = {};
  regerror(error, &compiled_, reason.data(), reason.size());
  throw RegularExpressionError(reason.data());
}

RegularExpression::~RegularExpression() {
  regfree(&compiled_);
}

std::optional<RegularExpression::Found> RegularExpression::find_in(const std::string& text) const {
  // The C library would read only up to a zero byte, which no name and no value may have.
  if (text.find('\0') != std::string::npos) return std::nullopt;
  regmatch_t whole;
  if (regexec(&compiled_, text.c_str(), 1, &whole, 0) != 0) return std::nullopt;
  return Found{static_cast<std::size_t>(whole.rm_so), static_cast<std::size_t>(whole.rm_eo)};
}

bool matches_whole(const std::string& pattern, const std::string& text) {
  return RegularExpression("^(" + pattern + ")$").is_found_in(text);
}

}  // namespace micro
