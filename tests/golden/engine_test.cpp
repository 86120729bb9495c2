// Every output of the engine, byte for byte, with a replayed program. A case is a folder of tests/golden/engine:
//   call.txt       the words after `cmicro`, one a line; DIR is the folder in which the case runs
//   files/         files that are there before, with DIR in them replaced, too
//   program.json   what is replayed as DIR/program (golden/replay.h)
//   expected/      stdout.txt, stderr.txt (with the exit code as its last line), the files that the call wrote, and
//                  removed!NAME for each of files/ that it removed
// MICRO_UPDATE_GOLDEN=1 in the environment writes expected/ anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>

#include "cli/run_cli.h"
#include "golden/replay.h"
#include "platform/files.h"
#include "text/text.h"

namespace micro {
namespace {

namespace fs = std::filesystem;

const fs::path cases = fs::path(MICRO_TESTS_DIR) / "golden/engine";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(cases)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

// What a call printed and wrote: name → content.
std::map<std::string, std::string> outputs_of(const fs::path& folder) {
  const TemporaryFolder place;
  // A lock of its own: whoever measures on this machine meanwhile must not be seen.
  const TemporaryFolder lock_folder;
  setenv("XDG_RUNTIME_DIR", lock_folder.path().c_str(), 1);
  if (fs::exists(folder / "files")) fs::copy(folder / "files", place.path(), fs::copy_options::recursive);
  for (const auto& entry : fs::recursive_directory_iterator(place.path())) {
    if (entry.is_regular_file()) {
      write_file(entry.path().string(), replaced(read_file(entry.path().string()), "DIR", place.path()));
    }
  }
  write_file(place.path() + "/program", "");
  fs::permissions(place.path() + "/program", fs::perms::owner_all);
  std::vector<std::string> arguments{"cmicro"};
  std::istringstream call(read_file((folder / "call.txt").string()));
  for (std::string line; std::getline(call, line);) arguments.push_back(replaced(line, "DIR", place.path()));

  ReplayedClock clock;
  ReplayedProgram program(fs::exists(folder / "program.json") ? read_file((folder / "program.json").string()) : "{}",
                          clock);
  World world{program,
              clock,
              [] { return std::uint64_t{42}; },
              [] {
                Environment environment;
                environment.host = "host";
                environment.os = "os";
                environment.cpu = "cpu";
                environment.cpus = 2;
                environment.aslr = "on";
                environment.load = 0.5;
                return environment;
              },
              {"HOME=/"},
              [] {
                return std::vector{0, 2, 3};
              },
              [] { return "Operation not permitted"; }};
  std::ostringstream out;
  std::ostringstream err;
  const int code = run_cli(arguments, out, err, world);
  std::map<std::string, std::string> outputs{{"stdout.txt", out.str()},
                                             {"stderr.txt", err.str() + "exit code " + std::to_string(code) + "\n"}};
  for (const auto& entry : fs::recursive_directory_iterator(place.path())) {
    const std::string name = fs::relative(entry.path(), place.path()).string();
    if (entry.is_regular_file() && name != "program" && !fs::exists(folder / "files" / name)) {
      outputs[replaced(name, "/", "!")] = read_file(entry.path().string());
    }
  }
  if (fs::exists(folder / "files")) {
    for (const auto& entry : fs::recursive_directory_iterator(folder / "files")) {
      const std::string name = fs::relative(entry.path(), folder / "files").string();
      if (entry.is_regular_file() && !fs::exists(place.path() + "/" + name))
        outputs["removed!" + replaced(name, "/", "!")] = "";
    }
  }
  for (auto& [name, content] : outputs) content = replaced(content, place.path(), "DIR");
  return outputs;
}

class Engine : public testing::TestWithParam<std::string> {};

TEST_P(Engine, SaysAndWritesWhatIsExpected) {
  const fs::path folder = cases / GetParam();
  const auto outputs = outputs_of(folder);
  const fs::path expected = folder / "expected";
  if (std::getenv("MICRO_UPDATE_GOLDEN") != nullptr) {
    fs::remove_all(expected);
    fs::create_directories(expected);
    for (const auto& [name, content] : outputs) write_file((expected / name).string(), content);
  }
  for (const auto& [name, content] : outputs) {
    ASSERT_TRUE(fs::exists(expected / name)) << name << " was not expected:\n" << content;
    EXPECT_EQ(content, read_file((expected / name).string())) << name;
  }
  for (const auto& entry : fs::directory_iterator(expected)) {
    EXPECT_TRUE(outputs.contains(entry.path().filename().string())) << entry.path().filename() << " is missing";
  }
}

INSTANTIATE_TEST_SUITE_P(Golden, Engine, testing::ValuesIn(case_names()), [](const auto& info) { return info.param; });

}  // namespace
}  // namespace micro
