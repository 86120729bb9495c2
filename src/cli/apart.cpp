#include "cli/apart.h"

#include <fmt/format.h>

#include <optional>

#include "cli/commands.h"
#include "cli/journals.h"

namespace micro {

RunRecord read_side(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    if (!is_comparison(file)) continue;
    throw UsageError(fmt::format(
        "{}: is the journal of a comparison, which has both sides in it\n  hint: cmicro show {}", file, file));
  }
  return read_results(files, {std::nullopt, std::optional{std::optional{TimeUnit::nanoseconds}}, Baseline{}});
}

DecisionRules rules_for_files(const Settings& settings) {
  // That chance makes a difference between the runs is the least that can go wrong with files, and ranks of few forks
  // can't reach a smaller probability.
  constexpr double alpha_of_files = 0.05;
  DecisionRules rules = settings.comparison.rules;
  if (!settings.comparison.alpha_is_asked) rules.alpha = alpha_of_files;
  return rules;
}

}  // namespace micro
