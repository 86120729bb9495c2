#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "cli/commands.h"
#include "options/options_json.h"
#include "platform/files.h"

namespace micro {
namespace {

// The rule of micro_add_suite().
bool is_suite_name(const std::string& name) {
  constexpr const char* allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.+-";
  return !name.empty() && name.find_first_not_of(allowed) == std::string::npos;
}

}  // namespace

void new_suite(const NewSuiteArguments& arguments, CommandContext& context) {
  const std::string& name = arguments.name;
  if (!is_suite_name(name)) {
    throw UsageError(
        fmt::format("new suite: a name consists of letters, digits and _ . + -, not '{}'\n  hint: dots make a "
                    "path, as in io.records",
                    name));
  }
  std::string file = name + ".cpp";
  std::replace(file.begin(), file.end() - 4, '.', '_');
  const std::string path = (std::filesystem::path(arguments.folder) / file).string();
  if (std::filesystem::exists(path)) {
    throw UsageError(
        fmt::format("{}: is there already, and is left as it is\n  hint: take another name, or --folder", path));
  }
  make_writable_folder(arguments.folder);
  write_file(path, suite_template);
  context.out << fmt::format(
      "{0} is written. Add this line to {1}:\n\n"
      "    micro_add_suite({2} SOURCES {3})\n\n"
      "and run it: make test TEST=micro:{2}\n",
      path, (std::filesystem::path(arguments.folder) / "CMakeLists.txt").lexically_normal().string(), name, file);
}

}  // namespace micro
