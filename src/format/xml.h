// Text in XML 1.0.
#pragma once

#include <string>
#include <string_view>

namespace micro {

// For content and quoted attributes of one line: escaped, and as visible() has it where a character can't be there even
// as a reference (control characters, what is not UTF-8, the two that Unicode keeps out: U+FFFE and U+FFFF).
std::string xml_text(std::string_view text);

// The same line by line.
std::string xml_lines(std::string_view text);

}  // namespace micro
