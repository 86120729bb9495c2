#include "options/layers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "text/regular_expression.h"
#include "text/text.h"

namespace micro {
namespace {

bool exceeds(const std::string& digits, const std::string& limit) {
  return digits.size() > limit.size() || (digits.size() == limit.size() && digits > limit);
}

// What somebody gave, in a message.
std::string shortened(const std::string& value) {
  constexpr std::size_t shown = 60;
  return value.size() <= shown ? visible(value) : visible(value.substr(0, shown)) + "…";
}

}  // namespace

std::string OptionLayer::spelled(const Option& option) const {
  return name_ == "command" ? option.flag() : option.key;
}

void OptionLayer::check(const Option& option, const std::string& value) const {
  const OptionType& type = option.type;
  const std::string name = spelled(option);
  if (!matches_whole(type.pattern, value) || (!type.limit.empty() && exceeds(value, type.limit))) {
    // A number where a unit is missing is most likely one of these; else the table has an example.
    const bool is_number = !value.empty() && value.find_first_not_of("0123456789.") == std::string::npos;
    const bool wants_unit = is_number && matches_whole(type.pattern, value + "ms");
    throw OptionError(fmt::format(
        "{}: {} takes {}, not '{}'\n  hint: {}", where_, name, type.expects, shortened(value),
        wants_unit ? fmt::format("{0}={1}ms or {0}={1}s", name, value) : fmt::format("{}={}", name, type.example)));
  }
  const std::string flag = value.substr(0, value.find('='));
  if (std::find(option.refuses.begin(), option.refuses.end(), flag) != option.refuses.end()) {
    throw OptionError(
        fmt::format("{}: {} does not take {}\n  hint: {}", where_, name, shortened(flag), option.refused_because));
  }
}

void OptionLayer::set(const std::string& key, const OptionValue& value) {
  const OptionTable& table = option_table();
  const Option* option = table.find(key);
  if (option == nullptr || !option->may_be_set_on(name_)) {
    std::vector<std::string> known;
    for (const Option& candidate : table.options) {
      if (candidate.may_be_set_on(name_)) known.push_back(candidate.key);
    }
    const std::vector<std::string> near = near_words(key, known);
    throw OptionError(fmt::format("{}: {} {}\n  hint: {}{}", where_, shortened(key),
                                  option == nullptr ? "is no option" : "cannot be set here",
                                  near.empty() ? "" : fmt::format("did you mean {}? ", fmt::join(near, ", ")),
                                  fmt::format("known are {}", fmt::join(known, ", "))));
  }
  if (!option->type.is_list && value.size() != 1) {
    throw OptionError(fmt::format("{}: {} takes one value, not {}\n  hint: {}={}", where_, spelled(*option),
                                  value.size(), spelled(*option), option->type.example));
  }
  for (const std::string& item : value) check(*option, item);
  values_[option->key] = value;
}

const OptionValue* OptionLayer::find(const std::string& key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? nullptr : &found->second;
}

ResolvedOptions::ResolvedOptions(const std::vector<const OptionLayer*>& layers) {
  const OptionTable& table = option_table();
  const auto from_layers = [&](const Option& option) -> ResolvedOption {
    for (const OptionLayer* layer : layers) {
      if (const OptionValue* value = layer->find(option.key)) return {&option, *value, layer->name()};
    }
    return {&option, std::nullopt, "table"};
  };
  const Option* effort = table.find("EFFORT");
  const std::string preset_name = from_layers(*effort).value.value_or(*effort->fallback).front();
  const auto& preset = table.presets.at(preset_name);
  for (const Option& option : table.options) {
    ResolvedOption resolved = from_layers(option);
    if (!resolved.value) {
      if (const auto value = preset.find(option.key); value != preset.end()) {
        resolved = {&option, value->second, "preset"};
      } else {
        resolved.value = option.fallback;
      }
    }
    options_.push_back(std::move(resolved));
  }
}

const ResolvedOption& ResolvedOptions::at(std::string_view key) const {
  const auto found =
      std::find_if(options_.begin(), options_.end(), [&](const ResolvedOption& o) { return o.option->key == key; });
  if (found == options_.end()) throw OptionError(fmt::format("option table: has no {}", key));
  return *found;
}

double duration_ns(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  constexpr std::pair<std::string_view, double> units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  for (const auto& [name, factor] : units) {
    if (error == std::errc() && unit == name) return number * factor;
  }
  throw OptionError(fmt::format("'{}' is no duration", text));
}

std::vector<Mode> modes_from(std::string_view text) {
  std::vector<Mode> modes;
  for (const std::string& word : split(text, ',')) {
    const std::optional<Mode> mode = mode_from(word);
    if (mode && std::ranges::find(modes, *mode) == modes.end()) modes.push_back(*mode);
  }
  return modes;
}

std::optional<TimeUnit> unit_from(std::string_view text) {
  return time_unit_from(text);  // "auto" is none
}

Baseline baseline_from(const std::string& variant, const std::string& parameter) {
  Baseline baseline;
  baseline.variant = variant;
  const std::size_t end = parameter.find('=');
  baseline.parameter = parameter.substr(0, end);
  if (end != std::string::npos) baseline.value = parameter.substr(end + 1);
  return baseline;
}

double percentage_from(std::string_view text) {
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number / 100;
}

GateRules gate_from(std::string_view text) {
  GateRules rules;
  for (const std::string& word : split(text, ',')) {
    const std::size_t limit = word.find(':');
    if (word.substr(0, limit) == "slower") {
      // Of several the strictest.
      const double ratio = 1 + (limit == std::string::npos ? 0 : percentage_from(word.substr(limit + 1)));
      rules.slower = std::min(ratio, rules.slower.value_or(ratio));
    }
    rules.inconclusive |= word == "inconclusive";
    rules.control |= word == "control";
  }
  return rules;
}

namespace {

ComparisonSettings comparison_from(const ResolvedOptions& options) {
  const auto value = [&](const char* key) { return options.at(key).value->front(); };
  const auto is_asked = [&](const char* key) {
    const ResolvedOption& option = options.at(key);
    return option.value && option.origin != "preset" && option.origin != "table";
  };
  ComparisonSettings comparison;
  const std::string alpha = value("ALPHA");
  std::from_chars(alpha.data(), alpha.data() + alpha.size(), comparison.rules.alpha);
  comparison.rules.margin = std::log1p(percentage_from(value("MARGIN")));
  comparison.rules.threshold = std::log1p(percentage_from(value("THRESHOLD")));
  comparison.max_time_ns = duration_ns(value("MAX_TIME"));
  comparison.max_time_is_asked = is_asked("MAX_TIME");
  comparison.threshold_is_asked = is_asked("THRESHOLD");
  if (is_asked("FORK")) comparison.pairs = std::stoi(value("FORK"));
  constexpr const char* of_forks[] = {"ITER", "TIME", "WARMUP_ITER", "WARMUP_TIME"};
  comparison.forks_are_asked = std::any_of(std::begin(of_forks), std::end(of_forks), is_asked);
  const auto or_empty = [&](const char* key) {
    const auto& given = options.at(key).value;
    return given ? given->front() : "";
  };
  comparison.control = or_empty("CONTROL");
  comparison.control_benchmark = or_empty("CONTROL_BENCHMARK");
  comparison.alpha_is_asked = is_asked("ALPHA");
  if (const auto& fail_on = options.at("FAIL_ON").value) comparison.gate = gate_from(fail_on->front());
  return comparison;
}

}  // namespace

Proof proof_from(std::string_view text) {
  // A :: is a part of the name.
  const std::size_t colon = text.rfind(':');
  Proof proof{std::string(text.substr(0, colon)), std::string(text.substr(colon + 1)), 0};
  proof.delay_ns = duration_ns(proof.delay);
  return proof;
}

Settings settings_from(const ResolvedOptions& options) {
  const auto value = [&](const char* key) { return options.at(key).value; };
  const auto count = [&](const char* key) { return std::stoi(value(key)->front()); };
  Settings settings;
  settings.forks = count("FORK");
  settings.iterations = count("ITER");
  settings.iteration_ns = duration_ns(value("TIME")->front());
  settings.warmup_iterations = count("WARMUP_ITER");
  const auto warmup = value("WARMUP_TIME");
  settings.warmup_ns = warmup ? duration_ns(warmup->front()) : settings.iteration_ns;
  settings.modes = modes_from(value("MODE")->front());
  settings.unit = unit_from(value("UNIT")->front());
  settings.short_names = value("NAMES")->front() == "short";
  settings.launcher = *value("LAUNCHER");
  settings.affinity = value("AFFINITY")->front();
  settings.aslr = value("ASLR")->front() == "on";
  settings.before_fork = *value("BEFORE_FORK");
  settings.after_fork = *value("AFTER_FORK");
  settings.run_args = *value("RUN_ARGS");
  for (const std::string& argument : settings.run_args) {
    // It would reach the library and measure something else than the journal says.
    if (argument.rfind("--benchmark_", 0) != 0) continue;
    throw OptionError(
        fmt::format("RUN_ARGS are for the program itself, and {} is Google Benchmark's\n  hint: OPTIONS takes "
                    "its flags, but for those that Micro sets itself",
                    shortened(argument)));
  }
  settings.library_options = *value("OPTIONS");
  settings.environment = *value("ENVIRONMENT");
  if (const auto timeout = value("TIMEOUT")) settings.timeout_ns = duration_ns(timeout->front());
  if (const auto limit = value("LOCK_TIMEOUT")) settings.lock_timeout_ns = duration_ns(limit->front());
  const std::string factor = value("TIMEOUT_FACTOR")->front();
  std::from_chars(factor.data(), factor.data() + factor.size(), settings.timeout_factor);
  if (const auto seed = value("SEED")) settings.seed = std::stoull(seed->front());
  for (const std::string& format : split(value("RESULTS_FORMAT")->front(), ',')) {
    if (std::ranges::find(settings.formats, format) == settings.formats.end()) settings.formats.push_back(format);
  }
  settings.restrictions = *value("PARAM");
  settings.exclusions = *value("EXCLUDE");
  if (value("RATIO")->front() == "on") {
    const auto or_empty = [&](const char* key) { return value(key) ? value(key)->front() : ""; };
    settings.baseline = baseline_from(or_empty("BASELINE"), or_empty("BASELINE_PARAM"));
  }
  const std::string counted = value("COUNT")->front();
  settings.count = counted == "only"   ? Count::only
                   : counted == "off"  ? Count::off
                   : counted == "auto" ? Count::automatic
                                       : Count::instructions;
  if (const auto proof = value("PROVE")) settings.proof = proof_from(proof->front());
  settings.comparison = comparison_from(options);
  return settings;
}

}  // namespace micro
