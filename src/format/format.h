// Writes results in the formats that people and tools read. Each format has its own file; the list is in format.cpp.
//
// A format computes nothing: scores are those of the model (stats/score.h), the rows come in the order of the list
// (order_results). Text does not depend on any locale.
//
// A benchmark whose outcome is not `ok` never shows a score as if it were whole. In tables (text, LaTeX, Markdown) the
// outcome stands in the score's place and there are no secondary rows; in CSV the score and its error are empty and the
// number of samples is 0; in JSON it is left out if it has no sample at all, else its samples are there together with
// the keys `outcome` and `message`, which JMH does not have. In Google Benchmark's JSON it is one row with the error,
// in JUnit's XML a test case that failed; custom leaves it out.
#pragma once

#include <optional>
#include <ostream>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "model/result.h"
#include "stats/results.h"

namespace micro {

enum class Names {
  full,       // suite.function, which can be pasted after `micro:`
  shortened,  // in tables, without the leading parts that all have in common, as JMH
};

struct FormatOptions {
  Names names = Names::full;
};

// The results can't be said in this format. The message is whole, with a hint line; nothing has been written.
class FormatError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Format {
  std::string_view name;       // as in RESULTS_FORMAT and --format
  std::string_view extension;  // of a result file, without the dot; no two formats have the same
  void (*write)(const RunRecord& record, const FormatOptions& options, std::ostream& out);
  bool takes_throughputs = true;  // false: a benchmark that is measured as throughput alone is a FormatError
};

// All formats, in the order in which they are listed to users.
std::span<const Format> formats();
std::optional<Format> format_from(std::string_view name);

inline void write(const Format& format, const RunRecord& record, const FormatOptions& options, std::ostream& out) {
  format.write(record, options, out);
}

void write_text(const RunRecord& record, const FormatOptions& options, std::ostream& out);
void write_csv(const RunRecord& record, const FormatOptions& options, std::ostream& out);
void write_scsv(const RunRecord& record, const FormatOptions& options, std::ostream& out);
void write_json(const RunRecord& record, const FormatOptions& options, std::ostream& out);
void write_latex(const RunRecord& record, const FormatOptions& options, std::ostream& out);
void write_gbench(const RunRecord& record, const FormatOptions& options, std::ostream& out);
void write_markdown(const RunRecord& record, const FormatOptions& options, std::ostream& out);
void write_junit(const RunRecord& record, const FormatOptions& options, std::ostream& out);
void write_custom(const RunRecord& record, const FormatOptions& options, std::ostream& out);  // FormatError

}  // namespace micro
