// Text in GitHub's Markdown.
#pragma once

#include <string>
#include <string_view>

namespace micro {

// Text of one line as it is to be seen, also inside of a table's cell: each character that means something is escaped.
// It must be visible().
std::string markdown_text(std::string_view text);

}  // namespace micro
