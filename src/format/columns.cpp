#include "format/columns.h"

#include <algorithm>

#include "model/limits.h"

namespace micro {
namespace {

// One long name among many short ones must not make all lines as long.
std::size_t missing(std::string_view text, std::size_t columns) {
  const std::size_t wanted = std::min(columns, most_aligned_columns);
  return wanted - std::min(wanted, width(text));
}

}  // namespace

std::size_t width(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool continues = (byte & 0xC0) == 0x80;
    const bool pair = byte >= 0xF0;  // begins a character beyond the 16 bits of a unit
    units += continues ? 0 : pair ? 2 : 1;
  }
  return units;
}

std::string left_aligned(std::string_view text, std::size_t columns) {
  return std::string(text).append(missing(text, columns), ' ');
}

std::string right_aligned(std::string_view text, std::size_t columns) {
  return std::string(missing(text, columns), ' ').append(text);
}

}  // namespace micro
