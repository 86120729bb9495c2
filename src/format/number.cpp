#include "format/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace micro {
namespace {

constexpr double smallest_score = 0.0005;  // which rounds to 0.001
constexpr int table_decimals = 3;

// A finite number as 0.d₁d₂d₃… × 10^exponent, with the shortest digits that name the double.
struct Decimal {
  bool negative = false;
  std::string digits;  // no trailing zeros but in "0"
  int exponent = 0;
};

Decimal decimal(double value) {
  std::array<char, 32> buffer;  // 17 digits, sign, point, exponent
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value), std::chars_format::scientific);
  const std::string_view text(buffer.data(), end.ptr);
  const std::size_t e = text.find('e');
  Decimal result;
  result.negative = std::signbit(value);
  for (const char c : text.substr(0, e)) {
    if (c != '.') result.digits += c;
  }
  const char* power = text.data() + e + (text[e + 1] == '+' ? 2 : 1);  // from_chars knows no plus sign
  std::from_chars(power, end.ptr, result.exponent);
  result.exponent += value == 0 ? 0 : 1;
  return result;
}

// Text for what has no digits.
std::string not_finite_text(double value) {
  if (std::isnan(value)) return "NaN";
  return value > 0 ? "Infinity" : "-Infinity";
}

// The power of ten nearest to a small positive number, halves up; 0 where there is none.
int power_of_ten(double value) {
  return value > 0 ? static_cast<int>(std::floor(std::log10(value) + 0.5)) : 0;
}

std::string superscript(int number) {
  static constexpr std::array<const char*, 10> digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char c : std::to_string(number)) text += c == '-' ? "⁻" : digits[static_cast<std::size_t>(c - '0')];
  return text;
}

}  // namespace

std::string fixed_text(double value, int decimals) {
  if (!std::isfinite(value)) return not_finite_text(value);
  const Decimal number = decimal(value);
  // All digits of the result without the point: `whole` of them before it, at least one.
  const int whole = std::max(number.exponent, 1);
  std::string digits(static_cast<std::size_t>(whole - number.exponent), '0');
  digits += number.digits;
  const auto kept = static_cast<std::size_t>(whole + decimals);
  const bool up = digits.size() > kept && digits[kept] >= '5';
  digits.resize(kept, '0');
  if (up) {
    std::size_t i = digits.size();
    while (i > 0 && digits[i - 1] == '9') digits[--i] = '0';
    if (i == 0) {
      digits.insert(digits.begin(), '1');
    } else {
      ++digits[i - 1];
    }
  }
  if (decimals > 0) digits.insert(digits.size() - static_cast<std::size_t>(decimals), 1, '.');
  return number.negative ? "-" + digits : digits;
}

bool is_approximate(double score) {
  return score < smallest_score;
}

std::string score_text(double score) {
  if (!is_approximate(score)) return fixed_text(score, table_decimals);
  const int power = power_of_ten(score);
  return power == 0 ? "≈ 0" : "≈ 10" + superscript(power);
}

std::string latex_score_text(double score) {
  if (!is_approximate(score)) return fixed_text(score, table_decimals);
  const int power = power_of_ten(score);
  return power == 0 ? "$\\approx 0$" : "$\\approx 10^{" + std::to_string(power) + "}$";
}

std::string error_text(double error) {
  constexpr double smallest_error = 0.001;
  return fixed_text(error < smallest_error ? smallest_error : error, table_decimals);
}

std::string java_text(double value) {
  std::string text;
  append_java_text(text, value);
  return text;
}

void append_java_text(std::string& out, double value) {
  const double magnitude = std::abs(value);
  if (!std::isfinite(value)) {
    out += not_finite_text(value);
  } else if (value == 0 || (magnitude >= 1e-3 && magnitude < 1e7)) {
    std::array<char, 32> buffer;  // 17 digits, sign, point, zeros before them
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed);
    const std::string_view digits(buffer.data(), end.ptr);
    out += digits;
    if (digits.find('.') == std::string_view::npos) out += ".0";
  } else {
    Decimal number = decimal(value);
    if (number.digits.size() == 1) number.digits += '0';
    if (number.negative) out += '-';
    out += number.digits.insert(1, 1, '.') + "E" + std::to_string(number.exponent - 1);
  }
}

}  // namespace micro
