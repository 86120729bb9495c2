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
  if (!std::filesystem::is_directory(build_directory)) {
    throw InputError(
        fmt::format("{}: there is no such folder\n  hint: cmake -B makes a build folder", build_directory));
  }
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
        fmt::format("{}: is no build folder with suites of Micro\n  hint: name another, or configure it: cmake -B …",
                    build_directory));
  }
  if (found.size() > 1) {
    throw InputError(fmt::format("{}: has several configurations\n  hint: choose by --configuration: {}",
                                 build_directory, fmt::join(found, ", ")));
  }
  return found.front();
}

std::optional<Unsupported> unsupported_in(const JsonValue& json) {
  const auto found = json.find("unsupported");
  if (!found) return std::nullopt;
  return Unsupported{found->at("feature").text(), found->at("outcome").text() == "skipped", found->at("reason").text()};
}

DeclaredVariant declared_variant(const JsonValue& json, const Variant& own) {
  DeclaredVariant declared;
  declared.variant = read_variant(json, own);
  declared.target = json.at("target").text();
  declared.with_project = json.find("shadow").has_value();
  declared.unsupported = unsupported_in(json);
  const auto words = [&](const char* key, std::vector<std::string>& value) {
    if (const auto found = json.find(key)) value = found->texts();
  };
  words("link_options", declared.link_options);
  words("link_libraries", declared.link_libraries);
  words("without_libraries", declared.without_libraries);
  words("include_directories", declared.include_directories);
  return declared;
}

DeclaredSuite declared_suite(const JsonValue& json, const std::string& configuration) {
  DeclaredSuite declared{read_suite(json, configuration), json.at("target").text(), json.at("declared_at").text(),
                         json.at("labels").texts(),       unsupported_in(json),     {}};
  const auto variants = json.find("variants");
  if (!variants) return declared;
  for (const JsonValue& variant : variants->items()) {
    declared.variants.push_back(declared_variant(variant, declared.suite.variants.front()));
  }
  return declared;
}

DeclaredFeature declared_feature(const JsonValue& json) {
  const auto by_default = json.find("by_default");
  return {json.at("name").text(),   json.at("description").text(), json.at("supported").boolean(),
          json.at("reason").text(), json.at("declared_at").text(), by_default && by_default->boolean()};
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
  manifest.source_directory = root.at("source_directory").text();
  if (const auto features = root.find("features")) {
    for (const JsonValue& feature : features->items()) manifest.features.push_back(declared_feature(feature));
  }
  for (const JsonValue& suite : root.at("suites").items()) {
    manifest.suites.push_back(declared_suite(suite, manifest.configuration));
  }
  return manifest;
}

}  // namespace micro
