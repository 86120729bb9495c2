// The names in the output of --benchmark_list_tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace micro {

// The full names that `listed_stdout` (of listing_flags()) holds besides what the program itself prints: `noise_stdout`
// (of empty_listing_flags()). In the order of the program; a name that is registered twice comes twice.
//
// What a program prints before and after the listing is found as the lines that both outputs have at their beginnings
// and ends. Lines that differ between the calls (a time, a process id) are taken to stand before the names. A name with
// a line break is two names (so it is in the library), a benchmark without a name is not listed, and a program that
// prints other numbers of lines from call to call cannot be listed reliably.
std::vector<std::string> benchmark_names(std::string_view listed_stdout, std::string_view noise_stdout);

}  // namespace micro
