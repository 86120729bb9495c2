#include "format/format.h"

#include <algorithm>
#include <array>

namespace micro {
namespace {

constexpr std::array all{Format{"text", "text", write_text},
                         Format{"csv", "csv", write_csv},
                         Format{"scsv", "scsv", write_scsv},
                         Format{"json", "json", write_json},
                         Format{"latex", "latex", write_latex},
                         Format{"markdown", "md", write_markdown},
                         Format{"gbench", "gbench.json", write_gbench},
                         Format{"junit", "junit.xml", write_junit},
                         Format{"custom", "custom.json", write_custom, false}};

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
