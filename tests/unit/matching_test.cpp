#include "compare/matching.h"

#include <gmock/gmock.h>

namespace micro {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(Matching, IsByNameInTheOrderOfTheContender) {
  const Matched matched = matched_by_name({"a", "b", "gone"}, {"b", "new", "a"});
  EXPECT_THAT(matched.pairs, ElementsAre(Pair(1, 0), Pair(0, 2)));
  EXPECT_THAT(matched.only_in_baseline, ElementsAre(2));
  EXPECT_THAT(matched.only_in_contender, ElementsAre(1));
}

TEST(Matching, TakesTheFirstOfTwoOfOneName) {
  const Matched matched = matched_by_name({"a", "a", "x", "x"}, {"a", "y", "a", "y"});
  EXPECT_THAT(matched.pairs, ElementsAre(Pair(0, 0)));
  EXPECT_THAT(matched.only_in_baseline, ElementsAre(2));
  EXPECT_THAT(matched.only_in_contender, ElementsAre(1));
}

TEST(Matching, TakesNamesAsTheyAre) {
  EXPECT_THAT(matched_by_name({"f<int, 4>", ".*"}, {"f<int,4>", "x"}).pairs, IsEmpty());
}

TEST(Matching, ByFiltersLeavesOutWhatHasNeither) {
  const std::vector<std::string> names{"f/old", "f/new", "g/old", "h/new", "other"};
  const Matched matched = matched_by_filters(names, "old", names, "new");
  EXPECT_THAT(matched.pairs, ElementsAre(Pair(0, 1)));
  EXPECT_THAT(matched.only_in_baseline, ElementsAre(2));
  EXPECT_THAT(matched.only_in_contender, ElementsAre(3));
  // What remains on both sides of the place must be the same: "ab" and "c" are not "a" and "bc".
  EXPECT_THAT(matched_by_filters({"ab1c"}, "1", {"a1bc"}, "1").pairs, IsEmpty());
}

}  // namespace
}  // namespace micro
