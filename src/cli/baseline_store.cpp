#include "cli/baseline_store.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "platform/files.h"
#include "text/text.h"

namespace micro {
namespace {

// Where the ctest side prepares it, in the folder of the run.
constexpr char prepared[] = "/saved";

// To another file system. Until it is whole it has a name that no baseline can have: they don't begin with a dot.
void move_across(const std::string& from, const std::filesystem::path& to, const std::string& run) {
  namespace fs = std::filesystem;
  const fs::path arriving = to.parent_path() / fmt::format(".{}.{}", to.filename().string(), run);
  try {
    fs::copy(from, arriving, fs::copy_options::recursive);
    fs::rename(arriving, to);
  } catch (const fs::filesystem_error&) {
    std::error_code ignored;
    fs::remove_all(arriving, ignored);
    throw;
  }
  // The baseline is there; what can't be removed here is only a second copy of it.
  std::error_code ignored;
  fs::remove_all(from, ignored);
}

}  // namespace

std::string keep_baseline(const Session& session, const std::string& journal) {
  namespace fs = std::filesystem;
  const std::string from = session.directory + prepared;
  const std::string& to = session.save->directory;
  const auto problem = [&](const std::string& why) {
    return FileError(fmt::format("SAVE: {} can't be saved: {}\n  hint: its programs stay in {}", to, why, from));
  };
  if (fs::exists(fs::symlink_status(to))) throw problem("there is a baseline of that name by now");
  try {
    fs::copy_file(journal, from + "/journal.jsonl", fs::copy_options::overwrite_existing);
    fs::create_directories(fs::path(to).parent_path());
    std::error_code across;
    fs::rename(from, to, across);
    if (across) move_across(from, to, fs::path(session.directory).filename().string());
  } catch (const fs::filesystem_error& error) {
    throw problem(error.code().message());
  }
  return fmt::format("Saved: {} (AGAINST=@{} compares with it)", to, session.save->name);
}

std::string without_save(const std::string& variable) {
  const std::size_t equals = variable.find('=');
  std::vector<std::string> kept;
  for (const std::string& item : split(std::string_view(variable).substr(equals + 1), ';')) {
    std::string key = item.substr(0, item.find('='));
    std::erase_if(key, [](char letter) { return letter == ' ' || letter == '\t'; });  // those around it
    if (key != "SAVE") kept.push_back(item);
  }
  return fmt::format("{}={}", variable.substr(0, equals), fmt::join(kept, ";"));
}

}  // namespace micro
