// What Google Benchmark writes to standard error on its own account.
#pragma once

#include <string>
#include <string_view>

namespace micro {

// The text without the lines with which every Google Benchmark program begins: date, "Running …", processors, caches,
// load and the library's warnings about itself. What is left is the program's own.
std::string without_preamble(std::string_view standard_error);

}  // namespace micro
