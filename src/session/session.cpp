#include "session/session.h"

#include <fmt/format.h>

#include "journal/counters.h"

namespace micro {

OptionLayer read_layer(const JsonValue& values, const std::string& name, const std::string& where) {
  OptionLayer layer(name, where);
  for (const auto& [key, value] : values.members()) {
    layer.set(key, value.is_array() ? value.texts() : OptionValue{value.text()});
  }
  return layer;
}

Suite read_suite(const JsonValue& json, const std::string& configuration) {
  Suite suite;
  suite.name = json.at("name").text();
  suite.executable = json.at("executable").text();
  suite.launcher = json.at("launcher").texts();
  suite.working_directory = json.at("working_directory").text();
  suite.compiler = json.at("compiler").text();
  suite.flags = json.at("flags").text();
  suite.build_type = configuration;
  if (const auto counters = json.find("counters")) suite.counters = read_counters(*counters);
  suite.unaligned_libraries = json.at("unaligned_libraries").texts();
  suite.options = read_layer(json.at("options"), "suite", "suite " + suite.name);
  if (const auto benchmarks = json.find("benchmarks")) suite.benchmarks = benchmarks->texts();
  if (const auto failure = json.find("failure")) {
    suite.failure = SuiteFailure{failure->at("stage").text(), failure->at("message").text()};
  }
  return suite;
}

const Suite* Session::find(const std::string& suite) const {
  for (const Suite& candidate : suites) {
    if (candidate.name == suite) return &candidate;
  }
  return nullptr;
}

Session read_session(const std::string& directory) {
  constexpr int session_version = 1;
  const JsonDocument document = read_json_file(directory + "/session.json");
  const JsonValue root = document.root();
  const auto version = root.at("micro_session").integer();
  if (version > session_version) throw root.error("was made by a newer Micro; run it with the cmicro of that one");
  if (version < session_version) throw root.error("was made by an older Micro; select and run again");
  Session session;
  session.directory = directory;
  session.test = root.at("test").text();
  session.results_directory = root.at("results_directory").text();
  if (const auto revision = root.find("revision")) session.revision = revision->text();
  if (const auto dirty = root.find("dirty")) session.dirty = dirty->boolean();
  for (const JsonValue& layer : root.at("layers").items()) {
    const std::string name = layer.at("layer").text();
    const auto& names = option_table().layer_names;
    const auto known = names.find(name);
    if (known == names.end()) throw layer.error(fmt::format("there is no layer \"{}\"", name));
    session.layers.push_back(read_layer(layer.at("values"), name, known->second));
  }
  const auto configuration = root.find("configuration");
  for (const JsonValue& suite : root.at("suites").items()) {
    session.suites.push_back(read_suite(suite, configuration ? configuration->text() : ""));
  }
  return session;
}

std::vector<const OptionLayer*> layers_for(const Suite& suite, const OptionLayer& command,
                                           const std::vector<OptionLayer>& session_layers) {
  std::vector<const OptionLayer*> layers{&command};
  bool suite_is_in = false;
  for (const OptionLayer& layer : session_layers) {
    if (layer.name() == "project") {
      layers.push_back(&suite.options);
      suite_is_in = true;
    }
    layers.push_back(&layer);
  }
  if (!suite_is_in) layers.push_back(&suite.options);
  return layers;
}

}  // namespace micro
