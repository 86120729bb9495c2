#include "format/format.h"

#include <algorithm>
#include <array>

namespace micro {
namespace {

constexpr std::array<Format, 5> all{{{"text", "text", write_text},
                                     {"csv", "csv", write_csv},
                                     {"scsv", "scsv", write_scsv},
                                     {"json", "json", write_json},
                                     {"latex", "latex", write_latex}}};

}

std::span<const Format> formats() {
  return all;
}

std::optional<Format> format_from(std::string_view name) {
  const auto found = std::ranges::find(all, name, &Format::name);
  if (found == all.end()) return std::nullopt;
  return *found;
}

}  // namespace micro
