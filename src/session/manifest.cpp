#include "session/manifest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "json/json.h"
#include "platform/files.h"

namespace micro {
namespace {

constexpr int manifest_version = 1;

std::string manifest_path(const std::string& build_directory, const std::string& configuration) {
  const std::string folder = build_directory + "/micro";
  if (!configuration.empty()) return fmt::format("{}/manifest-{}.json", folder, configuration);
  std::vector<std::string> found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("manifest-", 0) == 0 && entry.path().extension() == ".json") found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  if (found.empty()) {
    throw InputError(
        fmt::format("{}: is no build folder with suites of Micro\n  hint: --build names another", build_directory));
  }
  if (found.size() > 1) {
    throw InputError(fmt::format("{}: has several configurations\n  hint: choose by --configuration: {}",
                                 build_directory, fmt::join(found, ", ")));
  }
  return found.front();
}

}  // namespace

Manifest read_manifest(const std::string& build_directory, const std::string& configuration) {
  const JsonDocument document = read_json_file(manifest_path(build_directory, configuration));
  const JsonValue root = document.root();
  const auto version = root.at("micro_manifest").integer();
  if (version > manifest_version) throw root.error("was made by a newer Micro; use the cmicro of that one");
  if (version < manifest_version) throw root.error("was made by an older Micro; configure again");
  Manifest manifest;
  manifest.project = root.at("project").text();
  manifest.configuration = root.at("configuration").text();
  manifest.defaults = read_layer(root.at("defaults"), "project", "MICRO_DEFAULTS");
  for (const JsonValue& suite : root.at("suites").items()) {
    manifest.suites.push_back(
        {read_suite(suite, manifest.configuration), suite.at("target").text(), suite.at("declared_at").text()});
  }
  return manifest;
}

}  // namespace micro
