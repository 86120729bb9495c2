// What the standard before has not. GCC 12 has both.
#include <benchmark/benchmark.h>
#if defined(__GNUC__) && !defined(__clang__)
#include <expected>

struct Matrix {
  int operator[](int row, int column) const { return row + column; }
};
std::expected<int, int> answer = Matrix{}[40, 2];
#else
static_assert(__cplusplus > 202002L);
#endif
