#include "fuzz/readers.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "cli/command_line.h"
#include "cli/run_cli.h"
#include "gbench/listing.h"
#include "instructions/callgrind.h"
#include "json/json.h"
#include "options/layers.h"
#include "platform/files.h"
#include "run/proof.h"
#include "session/manifest.h"
#include "session/session.h"
#include "text/obeyed.h"
#include "text/text.h"

namespace micro {
namespace {

void require(bool holds, const std::string& what) {
  if (!holds) throw std::logic_error(what);
}

// One folder for all calls of a process.
const std::string& folder() {
  static const TemporaryFolder folder;
  return folder.path();
}

struct Said {
  int code;
  std::string out;
  std::string err;
};

Said say(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = run_cli(arguments, out, err);
  return {code, out.str(), err.str()};
}

// A file of results, of any kind, through all that `cmicro show` and `cmicro compare` make of it.
void read_results_file(std::string_view text) {
  const std::string path = folder() + "/results";
  write_file(path, text);
  for (const char* format : {"", "json", "csv", "scsv", "markdown", "junit", "gbench", "latex"}) {
    std::vector<std::string> call{"cmicro", "show", path};
    if (*format != '\0') call.insert(call.end(), {"--format", format});
    const Said said = say(call);
    const std::string where = std::string("show ") + format + ": ";
    require(said.code == 0 || said.code == 2, where + "ends with " + std::to_string(said.code) + ": " + said.err);
    require(said.code == 0 || !said.err.empty(), where + "fails without a word");
    require(valid_utf8_length(said.out) == said.out.size(), where + "is not UTF-8");
    require(valid_utf8_length(said.err) == said.err.size(), where + "messages are not UTF-8");
    require(!has_control(said.err), where + "messages have control characters");
    require(!has_control(said.out), where + "has control characters");
    if (said.code == 0 && (format == std::string_view("json") || format == std::string_view("gbench"))) {
      JsonDocument(said.out, "out");
    }
    if (said.code != 0) break;
  }
  const Said said = say({"cmicro", "compare", path, path});
  require(said.code == 0 || said.code == 2, "compare: ends with " + std::to_string(said.code) + ": " + said.err);
  require(!has_control(said.out) && !has_control(said.err), "compare: has control characters");
}

void read_session_file(std::string_view text) {
  write_file(folder() + "/session.json", text);
  try {
    const Session session = read_session(folder());
    for (const Suite& suite : session.suites) failures_of(suite);
  } catch (const JsonError&) {
  } catch (const OptionError&) {
  }
}

void read_manifest_file(std::string_view text) {
  std::filesystem::create_directories(folder() + "/micro");
  write_file(folder() + "/micro/manifest-Release.json", text);
  const Said said = say({"cmicro", "list", folder()});
  require(said.code == 0 || said.code == 2, "list: ends with " + std::to_string(said.code) + ": " + said.err);
  require(!has_control(said.out) && !has_control(said.err), "list: has control characters");
}

// One line each for a word of a command line.
void read_command_line(std::string_view text) {
  std::vector<std::string> words = split(text, '\n');
  words.insert(words.begin(), "cmicro");
  std::erase_if(words, [](const std::string& word) { return word.find('\0') != std::string::npos; });
  try {
    const ParsedCall call = parse_command_line(words);
    require(!call.error.empty() || !call.text.empty() || call.command, "no answer");
  } catch (const OptionError&) {
  } catch (const UsageError&) {
  }
}

void read_listing(std::string_view text) {
  const std::size_t half = text.size() / 2;
  benchmark_names(text, "");
  benchmark_names(text, text.substr(0, half));
}

void read_counts(std::string_view text) {
  const auto part = read_callgrind_part(text);
  if (part) loops_of({*part, *part});
  read_call_report(std::string(text));
}

}  // namespace

bool has_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const Obeyed obeyed = obeyed_at(text.substr(i));
    const bool is_end = text[i] == '\n' || (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n');
    if (obeyed.length > 0 && !is_end && text[i] != '\t') return true;
  }
  return false;
}

std::span<const Reader> readers() {
  static const std::array all{
      Reader{"gbench",
             read_results_file,
             {"golden/gbench/1.5.0.json", "golden/gbench/1.7.1.json", "golden/gbench/1.9.5.json"}},
      Reader{"jmh", read_results_file, {"golden/jmh/basic.json", "golden/jmh/mixed.json"}},
      Reader{"journal",
             read_results_file,
             {"contract/journal.jsonl",
              "golden/engine/compare_run_skipped/expected/results!runs!2026-11-30T12-00-00Z!journal.jsonl"}},
      Reader{"session", read_session_file, {"contract/session.json"}},
      Reader{"manifest", read_manifest_file, {"contract/manifest.json"}},
      Reader{"command_line", read_command_line, {}},
      Reader{"listing", read_listing, {}},
      Reader{"counts", read_counts, {}}};
  return all;
}

std::vector<std::string> inputs_for(const Reader& reader) {
  const std::string tests = MICRO_TESTS_DIR;
  std::vector<std::string> inputs;
  for (const std::string_view sample : reader.samples) inputs.push_back(read_file(tests + "/" + std::string(sample)));
  const std::filesystem::path corpus = tests + "/fuzz/corpus/" + std::string(reader.name);
  std::vector<std::filesystem::path> kept;
  if (std::filesystem::exists(corpus)) {
    for (const auto& entry : std::filesystem::directory_iterator(corpus)) kept.push_back(entry.path());
  }
  std::ranges::sort(kept);
  for (const auto& path : kept) inputs.push_back(read_file(path.string()));
  return inputs;
}

}  // namespace micro
