#include "model/comparison.h"

#include <cmath>

namespace micro {

const char* to_string(Trust trust) {
  switch (trust) {
    case Trust::not_asked:
      return "not_asked";
    case Trust::believed:
      return "believed";
    case Trust::undecided:
      return "undecided";
    case Trust::moved:
      return "moved";
  }
  return "";
}

bool Comparison::has_ratio() const {
  return is_decidable() && (is_paired ? decided.pairs > 0 : decided.ratio > 0 && std::isfinite(decided.ratio));
}

std::string Comparison::name() const {
  const auto name_of = [](const Result& result) {
    const bool is_told = result.mode == Mode::single_shot || result.mode == Mode::sample_time;
    return result.identity() + (is_told ? std::string(" (") + to_string(result.mode) + ")" : "");
  };
  const std::string before = name_of(baseline);
  const std::string after = name_of(contender);
  return before == after ? after : before + " → " + after;
}

}  // namespace micro
