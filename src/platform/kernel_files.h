// Small files in which the kernel tells about the machine: one value in a line, or lines of keys and values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace micro {

// The first line of a file without blanks around it; empty if there is none.
std::string line_of(const std::string& path);

// The value after `key` in a file of "key: value" or KEY="value" lines; empty if there is none.
std::string value_in(const std::string& path, const std::string& key, char separator);

// A text that is a number above zero and nothing else.
std::optional<std::int64_t> positive(std::string_view text);

// The folders in `folder` that are named `prefix` and a number, in the order of the numbers.
std::vector<std::string> numbered(const std::string& folder, const std::string& prefix);

}  // namespace micro
