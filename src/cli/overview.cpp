#include "cli/overview.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>

#include "format/columns.h"
#include "json/json.h"
#include "text/text.h"

namespace micro {
namespace {

constexpr int overview_version = 1;

// What is in `words` and not in `others`; of a word that is there several times, as often as it is there more.
std::vector<std::string> without(const std::vector<std::string>& words, std::vector<std::string> others) {
  std::vector<std::string> left;
  for (const std::string& word : words) {
    const auto same = std::ranges::find(others, word);
    if (same == others.end()) {
      left.push_back(word);
    } else {
      others.erase(same);
    }
  }
  return left;
}

std::vector<std::string> flags_in(const std::string& text) {
  std::vector<std::string> flags = split(text, ' ');
  std::erase(flags, "");
  return flags;
}

std::string shown(const std::vector<std::string>& words) {
  std::vector<std::string> parts;
  for (const std::string& word : words) parts.push_back(shell_line({word}));
  return visible(fmt::format("{}", fmt::join(parts, " ")));
}

std::string shown(const Difference& difference) {
  return difference.what + " " + shown(difference.words);
}

// "capacity=100k; arguments --capacity=100000".
std::string shown_variant(const DeclaredVariant& declared, const Variant& own) {
  std::vector<std::string> parts;
  for (const Parameter& axis : declared.variant.axes) parts.push_back(visible(axis.name + "=" + axis.value));
  for (const Difference& difference : differences(declared, own)) parts.push_back(shown(difference));
  if (declared.with_project) parts.emplace_back("built with what it links from the project");
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string reason_of(const Unsupported& unsupported) {
  return fmt::format("{} {}: {}", unsupported.is_skip ? "is skipped, it needs" : "can't be built with",
                     visible(unsupported.feature), visible_lines(unsupported.reason));
}

std::string support_of(const DeclaredFeature& feature, const std::vector<std::string>& users) {
  if (!feature.supported) return "not supported";
  if (feature.by_default) return "by default";
  return users.empty() ? "not used" : "supported";
}

// The features that are shown, each with those that use it.
std::vector<std::pair<const DeclaredFeature*, std::vector<std::string>>> features_of(const Overview& overview) {
  std::vector<std::pair<const DeclaredFeature*, std::vector<std::string>>> features;
  const auto is_listed = [&](const std::string& user) {
    return std::ranges::any_of(overview.suites, [&](const ListedSuite& listed) {
      return listed.declared->suite.name == user.substr(0, user.find('@'));
    });
  };
  for (const DeclaredFeature& feature : overview.manifest->features) {
    std::vector<std::string> users = users_of(feature.name, *overview.manifest);
    if (!overview.is_part || std::ranges::any_of(users, is_listed)) features.emplace_back(&feature, std::move(users));
  }
  return features;
}

// A node of the tree: a text of one or more lines, and what is below it.
struct Node {
  std::string text;
  std::vector<Node> below;
};

void draw(const std::vector<Node>& nodes, const std::string& before, std::ostream& out) {
  for (const Node& node : nodes) {
    const bool is_last = &node == &nodes.back();
    const std::string further = before + (is_last ? "   " : "│  ");
    std::string lead = before + (is_last ? "└─ " : "├─ ");
    for (const std::string& line : split(node.text, '\n')) {
      out << lead << visible(line) << '\n';
      lead = further + (node.below.empty() ? "  " : "│ ");
    }
    draw(node.below, further, out);
  }
}

Node node_of(const DeclaredVariant& declared, const Variant& own) {
  Node node{visible(declared.variant.name) + ": " + shown_variant(declared, own), {}};
  if (declared.unsupported) node.below.push_back({reason_of(*declared.unsupported), {}});
  return node;
}

std::vector<Node> nodes_of(const ListedSuite& listed) {
  const Variant& own = listed.declared->suite.variants.front();
  std::vector<Node> nodes;
  if (!listed.declared->labels.empty()) nodes.push_back({"labels: " + shown(listed.declared->labels), {}});
  if (!own.features.empty()) nodes.push_back({"features: " + shown(own.features), {}});
  if (own.not_a_measurement) nodes.push_back({"not a measurement", {}});
  Node benchmarks{"benchmarks", {}};
  for (const std::string& name : listed.benchmarks) benchmarks.below.push_back({visible(name), {}});
  if (!listed.note.empty()) benchmarks = {visible_lines(listed.note), {}};
  nodes.push_back(benchmarks);
  if (listed.variants.empty()) return nodes;
  Node variants{"variants", {}};
  if (listed.with_default) variants.below.push_back({"default", {}});
  for (const DeclaredVariant* variant : listed.variants) variants.below.push_back(node_of(*variant, own));
  nodes.push_back(variants);
  return nodes;
}

using Line = std::vector<std::string>;

// Columns as wide as what is in them; a line break in a cell would break the table.
void write_table(const Line& head, std::vector<Line> lines, std::ostream& out) {
  lines.insert(lines.begin(), head);
  std::vector<std::size_t> widths(head.size());
  for (Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      line[i] = visible(line[i]);
      widths[i] = std::max(widths[i], width(line[i]));
    }
  }
  for (const Line& line : lines) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) text += left_aligned(line[i], widths[i] + 2);
    while (text.ends_with(' ')) text.pop_back();
    out << text << '\n';
  }
}

