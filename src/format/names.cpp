#include "format/names.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "text/text.h"

namespace micro {
namespace {

bool is_lower_case(std::string_view part) {
  return std::ranges::none_of(part, [](char c) { return c >= 'A' && c <= 'Z'; });
}

std::string first_letter(const std::string& part) {
  std::size_t length = std::min<std::size_t>(part.size(), 1);
  while (length < part.size() && (static_cast<unsigned char>(part[length]) & 0xC0) == 0x80) ++length;
  return part.substr(0, length);
}

}  // namespace

std::vector<std::string> shortened_names(const std::vector<std::string>& names) {
  if (names.empty()) return {};
  std::vector<std::string> common = split(names.front(), '.');
  common.erase(std::ranges::find_if_not(common, is_lower_case), common.end());
  const std::size_t candidate = common.size();
  for (const std::string& name : names) {
    const auto parts = split(name, '.');
    common.erase(std::ranges::mismatch(common, parts).in1, common.end());
  }
  const bool abbreviate = common.size() < candidate;

  std::vector<std::string> shortened;
  shortened.reserve(names.size());
  for (const std::string& name : names) {
    const auto parts = split(name, '.');
    const std::size_t prefix = std::min(common.size(), parts.size() - 1);
    std::string& text = shortened.emplace_back();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i < prefix && !abbreviate) continue;
      text += i < prefix ? first_letter(parts[i]) : parts[i];
      if (i + 1 < parts.size()) text += '.';
    }
  }
  return shortened;
}

std::string class_of(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? "" : name.substr(0, dot);
}

}  // namespace micro
