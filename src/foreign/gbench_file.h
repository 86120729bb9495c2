// A result file of Google Benchmark as a fork of its benchmarks: what it says becomes entries of a journal, so that the
// same code makes results of both.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gbench/report.h"
#include "journal/entry.h"
#include "model/result.h"

namespace micro {

struct GbenchFile {
  std::vector<JournalEntry> entries;     // a header; for each benchmark what is planned, and one fork
  std::vector<Complexity> complexities;  // those that can't be fitted anew from the forks (ForkEntry::fit)
  std::size_t benchmarks = 0;            // that have samples, an error or a skip
  std::size_t only_aggregates = 0;       // benchmarks of which only means and medians are there, without samples
  std::vector<std::string> notes;        // without the file's name
};

// Benchmarks of one name are told apart by their place in the program and kept apart: the second is called name#2.
GbenchFile gbench_file(const Report& report);

// In what `other` was measured differently from `first` that makes numbers differ, in words; empty if in nothing.
std::string difference(const ReportContext& first, const ReportContext& other);

}  // namespace micro
