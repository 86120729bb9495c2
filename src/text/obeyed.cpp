#include "text/obeyed.h"

namespace micro {
namespace {

bool is_obeyed(char32_t code) {
  return code == 0x061C || (code >= 0x200E && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

Obeyed obeyed_at(std::string_view text) {
  const auto byte = [&](std::size_t i) -> char32_t { return static_cast<unsigned char>(text[i]); };
  const char32_t lead = byte(0);
  if (lead < 0x20 || lead == 0x7F) return {1, lead};
  // All others that are obeyed have two or three bytes.
  if ((lead & 0xE0) == 0xC0 && text.size() >= 2) {
    const char32_t code = (lead & 0x1F) << 6U | (byte(1) & 0x3F);
    if (code < 0xA0 || is_obeyed(code)) return {2, code};
  } else if ((lead & 0xF0) == 0xE0 && text.size() >= 3) {
    const char32_t code = (lead & 0x0F) << 12U | (byte(1) & 0x3F) << 6U | (byte(2) & 0x3F);
    if (is_obeyed(code)) return {3, code};
  }
  return {};
}

bool has_obeyed_beyond_c0(std::string_view text) {
  constexpr std::string_view leads = "\x7F\xC2\xD8\xE2";
  for (std::size_t i = text.find_first_of(leads); i != std::string_view::npos; i = text.find_first_of(leads, i + 1)) {
    if (obeyed_at(text.substr(i)).length > 0) return true;
  }
  return false;
}

}  // namespace micro
