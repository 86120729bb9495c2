// Text in columns of a fixed width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/text.h"

namespace micro {

// Columns that a UTF-8 text takes, as JMH counts them: UTF-16 code units.
std::size_t width(std::string_view text);

// Padded with blanks to `columns` or most_aligned_columns, never cut.
std::string left_aligned(std::string_view text, std::size_t columns);
std::string right_aligned(std::string_view text, std::size_t columns);

}  // namespace micro
