#include "session/session.h"

#include <fmt/format.h>

#include <algorithm>

#include "journal/counters.h"

namespace micro {

OptionLayer read_layer(const JsonValue& values, const std::string& name, const std::string& where) {
  OptionLayer layer(name, where);
  for (const auto& [key, value] : values.members()) {
    layer.set(key, value.is_array() ? value.texts() : OptionValue{value.text()});
  }
  return layer;
}

namespace {

std::vector<std::string> texts_in(const JsonValue& json, const char* key) {
  const auto value = json.find(key);
  return value ? value->texts() : std::vector<std::string>();
}

bool is_set(const JsonValue& json, const char* key) {
  const auto value = json.find(key);
  return value && value->boolean();
}

std::optional<SuiteFailure> failure_in(const JsonValue& json) {
  const auto failure = json.find("failure");
  if (!failure) return std::nullopt;
  return SuiteFailure{failure->at("stage").text(), failure->at("message").text()};
}

}  // namespace

Variant read_variant(const JsonValue& json, const Variant& own) {
  Variant variant = own;
  variant.name = json.at("name").text();
  variant.axes.clear();
  if (const auto axes = json.find("axes")) {
    for (const auto& [axis, value] : axes->members()) variant.axes.push_back({axis, value.text()});
  }
  variant.failure = failure_in(json);
  if (const auto skipped = json.find("skipped")) variant.skipped = skipped->text();
  variant.unflagged_libraries = texts_in(json, "unflagged_libraries");
  const auto text = [&](const char* key, std::string& value) {
    if (const auto found = json.find(key)) value = found->text();
  };
  const auto texts = [&](const char* key, std::vector<std::string>& value) {
    if (const auto found = json.find(key)) value = found->texts();
  };
  text("executable", variant.executable);
  texts("launcher", variant.launcher);
  text("working_directory", variant.working_directory);
  text("compiler", variant.compiler);
  text("flags", variant.flags);
  texts("features", variant.features);
  texts("environment", variant.environment);
  texts("run_args", variant.run_args);
  if (json.find("not_a_measurement")) variant.not_a_measurement = is_set(json, "not_a_measurement");
  return variant;
}

Suite read_suite(const JsonValue& json, const std::string& configuration) {
  Suite suite;
  suite.name = json.at("name").text();
  Variant own;
  own.executable = json.at("executable").text();
  own.launcher = json.at("launcher").texts();
  own.working_directory = json.at("working_directory").text();
  own.compiler = json.at("compiler").text();
  own.flags = json.at("flags").text();
  own.features = texts_in(json, "features");
  own.unflagged_libraries = texts_in(json, "unflagged_libraries");
  own.not_a_measurement = is_set(json, "not_a_measurement");
  suite.variants = {own};
  suite.build_type = configuration;
  if (const auto counters = json.find("counters")) suite.counters = read_counters(*counters);
  suite.unaligned_libraries = json.at("unaligned_libraries").texts();
  suite.options = read_layer(json.at("options"), "suite", "suite " + suite.name);
  if (const auto benchmarks = json.find("benchmarks")) suite.benchmarks = benchmarks->texts();
  suite.failure = failure_in(json);
  if (const auto skipped = json.find("skipped")) suite.skipped = skipped->text();
  return suite;
}

std::string SessionBaseline::description() const {
  return detail.empty() ? name : fmt::format("{} ({})", name, detail);
}

std::string SessionBaseline::heading() const {
  const std::string built = directory.empty() ? "" : "built in " + directory;
  const std::string separator = detail.empty() || built.empty() ? "" : ", ";
  const std::string known = detail + separator + built;
  return fmt::format("Baseline {}{}, contender {}.", name, known.empty() ? "" : " (" + known + ")", contender);
}

std::vector<FailureEntry> failures_of(const Suite& suite) {
  if (suite.failure) return {{suite.name, suite.failure->stage, suite.failure->message}};
  if (!suite.skipped.empty()) return {{suite.name, "skip", suite.skipped}};
  std::vector<FailureEntry> failures;
  for (const Variant& variant : suite.variants) {
    if (variant.failure) {
      failures.push_back({suite.name, variant.failure->stage, variant.failure->message, variant.name});
    } else if (!variant.skipped.empty()) {
      failures.push_back({suite.name, "skip", variant.skipped, variant.name});
    }
  }
  return failures;
}

const Suite* Session::find(const std::string& suite) const {
  for (const Suite& candidate : suites) {
    if (candidate.name == suite) return &candidate;
  }
  return nullptr;
}

namespace {

std::vector<Variant> read_variants(const JsonValue& variants, const Variant& own) {
  std::vector<Variant> read;
  for (const JsonValue& variant : variants.items()) {
    Variant added = read_variant(variant, own);
    if (std::ranges::find(read, added.name, &Variant::name) != read.end()) {
      throw variant.error(fmt::format("there are two variants \"{}\"", added.name));
    }
    read.push_back(std::move(added));
  }
  return read;
}

SessionBaseline read_baseline(const JsonValue& json) {
  SessionBaseline baseline;
  baseline.name = json.at("name").text();
  if (const auto detail = json.find("detail")) baseline.detail = detail->text();
  if (const auto directory = json.find("directory")) baseline.directory = directory->text();
  baseline.contender = json.at("contender").text();
  baseline.only_in_baseline = texts_in(json, "only_in_baseline");
  baseline.only_in_contender = texts_in(json, "only_in_contender");
  return baseline;
}

}  // namespace

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
  if (const auto baseline = root.find("baseline")) session.baseline = read_baseline(*baseline);
  if (const auto save = root.find("save")) {
    session.save = SessionSave{save->at("name").text(), save->at("directory").text()};
  }
  if (const auto resumed = root.find("resumed")) session.resumed = resumed->text();
  if (const auto previous = root.find("previous")) session.previous = previous->text();
  const auto configuration = root.find("configuration");
  for (const JsonValue& suite : root.at("suites").items()) {
    Suite& read = session.suites.emplace_back(read_suite(suite, configuration ? configuration->text() : ""));
    const Variant own = read.variants.front();
    if (const auto variants = suite.find("variants")) read.variants = read_variants(*variants, own);
    if (!session.baseline) continue;
    Suite& other = session.baseline->suites.emplace_back(read);
    const auto against = suite.find("against");
    other.variants = against ? read_variants(*against, own) : std::vector<Variant>();
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
