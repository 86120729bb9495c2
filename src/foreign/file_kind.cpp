#include "foreign/file_kind.h"

#include <fmt/format.h>

#include <algorithm>

#include "journal/journal.h"
#include "json/json.h"

namespace micro {
namespace {

constexpr char blanks[] = " \t\r\n";

std::string_view without_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(blanks), text.size()));
}

}  // namespace

std::string_view without_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

FileKind kind_of(std::string_view text) {
  const std::string_view start = without_blanks(without_mark(text));
  if (start.empty()) return FileKind::empty;
  if (looks_like_journal(start)) return FileKind::journal;
  const std::string_view inside = without_blanks(start.substr(1));
  if (start.front() == '{') {
    const bool known = inside.starts_with("\"context\"") || inside.starts_with("\"benchmarks\"");
    return known ? FileKind::google_benchmark : FileKind::unknown;
  }
  const bool is_list = start.front() == '[' && (inside.starts_with('{') || inside.starts_with(']'));
  return is_list ? FileKind::jmh : FileKind::unknown;
}

std::string kind_problem(std::string_view text, const std::string& name) {
  if (kind_of(text) == FileKind::empty) {
    return fmt::format(
        "{}: is empty, expected {}\n"
        "  hint: Google Benchmark leaves an empty file if its filter matches nothing or if it only lists, JMH if a "
        "benchmark fails with -foe true",
        name, known_kinds);
  }
  return fmt::format(
      "{}: expected {}, this begins with: {}\n"
      "  hint: these are journal.jsonl in runs/<UTC> of a results folder, what --benchmark_out=FILE writes, and what "
      "JMH writes with -rf json",
      name, known_kinds, beginning(text));
}

}  // namespace micro
