#include "instructions/callgrind.h"

#include <fmt/format.h>

#include <charconv>

#include "platform/files.h"

namespace micro {
namespace {

constexpr char at_start[] = "--dump-before=benchmark::State::StartKeepRunning()";
constexpr char at_pause[] = "--dump-before=benchmark::State::PauseTiming()";
constexpr char at_resume[] = "--zero-before=benchmark::State::ResumeTiming()";

// What follows the key at the beginning of a line.
std::optional<std::string_view> value_of(std::string_view text, std::string_view key) {
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    if (at > 0 && text[at - 1] != '\n') continue;
    const std::string_view rest = text.substr(at + key.size());
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return std::nullopt;  // cut off
    return rest.substr(0, end);
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> callgrind_words() {
  return {"valgrind", "--quiet", "--tool=callgrind", "--dump-line=no", at_start, at_resume, at_pause};
}

std::string callgrind_out_word(const std::string& path) {
  return "--callgrind-out-file=" + path;
}

std::optional<CallgrindPart> read_callgrind_part(std::string_view text) {
  const auto trigger = value_of(text, "desc: Trigger: ");
  const auto summary = value_of(text, "summary: ");
  if (!trigger || !summary) return std::nullopt;
  CallgrindPart part;
  const char* const end = summary->data() + summary->size();
  const auto [last, error] = std::from_chars(summary->data(), end, part.instructions);
  if (error != std::errc() || last != end) return std::nullopt;
  if (*trigger == at_start) {
    part.trigger = CallgrindTrigger::loop;
  } else if (*trigger == at_pause) {
    part.trigger = CallgrindTrigger::section;
  }
  return part;
}

std::vector<CallgrindPart> read_callgrind_parts(const std::string& path) {
  std::vector<CallgrindPart> parts;
  const auto take = [&](const std::string& file) {
    try {
      const auto part = read_callgrind_part(read_file(file));
      if (part) parts.push_back(*part);
      return true;
    } catch (const InputError&) {
      return false;  // there is no further one
    }
  };
  for (int number = 1; take(fmt::format("{}.{}", path, number)); ++number) {
  }
  take(path);  // the last one has no number
  return parts;
}

std::vector<CountedLoop> loops_of(const std::vector<CallgrindPart>& parts) {
  std::vector<CountedLoop> loops;
  // The threads of a benchmark all start before one of them begins, and end before another loop starts.
  bool is_new = true;
  for (const CallgrindPart& part : parts) {
    if (part.trigger == CallgrindTrigger::loop) {
      is_new = true;
    } else if (part.trigger == CallgrindTrigger::section) {
      if (is_new) loops.emplace_back();
      is_new = false;
      loops.back().instructions += part.instructions;
      ++loops.back().sections;
    }
  }
  return loops;
}

std::uint64_t all_of(const std::vector<CallgrindPart>& parts) {
  std::uint64_t sum = 0;
  for (const CallgrindPart& part : parts) sum += part.instructions;
  return sum;
}

}  // namespace micro
