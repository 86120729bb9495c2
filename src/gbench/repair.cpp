#include "gbench/repair.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>

#include "gbench/report.h"
#include "json/json.h"

namespace micro {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// What a locale may put between the digits of a number: thousands separators and decimal signs. A std::numpunct<char>
// gives one byte; 0xA0 is the no-break space of Latin-1.
bool is_separator(char c) {
  return std::string_view(".,' \xA0").find(c) != std::string_view::npos;
}

// A number as it stands in the text: groups of digits, the separators between them, and an exponent.
struct WrittenNumber {
  std::vector<std::string_view> groups;
  std::string separators;     // one byte between each two groups
  std::string_view exponent;  // "e+05"; empty if it has none
  std::string_view whole;     // all of it
};

WrittenNumber written_number(std::string_view text) {
  WrittenNumber number;
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  std::size_t end = sign;
  for (;;) {
    const std::size_t start = end;
    while (end < text.size() && is_digit(text[end])) ++end;
    number.groups.push_back(text.substr(start, end - start));
    if (end + 1 >= text.size() || !is_separator(text[end]) || !is_digit(text[end + 1])) break;
    number.separators += text[end++];
  }
  const std::size_t exponent = end;
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    ++end;
    if (end < text.size() && (text[end] == '+' || text[end] == '-')) ++end;
    while (end < text.size() && is_digit(text[end])) ++end;
  }
  number.exponent = text.substr(exponent, end - exponent);
  number.whole = text.substr(0, end);
  return number;
}

// Whether the groups are those of a whole number whose digits are grouped: the last has three digits (also in India,
// where others have two).
bool is_grouped(const WrittenNumber& number) {
  const bool one_separator = number.separators.find_first_not_of(number.separators.front()) == std::string::npos;
  const auto is_group = [](std::string_view group) { return group.size() == 2 || group.size() == 3; };
  return number.exponent.empty() && one_separator && !number.groups.front().empty() &&
         number.groups.front().size() <= 3 && number.groups.back().size() == 3 &&
         std::all_of(number.groups.begin() + 1, number.groups.end(), is_group);
}

class Repair {
 public:
  Repair(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  RepairedJson run() {
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (c == '"') {
        take_string();
      } else if (c == ':') {
        take_colon_and_number();
      } else {
        take(1);
        if (c == '{' || c == '[') open(c);
        if (c == '}' || c == ']') close(c);
      }
    }
    if (depth_ > 0) cut_off();
    if (result_.text) flush();
    return std::move(result_);
  }

 private:
  static constexpr int depth_of_rows = 2;  // of the list that has them

  // As it is. (Text is copied when something comes that is not: it is nearly all.)
  void take(std::size_t count) { position_ = std::min(text_.size(), position_ + count); }

  std::string& flush() {
    if (!result_.text) result_.text.emplace().reserve(text_.size());
    result_.text->append(text_.substr(taken_from_, position_ - taken_from_));
    taken_from_ = position_;
    return *result_.text;
  }

  // In place of the next `count` bytes.
  void put(std::string_view replacement, std::size_t count) {
    flush() += replacement;
    taken_from_ = position_ += count;
  }

  [[nodiscard]] std::size_t result_size() const {
    return (result_.text ? result_.text->size() : 0) + position_ - taken_from_;
  }

  void open(char c) {
    ++depth_;
    if (c == '[' && depth_ == depth_of_rows) {
      rows_end_ = result_size();
      is_in_rows_ = result_.rows.empty() && last_string_ == "benchmarks";
    }
    if (c == '{' && depth_ == depth_of_rows + 1) row_start_ = result_size() - 1;
  }

  void close(char c) {
    if (depth_ > 0) --depth_;
    if (c == '}' && depth_ == depth_of_rows) {
      rows_end_ = result_size();
      if (is_in_rows_) result_.rows.push_back({row_start_, *rows_end_});
    }
    if (depth_ < depth_of_rows) is_in_rows_ = false;
  }

