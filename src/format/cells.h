// The table for people as texts, before it is set: what text and Markdown have in common.
#pragma once

#include <string>
#include <vector>

#include "format/table.h"

namespace micro {

// One line. Everything is visible() and in no way escaped.
struct Cells {
  std::string name;
  std::vector<std::string> parameters;
  std::string mode;
  std::string count;  // empty for a single sample
  std::string score;  // or the outcome of a benchmark that failed; the cells after it are empty then
  std::string error;  // without the "±"; empty where there is none
  std::string unit;
  std::string ratio;  // to the baseline: "0.14 [0.13, 0.15] (7.04x slower)"; empty where there is none
  std::string label;  // of the benchmark, in its own row; empty where it has none
};

// "1.00", "0.14", "1.31 [1.20, 1.42] (1.31x faster)"; without the words where the interval holds 1, and where there is
// none. Of times the words are faster and slower, of other metrics better and worse. Of what is no measurement it says
// that instead.
std::string ratio_text(const Ratio& ratio, bool is_time);

Cells heading(const Table& table);
Cells cells_of(const Row& row);

}  // namespace micro
