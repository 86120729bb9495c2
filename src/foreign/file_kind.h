// What kind of result file a text is: told by its content, as names say nothing.
#pragma once

#include <string>
#include <string_view>

namespace micro {

enum class FileKind { journal, google_benchmark, jmh, empty, unknown };

// The text without the byte order mark that some tools put before it.
std::string_view without_mark(std::string_view text);

// Looks at the beginning only: the file may have been cut off.
FileKind kind_of(std::string_view text);

// The kinds that can be shown, in words.
inline constexpr char known_kinds[] = "a journal, Google Benchmark's JSON or JMH's JSON";

// What is wrong with a file that is empty or unknown: place, rule, what came instead, and a hint line.
std::string kind_problem(std::string_view text, const std::string& name);

}  // namespace micro
