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
  std::string label;  // of the benchmark, in its own row; empty where it has none
};

Cells heading(const Table& table);
Cells cells_of(const Row& row);

}  // namespace micro
