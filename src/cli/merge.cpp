#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "cli/commands.h"
#include "cli/journals.h"
#include "foreign/file_kind.h"
#include "journal/journal.h"
#include "platform/files.h"
#include "text/text.h"

namespace micro {
namespace {

// Facts that must agree for numbers to belong into one result.
std::string difference(const Environment& a, const Environment& b) {
  if (a.cpu != b.cpu) return fmt::format("cpu '{}' and '{}'", a.cpu, b.cpu);
  if (a.cpus != b.cpus) return fmt::format("{} and {} usable cpus", a.cpus.value_or(0), b.cpus.value_or(0));
  if (a.host != b.host) return fmt::format("host '{}' and '{}'", a.host, b.host);
  if (a.os != b.os) return fmt::format("system '{}' and '{}'", a.os, b.os);
  return "";
}

}  // namespace

// Joins journals line by line: a journal may hold several headers.
void merge(const MergeArguments& arguments, CommandContext& context) {
  std::string joined;
  std::optional<Environment> first;
  for (const std::string& file : arguments.files) {
    const std::string path = journal_path(file);
    const std::string text = read_file(path);
    const FileKind kind = kind_of(text);
    if (kind == FileKind::google_benchmark || kind == FileKind::jmh) {
      throw UsageError(
          fmt::format("{}: is no journal, but JSON of {}\n  hint: such files can be shown together (cmicro show), but "
                      "not merged",
                      path, kind == FileKind::jmh ? "JMH" : "Google Benchmark"));
    }
    const auto notes = read_journal(text, path, [&](const JournalEntry& entry) {
      if (const auto* header = std::get_if<HeaderEntry>(&entry)) {
        const std::string differs = first ? difference(*first, header->environment) : "";
        if (!differs.empty() && !arguments.force) {
          throw UsageError(
              fmt::format("{}: was measured on another machine than {}: {}\n  hint: --force joins them all the same",
                          path, journal_path(arguments.files.front()), differs));
        }
        if (!first) first = header->environment;
      }
      joined += to_line(entry) + '\n';
    });
    for (const std::string& note : notes) context.err << "Note: " << visible(note) << '\n';
  }
  if (arguments.output.empty()) {
    context.out << joined;
  } else {
    write_output(arguments.output, [&](std::ostream& out) { out << joined; });
  }
}

}  // namespace micro