const char* name_of(ListedSuite::State state) {
  switch (state) {
    case ListedSuite::State::listed:
      return "listed";
    case ListedSuite::State::not_built:
      return "not built";
    case ListedSuite::State::not_listed:
      return "not listed";
    case ListedSuite::State::not_supported:
      return "not supported";
  }
  return "";
}

void write_unsupported(JsonWriter& json, const std::optional<Unsupported>& unsupported) {
  if (!unsupported) return;
  json.key("unsupported").begin_object().key("feature").text(unsupported->feature);
  json.key("outcome").text(unsupported->is_skip ? "skipped" : "failed").key("reason").text(unsupported->reason);
  json.end_object();
}

void write_variant(JsonWriter& json, const DeclaredVariant& declared, const Variant& own) {
  json.begin_object().key("name").text(declared.variant.name).key("target").text(declared.target);
  json.key("axes").begin_object();
  for (const Parameter& axis : declared.variant.axes) json.key(axis.name).text(axis.value);
  json.end_object().key("differences").begin_object();
  for (const Difference& difference : differences(declared, own)) json.key(difference.what).texts(difference.words);
  json.end_object().key("scope").text(declared.with_project ? "project" : "suite");
  write_unsupported(json, declared.unsupported);
  json.end_object();
}

void write_suite(JsonWriter& json, const ListedSuite& listed) {
  const DeclaredSuite& declared = *listed.declared;
  const Variant& own = declared.suite.variants.front();
  json.begin_object().key("name").text(declared.suite.name).key("target").text(declared.target);
  json.key("declared_at").text(declared.declared_at).key("executable").text(own.executable);
  json.key("labels").texts(declared.labels).key("compiler").text(own.compiler).key("flags").text(own.flags);
  json.key("features").texts(own.features).key("state").text(name_of(listed.state)).key("note").text(listed.note);
  write_unsupported(json, declared.unsupported);
  json.key("benchmarks").begin_array();
  for (const std::string& name : listed.benchmarks) write_benchmark(json, name);
  json.end_array().key("variants").begin_array();
  for (const DeclaredVariant* variant : listed.variants) write_variant(json, *variant, own);
  json.end_array().end_object();
}

}  // namespace

std::vector<Difference> differences(const DeclaredVariant& declared, const Variant& own) {
  const Variant& variant = declared.variant;
  const std::vector<std::string> flags = flags_in(variant.flags);
  const std::vector<std::string> own_flags = flags_in(own.flags);
  std::vector<Difference> all = {{"features", without(variant.features, own.features)},
                                 {"without features", without(own.features, variant.features)},
                                 {"flags", without(flags, own_flags)},
                                 {"without flags", without(own_flags, flags)},
                                 {"link options", declared.link_options},
                                 {"libraries", declared.link_libraries},
                                 {"without libraries", declared.without_libraries},
                                 {"include directories", declared.include_directories},
                                 {"environment", variant.environment},
                                 {"arguments", variant.run_args},
                                 {"launcher", without(variant.launcher, own.launcher)}};
  std::erase_if(all, [](const Difference& difference) { return difference.words.empty(); });
  return all;
}

std::vector<std::string> users_of(const std::string& feature, const Manifest& manifest) {
  std::vector<std::string> users;
  const auto uses = [&](const Variant& variant, const std::optional<Unsupported>& unsupported) {
    return std::ranges::find(variant.features, feature) != variant.features.end() ||
           (unsupported && unsupported->feature == feature);
  };
  for (const DeclaredSuite& declared : manifest.suites) {
    if (uses(declared.suite.variants.front(), declared.unsupported)) {
      users.push_back(declared.suite.name);
      continue;
    }
    for (const DeclaredVariant& variant : declared.variants) {
      if (uses(variant.variant, variant.unsupported)) users.push_back(declared.suite.name + "@" + variant.variant.name);
    }
  }
  return users;
}

