#include "gbench/listing.h"

#include <algorithm>

namespace micro {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

std::vector<std::string> benchmark_names(std::string_view listed_stdout, std::string_view noise_stdout) {
  std::vector<std::string_view> lines = lines_of(listed_stdout);
  const std::vector<std::string_view> noise = lines_of(noise_stdout);
  const auto count = static_cast<std::ptrdiff_t>(lines.size());
  const auto noise_count = static_cast<std::ptrdiff_t>(noise.size());
  const auto common_start = std::mismatch(noise.begin(), noise.end(), lines.begin(), lines.end()).first - noise.begin();
  auto after =
      std::mismatch(noise.rbegin(), noise.rend() - common_start, lines.rbegin(), lines.rend() - common_start).first -
      noise.rbegin();
  auto before = std::min(noise_count, count) - after;  // with the lines that differ
  if (common_start < before && common_start + after + 1 == noise_count) {
    // What a program prints without ending the line stands directly before the first name. Where there are no names,
    // what it prints after them goes on in that line.
    std::string_view open_line = noise[common_start];
    const std::string_view last = lines[count - after - 1];
    const bool ends_there = after == 0 && noise_stdout.back() != '\n' && lines[common_start].starts_with(open_line);
    const bool goes_on = !ends_there && open_line.ends_with(last);
    if (goes_on) open_line.remove_suffix(last.size());
    if (ends_there || (goes_on && lines[common_start].starts_with(open_line))) {
      lines[common_start].remove_prefix(open_line.size());
      before = common_start;
      after += goes_on ? 1 : 0;
    }
  }
  std::vector<std::string> names(lines.begin() + before, lines.end() - after);
  std::erase(names, "");
  return names;
}

}  // namespace micro
