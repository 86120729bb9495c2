#include "model/comparison.h"

namespace micro {

std::string Comparison::name() const {
  const std::string before = baseline.identity();
  const std::string after = contender.identity();
  return before == after ? after : before + " → " + after;
}

}  // namespace micro
