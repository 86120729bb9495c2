// Words and lists in text: what more than one part of the engine does with strings.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace micro {

// The parts between separators; one more than there are separators, so never none.
std::vector<std::string> split(std::string_view text, char separator);

// The words of `known` that are near to `word`, nearest first, at most three: "did you mean".
std::vector<std::string> near_words(std::string_view word, const std::vector<std::string>& known);

// The text as it can stand in one line: what would be obeyed (text/obeyed.h) written as "\n", "\x1b" or "\u202e",
// U+FFFD for bytes that are not UTF-8.
std::string visible(std::string_view text);

// The same of a text of several lines, which stay lines.
std::string visible_lines(std::string_view text);

// The last lines of a text, each after "  | " and visible(), for messages. Empty for empty text.
std::string quoted_tail(std::string_view text, std::size_t lines);

// A command as a line that can be pasted into a POSIX shell, in `directory` if it is given. Any bytes but NUL come out
// as they are; but for line ends, none is in it that a terminal would obey.
std::string shell_line(const std::vector<std::string>& words, const std::vector<std::string>& environment = {},
                       const std::string& directory = {});

// A time setting: a whole number of the largest unit in which it is one, "10 s", "200 ms", "1 min"; "single-shot" for
// none.
std::string duration_text(double nanoseconds);

// Nanoseconds of such a text, or nothing.
std::optional<double> duration_from(std::string_view text);

}  // namespace micro
