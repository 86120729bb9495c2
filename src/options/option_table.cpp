#include "options/option_table.h"

#include <algorithm>
#include <cctype>

#include "json/json.h"
#include "options/options_json.h"

namespace micro {
namespace {

OptionValue read_value(const JsonValue& json) {
  if (json.is_array()) return json.texts();
  return {json.text()};
}

OptionType read_type(const JsonValue& json) {
  OptionType type;
  type.is_list = json.at("list").boolean();
  type.pattern = json.at("pattern").text();
  type.expects = json.at("expects").text();
  type.example = json.at("example").text();
  if (const auto limit = json.find("limit")) type.limit = limit->text();
  if (const auto choices = json.find("choices")) type.choices = choices->texts();
  return type;
}

Option read_option(const JsonValue& json, const JsonValue& types) {
  Option option;
  option.key = json.at("key").text();
  option.type = read_type(types.at(json.at("type").text()));
  if (const JsonValue fallback = json.at("default"); !fallback.is_null()) option.fallback = read_value(fallback);
  if (const auto when_absent = json.find("when_absent")) option.when_absent = when_absent->text();
  option.layers = json.at("layers").texts();
  if (const auto aliases = json.find("aliases")) option.aliases = aliases->texts();
  if (const auto refuses = json.find("refuses")) option.refuses = refuses->texts();
  if (const auto because = json.find("refused_because")) option.refused_because = because->text();
  option.help = json.at("help").text();
  return option;
}

OptionTable read_table() {
  const JsonDocument document(options_json, "options.json");
  const JsonValue root = document.root();
  OptionTable table;
  for (const JsonValue& option : root.at("options").items()) {
    table.options.push_back(read_option(option, root.at("types")));
  }
  for (const auto& [effort, values] : root.at("presets").members()) {
    for (const auto& [key, value] : values.members()) table.presets[effort][key] = read_value(value);
  }
  for (const auto& [layer, name] : root.at("layers").members()) table.layer_names[layer] = name.text();
  return table;
}

}  // namespace

std::string Option::flag() const {
  std::string flag = "--";
  for (const char c : key) flag += c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return flag;
}

bool Option::may_be_set_on(std::string_view layer) const {
  return std::find(layers.begin(), layers.end(), layer) != layers.end();
}

const Option* OptionTable::find(std::string_view key) const {
  for (const Option& option : options) {
    if (option.key == key) return &option;
    if (std::find(option.aliases.begin(), option.aliases.end(), key) != option.aliases.end()) return &option;
  }
  return nullptr;
}

const OptionTable& option_table() {
  static const OptionTable table = read_table();
  return table;
}

}  // namespace micro
