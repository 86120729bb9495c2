// POSIX extended regular expressions, the dialect of Google Benchmark's own filters. The C library matches them without
// recursion, so that a huge text can't exhaust the stack (std::regex does).
#pragma once

#include <regex.h>

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>

namespace micro {

// The pattern is no regular expression; what() says why.
class RegularExpressionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class RegularExpression {
 public:
  explicit RegularExpression(const std::string& pattern);  // RegularExpressionError
  ~RegularExpression();
  RegularExpression(const RegularExpression&) = delete;
  RegularExpression& operator=(const RegularExpression&) = delete;

  [[nodiscard]] bool is_found_in(const std::string& text) const { return find_in(text).has_value(); }

  struct Found {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  // Where it is found first.
  [[nodiscard]] std::optional<Found> find_in(const std::string& text) const;

 private:
  regex_t compiled_;
};

// Whether the text as a whole is what the pattern describes.
bool matches_whole(const std::string& pattern, const std::string& text);

}  // namespace micro
