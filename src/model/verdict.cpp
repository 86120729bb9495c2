#include "model/verdict.h"

#include <algorithm>
#include <array>
#include <utility>

namespace micro {
namespace {

constexpr std::array<std::pair<Verdict, const char*>, 4> verdict_words{{{Verdict::slower, "slower"},
                                                                        {Verdict::faster, "faster"},
                                                                        {Verdict::equal, "equal"},
                                                                        {Verdict::inconclusive, "inconclusive"}}};

}  // namespace

const char* to_string(Verdict verdict) {
  return std::ranges::find(verdict_words, verdict, &decltype(verdict_words)::value_type::first)->second;
}

std::optional<Verdict> verdict_from(std::string_view text) {
  for (const auto& [verdict, word] : verdict_words) {
    if (word == text) return verdict;
  }
  return std::nullopt;
}

}  // namespace micro
