// All readers on what is kept of hostile inputs, and on inputs that are broken at random, always the same ones. Under
// the sanitizers this is a small fuzzer that needs no other compiler; tests/fuzz has the large one.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "fuzz/readers.h"

namespace micro {
namespace {

constexpr int broken_inputs = 150;      // of each input that is kept
constexpr std::size_t longest = 20000;  // of those that are broken

std::string broken(std::string text, std::mt19937_64& random) {
  static constexpr std::string_view pieces[] = {"\"",
                                                "\\",
                                                "{",
                                                "}",
                                                "[",
                                                "]",
                                                ",",
                                                ":",
                                                "null",
                                                "-1",
                                                "1e999",
                                                "NaN",
                                                "\"Infinity\"",
                                                "18446744073709551616",
                                                "\xFF",
                                                "\x1b[2J",
                                                "\n",
                                                "\xE2\x80\xAE",
                                                "[[[[[[[[",
                                                "\"\"",
                                                "0",
                                                "true",
                                                "\t"};
  const auto below = [&](std::size_t limit) {
    return static_cast<std::size_t>(random() % std::max<std::size_t>(1, limit));
  };
  for (std::size_t change = 0; change <= below(3); ++change) {
    const std::size_t place = below(text.size());
    switch (random() % 6) {
      case 0:
        if (!text.empty()) text[place] = static_cast<char>(random());
        break;
      case 1:
        text.insert(place, pieces[below(std::size(pieces))]);
        break;
      case 2:
        text.erase(place, 1 + below(40));
        break;
      case 3:
        text.resize(place);
        break;
      case 4:
        text.insert(place, text.substr(below(text.size()), below(200)));
        break;
      default: {
        // A value in the place of another.
        const std::size_t colon = text.find(':', place);
        if (colon == std::string::npos) break;
        const std::size_t end = text.find_first_of(",}]\n", colon);
        text.replace(colon + 1, end == std::string::npos ? 0 : end - colon - 1, pieces[below(std::size(pieces))]);
      }
    }
  }
  return text;
}

class Hostile : public testing::TestWithParam<std::size_t> {};

TEST_P(Hostile, InputIsRefusedOrRead) {
  const Reader& reader = readers()[GetParam()];
  std::mt19937_64 random(GetParam());
  std::vector<std::string> inputs = inputs_for(reader);
  inputs.emplace_back();
  for (const std::string& input : inputs) {
    ASSERT_NO_THROW(reader.read(input)) << input.substr(0, 2000);
    if (input.size() > longest) continue;
    for (int i = 0; i < broken_inputs; ++i) {
      const std::string text = broken(input, random);
      try {
        reader.read(text);
      } catch (const std::exception& error) {
        FAIL() << error.what() << "\n" << text;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Readers, Hostile, testing::Range(std::size_t{0}, readers().size()),
                         [](const auto& param) { return std::string(readers()[param.param].name); });

}  // namespace
}  // namespace micro
