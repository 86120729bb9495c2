// The entries of a journal (document 4 of CONTRIBUTING.md): what was observed, as it was observed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "model/result.h"
#include "model/verdict.h"

namespace micro {

struct CpuCache {
  std::string type;  // "Data", "Instruction", "Unified"
  int level = 0;
  std::int64_t bytes = 0;
  int sharing = 1;  // processors that share it; 0 if unknown
  friend bool operator==(const CpuCache&, const CpuCache&) = default;
};

// Facts about the machine; an absent one is unknown.
struct Environment {
  std::string host;
  std::string os;
  std::string cpu;
  std::optional<int> cpus;  // usable by this process
  std::optional<std::int64_t> memory_bytes;
  std::string aslr;                 // "on", "off"; empty if unknown
  std::optional<double> load;       // 1-minute average
  std::string governor;             // of the frequency: "performance", …; empty if unknown
  std::string boost;                // of the frequency: "on", "off"; empty if unknown
  std::optional<double> cpu_quota;  // processors that the control group may use; absent: no limit, or unknown
  std::optional<std::int64_t> memory_limit_bytes;  // of the control group; absent: no limit, or unknown
  std::vector<CpuCache> caches;                    // of the first processor; empty if unknown
  friend bool operator==(const Environment&, const Environment&) = default;
};

// Begins a journal; stands in the middle of one where journals were joined.
struct HeaderEntry {
  std::string cmicro;         // version
  std::string time;           // UTC, ISO 8601
  std::string test;           // TEST= as typed, or the program
  std::string revision;       // of the measured project in its version control; empty if unknown
  std::optional<bool> dirty;  // its files differ from that revision; absent if unknown
  Environment environment;
  bool is_resumption = false;  // what follows was measured later than what stands before it
  friend bool operator==(const HeaderEntry&, const HeaderEntry&) = default;
};

// Which benchmark an entry is about.
struct BenchmarkId {
  std::string suite;      // empty for a program that is no suite
  std::string benchmark;  // full name
  std::string variant = "default";
  bool single_shot = false;  // measured by iterations of one op (MODE=ss), which say something else than longer ones
  Side side = Side::none;    // of a comparison
  [[nodiscard]] std::string full_name() const { return in_suite(suite, benchmark); }
  // With the variant, where it is not the default: "suite.benchmark@variant".
  [[nodiscard]] std::string identity() const { return of_variant(full_name(), variant); }
  friend bool operator==(const BenchmarkId&, const BenchmarkId&) = default;
  friend auto operator<=>(const BenchmarkId&, const BenchmarkId&) = default;
};

struct OptionEntry {
  std::string key;
  std::vector<std::string> value;
  std::string origin;  // the layer that won
  friend bool operator==(const OptionEntry&, const OptionEntry&) = default;
};

// What the suite says of a counter.
struct CounterEntry {
  std::string label;
  std::string unit;  // empty if it has none
  Better better = Better::lower;
  friend bool operator==(const CounterEntry&, const CounterEntry&) = default;
};

// What is planned for a benchmark; comes before its forks.
struct BenchmarkEntry {
  BenchmarkId id;
  std::string executable;
  std::vector<std::string> arguments;    // the program's own (RUN_ARGS, then the variant's)
  std::vector<std::string> environment;  // NAME=VALUE that the variant adds to the options'
  std::string working_directory;
  std::vector<Parameter> axes;        // of the variant in its matrix
  std::vector<int> cpus;              // that its forks are pinned to; empty: to none
  std::string compiler;               // empty if unknown
  std::string flags;                  // empty if unknown
  std::string build_type;             // "Release"; empty if unknown
  std::vector<std::string> features;  // that it is built with
  bool not_a_measurement = false;     // so built that its times say nothing: with a sanitizer
  std::vector<CounterEntry> counters;
  std::vector<OptionEntry> options;
  int forks = 0;
  int warmup_iterations = 0;
  double warmup_ns = 0;
  int iterations = 0;
  double iteration_ns = 0;
  std::uint64_t seed = 0;
  // The values of that option; null where it has none.
  [[nodiscard]] const std::vector<std::string>* option(std::string_view key) const {
    const auto found = std::ranges::find(options, key, &OptionEntry::key);
    return found == options.end() || found->value.empty() ? nullptr : &found->value;
  }
  friend bool operator==(const BenchmarkEntry&, const BenchmarkEntry&) = default;
};

// One timed batch. Times are per op, as the library reported them.
struct IterationEntry {
  std::uint64_t ops = 0;
  double real_ns = 0;
  double cpu_ns = 0;
  std::vector<std::pair<std::string, double>> counters;
  friend bool operator==(const IterationEntry&, const IterationEntry&) = default;
};

// What the library fitted to the iterations of one fork, where the benchmark asks for its complexity.
struct FitEntry {
  std::string order;   // "N", "NlgN", …; "(1)" also where the library is to find it, which it can't by one size
  double real_ns = 0;  // coefficient: time as reported / value of the term
  friend bool operator==(const FitEntry&, const FitEntry&) = default;
};

// What came between a fork and the processor. Absent: the system does not tell.
struct Disturbance {
  std::optional<std::int64_t> waited_ns;     // ready to run, and without a processor: its main thread
  std::int64_t preemptions = 0;              // it was taken off a processor for another process
  std::int64_t page_reads = 0;               // it waited for a page from the disk
  std::optional<std::int64_t> stolen_ticks;  // of the machine's time, by the host of a virtual machine
  std::optional<std::int64_t> throttled;     // times that the control group was stopped for its quota
  friend bool operator==(const Disturbance&, const Disturbance&) = default;
};

// One fork: how it ended and what it measured.
struct ForkEntry {
  BenchmarkId id;
  int round = 0;                          // of this benchmark, from 0
  int order = 0;                          // position among all forks of the call, from 0
  std::string start;                      // UTC, ISO 8601 with milliseconds
  std::int64_t elapsed_ns = 0;            // of the whole process
  std::optional<std::int64_t> before_ns;  // of the command before it (BEFORE_FORK); absent if there was none
  std::optional<std::int64_t> after_ns;   // of the command after it
  std::vector<std::string> command;
  Outcome outcome = Outcome::ok;
  std::string message;           // of an outcome other than ok
  std::optional<int> exit_code;  // absent: ended by a signal, or not started
  std::optional<int> signal;
  int threads = 1;
  std::string label;               // the benchmark's own; empty if it has none
  std::string library_version;     // empty: older than 1.8.4
  std::string library_build_type;  // "debug", "release"; empty if unknown
  std::optional<FitEntry> fit;
  std::vector<IterationEntry> warmup;
  std::vector<IterationEntry> iterations;
  std::string stderr_tail;
  std::optional<Disturbance> disturbance;
  friend bool operator==(const ForkEntry&, const ForkEntry&) = default;
};

// The instructions of an op, counted under valgrind.
struct CountEntry {
  BenchmarkId id;
  std::string metric = instructions_label;
  std::string method;     // "loop": the timed code alone; "process": all of it, once with few ops and once with more
  std::uint64_t ops = 0;  // of each thread, in the longer run
  std::optional<double> value;       // per op; absent: could not be counted
  Outcome outcome = Outcome::ok;     // of the count
  std::string message;               // of an outcome other than ok
  std::vector<std::string> command;  // of the longer run
  friend bool operator==(const CountEntry&, const CountEntry&) = default;
};

// A suite, or a variant of one, that could not be run.
struct FailureEntry {
  std::string suite;
  std::string stage;  // at which it ended: "configure", "build" or "list"; "skip": it was left out for a reason
  std::string message;
  std::string variant = "default";
  [[nodiscard]] bool is_skip() const { return stage == "skip"; }
  // "suite", or "suite@variant".
  [[nodiscard]] std::string identity() const { return of_variant(suite, variant); }
  // What could not be done, as in "could not be built".
  [[nodiscard]] const char* not_done() const {
    return stage == "build" ? "built" : stage == "configure" ? "configured" : "listed";
  }
  friend bool operator==(const FailureEntry&, const FailureEntry&) = default;
};

// What the two sides of a comparison are.
struct SidesEntry {
  std::string baseline;                       // for people: "HEAD~1 (4f2c9ab)"
  std::string contender;                      // "working tree (dirty)"
  std::vector<std::string> only_in_baseline;  // full names of benchmarks that the other side lacks
  std::vector<std::string> only_in_contender;
  friend bool operator==(const SidesEntry&, const SidesEntry&) = default;
};

// That two benchmarks are compared, pair by pair: forks of one round, one of each, in an order that was drawn. Comes
// before their forks.
struct ComparisonEntry {
  BenchmarkId baseline;
  BenchmarkId contender;
  DecisionRules rules;
  std::uint64_t seed = 0;               // of the order of the pairs and of the exchanges that the test draws
  bool is_control = false;              // it must not have changed for the others to be believed
  std::vector<std::string> notes = {};  // how it had to be measured, where that is not as it should be
  friend bool operator==(const ComparisonEntry&, const ComparisonEntry&) = default;
};

// Why there are no further pairs.
struct ComparisonEndEntry {
  BenchmarkId contender;
  std::string reason;  // "decided", "time" (MAX_TIME), "pairs" (FORK), "failed": a side failed too often
  friend bool operator==(const ComparisonEndEntry&, const ComparisonEndEntry&) = default;
};

using JournalEntry = std::variant<HeaderEntry, BenchmarkEntry, ForkEntry, FailureEntry, SidesEntry, ComparisonEntry,
                                  ComparisonEndEntry, CountEntry>;

}  // namespace micro
