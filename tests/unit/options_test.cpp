#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "format/format.h"
#include "options/layers.h"
#include "text/text.h"

namespace micro {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::string refusal(const std::string& layer, const std::string& key, const OptionValue& value) {
  OptionLayer options(layer, "MICRO");
  try {
    options.set(key, value);
  } catch (const OptionError& error) {
    return error.what();
  }
  return "";
}

TEST(Options, TakesLegalValues) {
  EXPECT_EQ(refusal("micro", "FORK", {"99999"}), "");
  EXPECT_EQ(refusal("micro", "WARMUP_ITER", {"0"}), "");
  EXPECT_EQ(refusal("micro", "TIME", {"1.5us"}), "");
  EXPECT_EQ(refusal("micro", "SEED", {"18446744073709551615"}), "");
  EXPECT_EQ(refusal("micro", "RESULTS_FORMAT", {"text,json"}), "");
  EXPECT_EQ(refusal("micro", "ENVIRONMENT", {"A=b=c\n;\"", "B="}), "");
  EXPECT_EQ(refusal("micro", "EXCLUDE", {"threads=4,grow=0"}), "");
}

// Nothing of what was given is obeyed by a terminal, and it is not repeated endlessly.
TEST(Options, RefusalsShowWhatWasGiven) {
  EXPECT_THAT(refusal("micro", "FO\x1b[2J\n\xFFRK", {"3"}), StartsWith("MICRO: FO\\x1b[2J\\n\uFFFDRK is no option\n"));
  EXPECT_THAT(refusal("micro", "FORK", {"\x1b]0;x\x07"}), HasSubstr(", not '\\x1b]0;x\\x07'\n"));
  EXPECT_LT(refusal("micro", std::string(1'000'000, 'x'), {"3"}).size(), 2000U);
  OptionLayer options("micro", "MICRO");
  options.set("RUN_ARGS", {"--benchmark_\u202e"});
  try {
    (void)settings_from(ResolvedOptions({&options}));
    FAIL();
  } catch (const OptionError& error) {
    EXPECT_THAT(error.what(), HasSubstr("and --benchmark_\\u202e is Google Benchmark's\n"));
  }
}

// The boundary values of style.md: text, negative, zero, over the largest, empty, without and with a wrong unit.
TEST(Options, RefusesIllegalValues) {
  for (const char* value : {"x", "-1", "0", "100000", "", "1.5", " 1", "1 ", "1\n", "+1"}) {
    EXPECT_THAT(refusal("micro", "FORK", {value}), HasSubstr("a whole number from 1 to 99999, not '")) << value;
  }
  for (const char* value : {"5", "-5ms", "0ms", "0.0s", "5m", "5 ms", "ms", "", "10000000s", "1e3ms"}) {
    EXPECT_THAT(refusal("micro", "TIME", {value}), HasSubstr("one of ns, us, ms, s, not '")) << value;
  }
  EXPECT_NE(refusal("micro", "SEED", {"18446744073709551616"}), "");
  EXPECT_NE(refusal("micro", "RESULTS_FORMAT", {"text,xml"}), "");
  EXPECT_NE(refusal("micro", "ENVIRONMENT", {"=x"}), "");
  EXPECT_NE(refusal("micro", "PARAM", {"length"}), "");
  EXPECT_NE(refusal("micro", "FORK", {"1", "2"}), "");
}

TEST(Options, MessageIsWhole) {
  EXPECT_EQ(refusal("micro", "TIME", {"5"}),
            "MICRO: TIME takes a positive duration below 1000000 with its unit, one of ns, us, ms, s, not '5'\n"
            "  hint: TIME=5ms or TIME=5s");
  EXPECT_EQ(refusal("micro", "FORK", {std::string(200'000, '9')}).size(),
            std::string("MICRO: FORK takes a whole number from 1 to 99999, not ''\n  hint: FORK=10").size() + 60 + 3);
}

TEST(Options, FlagsAreSpelledAsFlags) {
  EXPECT_THAT(refusal("command", "TIME", {"5"}), HasSubstr("--time takes a positive duration"));
  EXPECT_THAT(refusal("command", "TIME", {"5"}), HasSubstr("hint: --time=5ms or --time=5s"));
}

TEST(Options, RefusesWhatMicroOwns) {
  EXPECT_THAT(refusal("micro", "OPTIONS", {"--benchmark_out=/tmp/x"}),
              HasSubstr("does not take --benchmark_out\n  hint: "));
  EXPECT_EQ(refusal("micro", "OPTIONS", {"--benchmark_out_of_the_way=1"}), "");
}

// Through RUN_ARGS they would reach the library, and something else would be measured than the journal says.
TEST(Options, RunArgsAreNoWayAround) {
  OptionLayer layer("micro", "MICRO");
  layer.set("RUN_ARGS", {"--rows=5", "--benchmark_min_time=1"});
  EXPECT_THROW(settings_from(ResolvedOptions({&layer})), OptionError);
  EXPECT_THAT(refusal("micro", "OPTIONS", {"--bogus"}), HasSubstr("OPTIONS takes flags of Google Benchmark"));
  EXPECT_EQ(refusal("micro", "OPTIONS", {"--v=2"}), "");
}

TEST(Options, FormatsAreTakenOnce) {
  OptionLayer layer("micro", "MICRO");
  layer.set("RESULTS_FORMAT", {"json,text,json"});
  EXPECT_THAT(settings_from(ResolvedOptions({&layer})).formats, ElementsAre("json", "text"));
}

TEST(Options, KnowsKeysLayersAndNearKeys) {
  EXPECT_THAT(refusal("micro", "FROK", {"1"}),
              HasSubstr("MICRO: FROK is no option\n  hint: did you mean FORK? known are EFFORT"));
  EXPECT_THAT(refusal("suite", "RESULTS_FORMAT", {"json"}), HasSubstr("RESULTS_FORMAT cannot be set here"));
  OptionLayer layer("micro", "MICRO");
  layer.set("VM_OPTIONS", {"-x"});
  ASSERT_NE(layer.find("RUN_ARGS"), nullptr);
  EXPECT_THAT(*layer.find("RUN_ARGS"), ElementsAre("-x"));
}

TEST(Options, StrongestLayerWinsAndOriginIsKept) {
  OptionLayer command("command", "cmicro");
  OptionLayer suite("suite", "suite");
  suite.set("FORK", {"7"});
  suite.set("EFFORT", {"thorough"});
  OptionLayer project("project", "MICRO_DEFAULTS");
  project.set("FORK", {"8"});
  project.set("ITER", {"9"});
  const ResolvedOptions options({&command, &suite, &project});
  EXPECT_EQ(options.at("FORK").origin, "suite");
  EXPECT_EQ(options.at("ITER").origin, "project");
  EXPECT_EQ(options.at("TIME").origin, "preset");
  EXPECT_EQ(options.at("RESULTS_FORMAT").origin, "table");
  EXPECT_FALSE(options.at("SEED").value);
  const Settings settings = settings_from(options);
  EXPECT_EQ(settings.forks, 7);
  EXPECT_EQ(settings.iterations, 9);
  EXPECT_EQ(settings.iteration_ns, 20e6);
  EXPECT_EQ(settings.warmup_ns, 20e6);
  EXPECT_THAT(settings.formats, ElementsAre("text"));
}

TEST(Options, EveryPresetAndDefaultIsLegal) {
  for (const auto& [effort, values] : option_table().presets) {
    for (const auto& [key, value] : values) EXPECT_EQ(refusal("micro", key, value), "") << effort;
  }
  for (const Option& option : option_table().options) {
    const std::string layer = option.layers.front();
    if (option.fallback && !option.fallback->empty()) {
      EXPECT_EQ(refusal(layer, option.key, *option.fallback), "");
    }
    EXPECT_EQ(refusal(layer, option.key, split(option.type.example, option.type.is_list ? ' ' : '\n')), "");
  }
}

TEST(Options, EveryFormatCanBeAskedFor) {
  std::vector<std::string> known;
  for (const Format& format : formats()) known.emplace_back(format.name);
  EXPECT_THAT(option_table().find("RESULTS_FORMAT")->type.choices, testing::UnorderedElementsAreArray(known));
  for (const std::string& format : known) EXPECT_EQ(refusal("micro", "RESULTS_FORMAT", {format + ",text"}), "");
}

TEST(Options, DurationsHaveOneUnitInside) {
  EXPECT_EQ(duration_ns("3ns"), 3);
  EXPECT_EQ(duration_ns("1.5us"), 1500);
  EXPECT_EQ(duration_ns("20ms"), 20e6);
  EXPECT_EQ(duration_ns("2s"), 2e9);
}

}  // namespace
}  // namespace micro
