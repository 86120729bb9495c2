#include "cli/baseline_store.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "platform/files.h"
#include "text/text.h"

namespace micro {
namespace {

// Where the ctest side prepares it, in the folder of the run.
constexpr char prepared[] = "/saved";

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
    if (across) {
      // Another file system. A name of its own until it is whole.
      const std::string arriving = fmt::format("{}.{}", to, fs::path(session.directory).filename().string());
      fs::copy(from, arriving, fs::copy_options::recursive);
      fs::rename(arriving, to);
      fs::remove_all(from);
    }
  } catch (const fs::filesystem_error& error) {
    throw problem(error.code().message());
  }
  return fmt::format("Saved: {} (AGAINST=@{} compares with it)", to, session.save->name);
}

}  // namespace micro
