#include "gbench/filter.h"

namespace micro {

std::string exact_filter(std::string_view name) {
  constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD
  std::string filter = "^";
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (std::string_view(".[()*+?{|$").find(c) != std::string_view::npos) {
      filter += {'[', c, ']'};
    } else if (c == '\\' || c == '^') {
      // Neither can stand in a bracket for both: '^' at its start negates, and a backslash is an escape there in some
      // libraries.
      filter += {'\\', c};
    } else if (name.substr(i, replacement.size()) == replacement) {
      (filter += '(').append(replacement) += "|.)";
      i += replacement.size() - 1;
    } else {
      filter += c;  // an escape that is not needed is an error in libstdc++
    }
  }
  return filter + "$";
}

std::string empty_filter() {
  // No name goes on after its end. Not a name that is merely improbable: it would show in what a program prints about
  // its filter.
  return "^$.";
}

}  // namespace micro
