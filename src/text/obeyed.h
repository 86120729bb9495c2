// Characters that are not shown but obeyed: by a terminal, which may be told to say anything, or by the eye, to which
// text in another order is other text. What a stranger's file says is never written with them as they are.
#pragma once

#include <cstddef>
#include <string_view>

namespace micro {

struct Obeyed {
  std::size_t length = 0;  // in bytes; 0: the character is one that is shown
  char32_t code = 0;
};

// Judges the first character of `text`, which is UTF-8 and not empty. Obeyed are control characters (C0, DEL and C1),
// the controls of writing direction, and the separators of lines and paragraphs that Unicode has besides.
Obeyed obeyed_at(std::string_view text);

// Whether any character of it is beyond ASCII and obeyed, or is DEL: those that JSON lets stand in strings.
bool has_obeyed_beyond_c0(std::string_view text);

}  // namespace micro
