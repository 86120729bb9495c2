// What a Google Benchmark program wrote to its --benchmark_out file: the JSON of versions 1.5 to 1.9, with its
// oddities.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace micro {

// A file that is not Google Benchmark's, or of a version that we do not know. The message is whole: place, rule, what
// came instead, and a hint line.
class ReportError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ReportCache {
  std::string type;  // "Data", "Instruction", "Unified"
  int level = 0;
  std::int64_t bytes = 0;
  int sharing = 0;  // processors that share it; 0 if the library does not know
  friend bool operator==(const ReportCache&, const ReportCache&) = default;
};

// Where and by what the rows were measured.
struct ReportContext {
  std::string date;                        // local time with offset, ISO 8601; empty if absent
  std::string host_name;                   // empty if absent
  std::string executable;                  // as it was called; empty if absent
  std::optional<int> num_cpus;             // absent if the file does not say
  std::vector<ReportCache> caches;         // of the first processor; empty if the file does not say
  std::optional<double> load;              // 1-minute average; absent if the file does not say
  std::string library_version;             // "v1.9.5"; empty: older than 1.8.4
  std::string library_build_type;          // of the library: "debug", "release"; empty if absent
  std::optional<int> json_schema_version;  // absent: older than 1.8.4
  friend bool operator==(const ReportContext&, const ReportContext&) = default;
};

// One entry of `benchmarks`. Times are per op, converted to nanoseconds.
struct ReportRow {
  enum class Kind {
    iteration,  // one repetition: what Micro calls an iteration
    aggregate,  // mean, median, … of the repetitions, computed by the library
    big_o,      // fitted complexity of a family: the times are its coefficients
    rms,        // error of that fit, in the counter "rms"
  };

  std::string name;      // with the suffix of the aggregate, such as "f/8_mean"
  std::string run_name;  // the benchmark's full name (of big_o and rms: the family's)
  Kind kind = Kind::iteration;
  std::string aggregate;            // "mean", "cv", …; empty for iterations
  std::optional<int> family_index;  // with instance_index it tells benchmarks of one name apart; absent before 1.5.5
  std::optional<int> instance_index;
  int repetition = 0;   // index, from 0, of an iteration
  int repetitions = 0;  // how many of them the benchmark makes; 0 if the file does not say
  int threads = 1;
  std::uint64_t ops = 0;   // of an iteration, sum over its threads; 0 in other rows, and where it never started
  double real_ns = 0;      // 0 where there is no time: error, skipped, rms, aggregates that are ratios ("cv")
  double cpu_ns = 0;       // as real_ns
  std::string complexity;  // "N", "NlgN", … of big_o; else empty
  // The user's, and the library's own such as bytes_per_second; in the order of the file, in no unit that we know.
  std::vector<std::pair<std::string, double>> counters;
  std::string label;     // empty if it set none
  bool error = false;    // SkipWithError
  bool skipped = false;  // SkipWithMessage (1.8 or newer)
  std::string message;   // of an error or a skip; may be empty
  friend bool operator==(const ReportRow&, const ReportRow&) = default;
};

struct Report {
  ReportContext context;
  std::vector<ReportRow> rows;     // in the order of the file
  std::vector<std::string> notes;  // what had to be repaired; without the file's name
  bool complete = true;  // false: the program ended before it had written all; the rows are those that are whole
  friend bool operator==(const Report&, const Report&) = default;
};

// Reads a report. `name` (the file, usually) begins the messages. What the library writes though it is no JSON is
// taken: NaN, Infinity, raw control bytes, bytes that are not UTF-8 (become U+FFFD), repeated keys (the library's own
// comes first; a counter of the same name is kept as a counter), digits grouped or decimal commas written under a
// locale of the program's, a missing end. ReportError.
Report read_report(std::string_view text, const std::string& name);

// Whether the library itself writes a member of that name in some row: a counter of that name is hard to tell from it.
bool is_report_field(std::string_view key);

}  // namespace micro
