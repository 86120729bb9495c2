// Filters for --benchmark_filter.
#pragma once

#include <string>
#include <string_view>

namespace micro {

// A filter that selects the benchmark of this full name and no other. Google Benchmark is built with std::regex
// (extended) or with POSIX regcomp, and the two disagree on needless escapes: only what both read alike is used. U+FFFD
// in a name stands for any byte, too: it is what becomes of a byte that is not UTF-8.
std::string exact_filter(std::string_view name);

// A filter that selects nothing.
std::string empty_filter();

}  // namespace micro
