// Values of options on their layers, and which one wins.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "model/result.h"
#include "model/verdict.h"
#include "options/option_table.h"

namespace micro {

// A value or key that is not allowed. The message is whole: place, option, rule, what came instead, and a hint line.
class OptionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The values that were given in one place.
class OptionLayer {
 public:
  // `name` is a layer of the option table ("micro", "suite", …), `where` begins messages ("MICRO", "session.json: suite
  // io").
  OptionLayer(std::string name, std::string where) : name_(std::move(name)), where_(std::move(where)) {}

  // The only way in: OptionError for an unknown key, a key that may not be set on this layer, and a value that breaks
  // its rule.
  void set(const std::string& key, const OptionValue& value);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const OptionValue* find(const std::string& key) const;

 private:
  [[nodiscard]] std::string spelled(const Option& option) const;  // as it is written on this layer
  void check(const Option& option, const std::string& value) const;

  std::string name_;
  std::string where_;
  std::map<std::string, OptionValue> values_;
};

// A value and the layer that it comes from.
struct ResolvedOption {
  const Option* option = nullptr;
  std::optional<OptionValue>
      value;           // absent: nobody set it and the table has no default; Option::when_absent says what follows
  std::string origin;  // a layer of the option table; "table" where the value is absent
};

// All options, each with the value of the strongest layer that has one. `layers` come strongest first; the EFFORT
// preset and the table's defaults are weaker than all of them.
class ResolvedOptions {
 public:
  explicit ResolvedOptions(const std::vector<const OptionLayer*>& layers);

  [[nodiscard]] const std::vector<ResolvedOption>& all() const { return options_; }  // in the order of the table
  [[nodiscard]] const ResolvedOption& at(std::string_view key) const;

 private:
  std::vector<ResolvedOption> options_;
};

// What is counted beside times.
enum class Count {
  automatic,  // in comparisons, where the layout of the code may be all that has changed
  off,
  instructions,
  only,  // comparisons are decided by instructions alone
};

// What the options say of comparisons.
struct ComparisonSettings {
  DecisionRules rules;              // but for the family
  double max_time_ns = 0;           // for the pairs of one benchmark
  bool max_time_is_asked = false;   // not a preset's: it holds even where it leaves too few pairs
  std::optional<int> pairs;         // at most (FORK); absent where only a preset says so
  bool forks_are_asked = false;     // ITER, TIME or warm-up are not a preset's
  bool threshold_is_asked = false;  // not a preset's, which is made for times
  std::string control;              // variant that must not have changed; empty: none
  std::string control_benchmark;    // regular expression found in the names of benchmarks that must not; empty: none
  bool alpha_is_asked = false;      // it is not the table's
  GateRules gate;
};

// A function that is delayed, to see whether benchmarks notice (PROVE).
struct Proof {
  std::string function;  // as in C++, without parameters: "Tracker::record"
  std::string delay;     // "50ns"
  double delay_ns = 0;
  friend bool operator==(const Proof&, const Proof&) = default;
};

// The value of PROVE, which must have been checked against the table.
Proof proof_from(std::string_view text);

// The options in the types that the engine works with.
struct Settings {
  int forks = 0;
  int iterations = 0;  // measured, in each fork
  double iteration_ns = 0;
  int warmup_iterations = 0;          // in each fork
  double warmup_ns = 0;               // of one warm-up iteration; equal to iteration_ns unless set
  std::vector<Mode> modes;            // what is wanted of the measured times
  std::optional<TimeUnit> unit;       // of the scores; absent: chosen for the table
  bool short_names = false;           // in tables
  std::vector<std::string> launcher;  // words before the program and before its own launcher
  std::vector<std::string> run_args;
  std::vector<std::string> library_options;  // further arguments for Google Benchmark
  std::vector<std::string> environment;      // NAME=VALUE
  std::optional<double> timeout_ns;          // for one fork; absent: from the estimate
  double timeout_factor = 1;
  std::optional<double> lock_timeout_ns;  // absent: waits for the machine as long as it takes
  std::optional<std::uint64_t> seed;      // absent: drawn
  std::vector<std::string> formats;       // of result files
  std::vector<std::string> restrictions;  // PARAM
  std::vector<std::string> exclusions;    // EXCLUDE
  std::string affinity;                   // "off", "auto", or numbers of processors, separated by commas
  bool aslr = true;                       // false: all forks have the same address space
  std::vector<std::string> before_fork;   // command around each fork; empty if there is none
  std::vector<std::string> after_fork;
  Baseline baseline;  // of ratios; nothing in it where there are to be none
  Count count = Count::automatic;
  std::optional<Proof> proof;
  ComparisonSettings comparison;
};

Settings settings_from(const ResolvedOptions& options);

// The values of MODE and UNIT. Words that are none, which only files of others can have, are left out.
std::vector<Mode> modes_from(std::string_view text);
std::optional<TimeUnit> unit_from(std::string_view text);

// The values of BASELINE and BASELINE_PARAM, empty where there is none.
Baseline baseline_from(const std::string& variant, const std::string& parameter);

// "2%" as 0.02; must have been checked against the table.
double percentage_from(std::string_view text);

// The value of FAIL_ON, which must have been checked against the table.
GateRules gate_from(std::string_view text);

// Nanoseconds in a duration such as "20ms", which must have been checked against the table.
double duration_ns(std::string_view text);

}  // namespace micro