  // The closing quote may be missing: the text is cut off then.
  void take_string() {
    take(1);
    const std::size_t start = position_;
    while (position_ < text_.size()) {
      const std::size_t plain = position_;
      while (position_ < text_.size() && static_cast<unsigned char>(text_[position_]) >= 0x20 &&
             text_[position_] != '"' && text_[position_] != '\\') {
        ++position_;
      }
      const std::string_view run = text_.substr(plain, position_ - plain);
      if (valid_utf8_length(run) < run.size()) {
        position_ = plain;
        put(to_valid_utf8(run), run.size());
      }
      if (position_ == text_.size()) break;
      const char c = text_[position_];
      if (c == '"') {
        last_string_ = text_.substr(start, position_ - start);
        take(1);
        return;
      }
      if (c == '\\') {
        take(2);
      } else {
        put(fmt::format("\\u{:04x}", static_cast<unsigned>(c)), 1);
      }
    }
    position_ = text_.size();
  }

  void take_colon_and_number() {
    take(1);
    const std::size_t value = text_.find_first_not_of(" \t\r\n", position_);
    if (value == std::string_view::npos) return;
    take(value - position_);
    if (is_digit(text_[position_]) || text_[position_] == '-') take_number();
  }

  void take_number() {
    const WrittenNumber number = written_number(text_.substr(position_));
    if (position_ + number.whole.size() == text_.size()) return take(number.whole.size());  // it may be cut off
    const std::string plain = plain_number(number);
    if (plain != number.whole && result_.notes.empty()) {
      result_.notes.push_back(
          fmt::format("the program writes numbers as its locale wants (std::locale::global): {} is read as {}",
                      number.whole, plain));
    }
    if (plain == number.whole) return take(plain.size());
    put(plain, number.whole.size());
  }

  // The number as JSON writes it. The library writes floating point numbers as d.ddde+dd only, so a number without
  // exponent is a whole one; but another tool may have rewritten the file, and "1.024" may mean a little more than one.
  std::string plain_number(const WrittenNumber& number) {
    std::string plain(number.whole);
    if (number.separators.empty()) return plain;
    if (number.separators == ".") {
      const bool is_whole = has_decimal_comma_ || last_string_ == "iterations";
      if (!is_whole || !is_grouped(number)) return plain;
    } else if (number.separators == "," && !number.exponent.empty() && number.groups.front().size() == 1) {
      has_decimal_comma_ = true;
      plain[plain.find(',')] = '.';
      return plain;
    } else if (!is_grouped(number) || (has_decimal_comma_ && number.separators.front() == ',')) {
      throw not_a_number(number.whole);
    }
    plain.erase(std::remove_if(plain.begin(), plain.end(), is_separator), plain.end());
    return plain;
  }

  [[nodiscard]] ReportError not_a_number(std::string_view written) const {
    const auto line = std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(position_), '\n') + 1;
    return ReportError(
        fmt::format("{}:{}: {}: expected a number, found {}\n"
                    "  hint: the program calls std::locale::global, which changes how Google Benchmark writes numbers; "
                    "leave numbers as they are in the \"C\" locale, or set the locale of your own streams only",
                    name_, line, to_valid_utf8(last_string_), to_valid_utf8(written)));
  }

  void cut_off() {
    if (!rows_end_) {
      throw ReportError(fmt::format(
          "{}: not Google Benchmark's JSON: it ends before its list of benchmarks\n"
          "  hint: is it cut off? The file that --benchmark_out=FILE --benchmark_out_format=json writes is needed",
          name_));
    }
    std::string& text = flush();
    text.resize(*rows_end_);
    text += "]}";
    result_.complete = false;
  }

  std::string_view text_;
  const std::string& name_;
  RepairedJson result_;
  std::size_t position_ = 0;
  std::size_t taken_from_ = 0;    // from there to the position, the text is taken and not yet copied
  std::string_view last_string_;  // a key, where a colon follows
  int depth_ = 0;
  std::size_t row_start_ = 0;            // in the result: of the latest object in the list
  bool is_in_rows_ = false;              // in the list "benchmarks"
  std::optional<std::size_t> rows_end_;  // in the result: after the last row that is whole, or after '[' of their list
  bool has_decimal_comma_ = false;
};

}  // namespace

RepairedJson repaired_json(std::string_view text, const std::string& name) {
  return Repair(text, name).run();
}

}  // namespace micro
