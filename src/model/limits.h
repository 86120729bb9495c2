// What is taken of a stranger's files, so that none can use up the memory: reading one takes some ten times its size,
// and what grows with the product of two things in it is counted. All are far beyond what benchmarks need; README names
// them.
#pragma once

#include <cstddef>
#include <stdexcept>

namespace micro {

inline constexpr std::size_t most_file_bytes = std::size_t{1} << 30U;
inline constexpr std::size_t most_table_cells = 5'000'000;       // results × names of parameters
inline constexpr std::size_t most_missing_counters = 1'000'000;  // forks that lack a counter that a later one has
inline constexpr std::size_t most_aligned_columns = 1'000;       // a longer text moves what stands right of it

// A file is beyond them. The message is whole, with a hint line.
class LimitError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace micro
