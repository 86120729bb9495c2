// The option table: modules/Micro/options.json, compiled into the engine. Everything that the engine knows about the
// names, types, defaults and layers of options comes from it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace micro {

// What the values of an option look like.
struct OptionType {
  bool is_list = false;              // takes any number of values
  std::string pattern;               // POSIX extended regular expression that each value matches as a whole
  std::string limit;                 // largest whole number allowed; empty: the pattern decides
  std::vector<std::string> choices;  // the words allowed; empty where the type is no choice
  std::string expects;               // the rule in words, for messages
  std::string example;               // a legal value, for hints
};

// The value of an option: one element, or any number for list types.
using OptionValue = std::vector<std::string>;

struct Option {
  std::string key;  // "WARMUP_TIME"
  OptionType type;
  std::optional<OptionValue> fallback;  // value of the table's layer; absent where `when_absent` or a preset decides
  std::string when_absent;              // what happens without a value, in words; empty where there always is one
  std::vector<std::string> layers;      // where it may be set, such as "micro"
  std::vector<std::string> aliases;     // other names for it
  std::vector<std::string> refuses;     // values (up to '=') that are not taken
  std::string refused_because;          // what to do instead
  std::string help;                     // one or two sentences

  [[nodiscard]] std::string flag() const;  // "--warmup-time"
  [[nodiscard]] bool may_be_set_on(std::string_view layer) const;
};

struct OptionTable {
  std::vector<Option> options;                                        // in the order of the table
  std::map<std::string, std::map<std::string, OptionValue>> presets;  // EFFORT → key → value
  std::map<std::string, std::string> layer_names;                     // "micro" → "MICRO="

  [[nodiscard]] const Option* find(std::string_view key) const;  // by key or alias; nullptr if there is none
};

const OptionTable& option_table();

}  // namespace micro
