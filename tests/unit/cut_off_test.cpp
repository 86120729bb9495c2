// Journals that end anywhere: what a full disk, a power cut or kill -9 leaves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "cli/run_cli.h"
#include "platform/files.h"

namespace micro {
namespace {

struct Shown {
  int code = 0;
  std::string out;
  std::string err;
};

Shown show(const std::string& journal, const std::string& format) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = run_cli({"cmicro", "show", journal, "--format", format}, out, err);
  return {code, out.str(), err.str()};
}

// Shows the first bytes of the journal, for each number of them. Nothing may fail but what has no whole line that says
// what it is, or no results yet, and that in words.
void cut_everywhere(const std::string& journal, const std::string& format) {
  const std::string text = read_file(std::string(MICRO_TESTS_DIR) + "/" + journal);
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/journal.jsonl";
  std::size_t shown = 0;
  for (std::size_t length = 0; length < text.size(); ++length) {
    write_file(path, text.substr(0, length));
    const Shown part = show(path, format);
    if (part.code == 0) {
      ++shown;
      ASSERT_FALSE(part.out.empty());
      continue;
    }
    ASSERT_EQ(part.code, 2) << "cut after " << length << " bytes: " << part.err;
    ASSERT_EQ(part.err.rfind("cmicro: ", 0), 0u) << part.err;
    ASSERT_EQ(shown, 0u) << "what could be shown can't be any more after " << length << " bytes: " << part.err;
  }
  EXPECT_GT(shown, text.size() / 5);
}

TEST(CutOff, AJournalIsReadUpToItsLastWholeLine) {
  cut_everywhere("contract/journal.jsonl", "json");
}

TEST(CutOff, AComparisonIsReadUpToItsLastWholeLine) {
  cut_everywhere("golden/engine/compare_run_skipped/expected/results!runs!2026-11-30T12-00-00Z!journal.jsonl", "text");
}

}  // namespace
}  // namespace micro
