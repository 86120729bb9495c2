#include "text/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "json/json.h"
#include "text/obeyed.h"

namespace micro {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
    }
  }
  return row.back();
}

struct DurationUnit {
  const char* name;
  std::int64_t nanoseconds;
};
constexpr std::array<DurationUnit, 7> duration_units{{{"day", 86'400'000'000'000},
                                                      {"hr", 3'600'000'000'000},
                                                      {"min", 60'000'000'000},
                                                      {"s", 1'000'000'000},
                                                      {"ms", 1'000'000},
                                                      {"us", 1'000},
                                                      {"ns", 1}}};
constexpr const char* no_duration = "single-shot";

// For words that a terminal would not take as they are when they are pasted: a shell of POSIX has no other way to say
// any byte. What $(…) prints loses the line ends at its end, so these stand behind it.
std::string printed_word(std::string_view word) {
  const std::size_t end = word.find_last_not_of('\n') + 1;
  std::string out = "\"$(printf '";
  for (std::size_t i = 0; i < end; ++i) {
    const auto byte = static_cast<unsigned char>(word[i]);
    const bool plain = byte >= 0x20 && byte < 0x7F && std::string_view("'\\%").find(word[i]) == std::string_view::npos;
    // A dash in front would begin an option.
    out += plain && (i > 0 || byte != '-') ? std::string(1, word[i]) : fmt::format("\\{:03o}", byte);
  }
  return out + "')" + std::string(word.substr(end)) + "\"";
}

std::string shell_word(const std::string& word) {
  constexpr const char* plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=./:,@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string lines = word;
  std::erase(lines, '\n');
  if (visible(lines) != lines) return printed_word(word);
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  for (std::size_t end; (end = text.find(separator, start)) != std::string_view::npos; start = end + 1) {
    parts.emplace_back(text.substr(start, end - start));
  }
  parts.emplace_back(text.substr(start));
  return parts;
}

std::vector<std::string> near_words(std::string_view word, const std::vector<std::string>& known) {
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance <= std::max<std::size_t>(2, candidate.size() / 3)) near.emplace_back(distance, candidate);
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> words;
  for (std::size_t i = 0; i < near.size() && i < 3; ++i) words.push_back(near[i].second);
  return words;
}

std::string visible(std::string_view text) {
  const std::string valid = to_valid_utf8(text);
  std::string out;
  out.reserve(valid.size());
  for (std::size_t i = 0; i < valid.size();) {
    const Obeyed obeyed = obeyed_at(std::string_view(valid).substr(i));
    if (obeyed.length == 0) {
      out += valid[i++];
      continue;
    }
    i += obeyed.length;
    if (obeyed.code == '\n') {
      out += "\\n";
    } else if (obeyed.code == '\r') {
      out += "\\r";
    } else if (obeyed.code == '\t') {
      out += "\\t";
    } else if (obeyed.length == 1) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(obeyed.code));
    } else {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(obeyed.code));
    }
  }
  return out;
}

std::string visible_lines(std::string_view text) {
  std::string out;
  for (const std::string& line : split(text, '\n')) out += (out.empty() ? "" : "\n") + visible(line);
  return out;
}

std::string quoted_tail(std::string_view text, std::size_t lines) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  if (text.empty()) return "";
  std::size_t start = text.size();
  for (std::size_t seen = 0; seen < lines && start != std::string_view::npos; ++seen) {
    start = start == 0 ? std::string_view::npos : text.rfind('\n', start - 1);
  }
  const std::string_view tail = start == std::string_view::npos ? text : text.substr(start + 1);
  std::string quoted;
  for (std::string line : split(tail, '\n')) {
    std::ranges::replace(line, '\t', ' ');
    quoted += "  | " + visible(line) + "\n";
  }
  return quoted;
}

std::string shell_line(const std::vector<std::string>& words, const std::vector<std::string>& environment,
                       const std::string& directory) {
  const auto quoted = [](const std::string& word) { return shell_word(word); };
  std::string line;
  const auto add = [&](const std::string& word) { line += (line.empty() ? "" : " ") + quoted(word); };
  if (!directory.empty()) line = "cd " + quoted(directory) + " &&";
  if (!environment.empty()) {
    add("env");
    for (const std::string& variable : environment) add(variable);
  }
  for (const std::string& word : words) add(word);
  return line;
}

std::string duration_text(double nanoseconds) {
  if (!(nanoseconds >= 0.5)) return no_duration;
  const std::int64_t time = std::llround(std::min(nanoseconds, 9e18));
  const auto unit =
      std::ranges::find_if(duration_units, [&](const DurationUnit& u) { return time % u.nanoseconds == 0; });
  return std::to_string(time / unit->nanoseconds) + " " + unit->name;
}

std::optional<double> duration_from(std::string_view text) {
  if (text == no_duration) return 0;
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || number < 0 || rest == end || *rest != ' ') return std::nullopt;
  const std::string_view name(rest + 1, static_cast<std::size_t>(end - rest - 1));
  const auto unit = std::ranges::find(duration_units, name, &DurationUnit::name);
  if (unit == duration_units.end()) return std::nullopt;
  return static_cast<double>(number) * static_cast<double>(unit->nanoseconds);
}

}  // namespace micro
