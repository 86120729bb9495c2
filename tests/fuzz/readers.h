// The readers of what comes from outside, each with what must hold whatever it is given: an answer or an error of its
// own kind; what is written of it is strict JSON and valid UTF-8, and has nothing in it that a terminal would obey.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace micro {

// Whether there is something in a text that a terminal, or the eye, would obey. Lines may end as those of CSV do; tabs
// are harmless.
bool has_control(std::string_view text);

struct Reader {
  std::string_view name;                  // also of the folder in tests/fuzz/corpus
  void (*read)(std::string_view);         // throws std::logic_error where something does not hold
  std::vector<std::string_view> samples;  // files of this repository, below tests/, that it takes
};

std::span<const Reader> readers();

// All inputs for a reader that are kept: its samples, and what once went wrong.
std::vector<std::string> inputs_for(const Reader& reader);

}  // namespace micro