void write_tree(const Overview& overview, std::ostream& out) {
  for (const ListedSuite& listed : overview.suites) {
    const DeclaredSuite& declared = *listed.declared;
    out << fmt::format("micro:{}  ({}, target {})\n", declared.suite.name, visible(declared.declared_at),
                       visible(declared.target));
    draw(nodes_of(listed), "", out);
  }
  std::vector<Node> nodes;
  for (const auto& [shown_feature, users] : features_of(overview)) {
    const DeclaredFeature& feature = *shown_feature;
    Node node{visible(feature.name), {}};
    if (!feature.description.empty()) node.text += ": " + visible(feature.description);
    node.text += fmt::format(" ({})", support_of(feature, users));
    if (!users.empty()) node.below.push_back({visible(fmt::format("used by {}", fmt::join(users, ", "))), {}});
    if (!feature.supported) node.below.push_back({visible_lines(feature.reason), {}});
    nodes.push_back(node);
  }
  if (!nodes.empty()) out << "\nfeatures\n";
  draw(nodes, "", out);
}

void write_tables(const Overview& overview, std::ostream& out) {
  std::vector<Line> benchmarks;
  std::vector<Line> variants;
  for (const ListedSuite& listed : overview.suites) {
    const std::string& suite = listed.declared->suite.name;
    const Variant& own = listed.declared->suite.variants.front();
    for (const std::string& name : listed.benchmarks) benchmarks.push_back({"micro:" + suite, name});
    if (listed.state != ListedSuite::State::listed) {
      benchmarks.push_back({"micro:" + suite, fmt::format("({})", name_of(listed.state))});
    }
    for (const DeclaredVariant* variant : listed.variants) {
      const std::string refused = variant->unsupported ? "; " + reason_of(*variant->unsupported) : "";
      variants.push_back({"micro:" + suite + "@" + variant->variant.name,
                          shown_variant(*variant, own) + refused.substr(0, refused.find('\n'))});
    }
  }
  write_table({"Suite", "Benchmark"}, benchmarks, out);
  if (!variants.empty()) {
    out << '\n';
    write_table({"Variant", "Differs in"}, variants, out);
  }
  std::vector<Line> features;
  for (const auto& [shown_feature, users] : features_of(overview)) {
    const DeclaredFeature& feature = *shown_feature;
    const std::string why = feature.supported ? "" : ": " + feature.reason.substr(0, feature.reason.find('\n'));
    features.push_back({feature.name, support_of(feature, users) + why, fmt::format("{}", fmt::join(users, ", ")),
                        feature.description});
  }
  if (features.empty()) return;
  out << '\n';
  write_table({"Feature", "Compiler", "Used by", "Description"}, features, out);
}

void write_json(const Overview& overview, std::ostream& out) {
  const Manifest& manifest = *overview.manifest;
  std::string text;
  JsonWriter json(text);
  json.begin_object().key("micro_overview").integer(overview_version).key("project").text(manifest.project);
  json.key("configuration").text(manifest.configuration).key("source_directory").text(manifest.source_directory);
  json.key("suites").begin_array();
  for (const ListedSuite& listed : overview.suites) write_suite(json, listed);
  json.end_array().key("features").begin_array();
  for (const auto& [shown_feature, users] : features_of(overview)) {
    const DeclaredFeature& feature = *shown_feature;
    json.begin_object().key("name").text(feature.name).key("description").text(feature.description);
    json.key("declared_at").text(feature.declared_at).key("by_default").boolean(feature.by_default);
    json.key("used_by").texts(users);
    json.key("supported").boolean(feature.supported).key("reason").text(feature.reason).end_object();
  }
  json.end_array().end_object();
  out << text << '\n';
}

void write_benchmark(JsonWriter& json, const std::string& full_name) {
  const BenchmarkName name = parse_benchmark_name(full_name);
  json.begin_object().key("name").text(full_name).key("function").text(name.function).key("parameters").begin_array();
  for (const Parameter& parameter : name.parameters) json.texts({parameter.name, parameter.value});
  json.end_array().key("threads").integer(name.threads).end_object();
}

}  // namespace micro
