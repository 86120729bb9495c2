// Which benchmarks of two sides are compared with each other.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace micro {

struct Matched {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  // places in the names of baseline and contender
  std::vector<std::size_t> only_in_baseline;
  std::vector<std::size_t> only_in_contender;
};

// By equal names, in the order of the contender. Of a name that is there twice the first one counts.
Matched matched_by_name(const std::vector<std::string>& baseline, const std::vector<std::string>& contender);

// By what remains of the names without what a regular expression of each side finds in them first; those in which it
// finds nothing are left out.
Matched matched_by_filters(const std::vector<std::string>& baseline, const std::string& baseline_filter,
                           const std::vector<std::string>& contender, const std::string& contender_filter);

}  // namespace micro
