// What a build folder has, to be looked at: suites, their benchmarks and variants, and features, as a tree, as tables,
// or as JSON. Values that list.cpp has collected, and their three forms; nothing is run here.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "session/manifest.h"

namespace micro {

// A suite as it is listed.
struct ListedSuite {
  enum class State {
    listed,
    not_built,     // `note` says how to build it
    not_listed,    // `note` says what its program did instead
    not_supported  // the compiler lacks a feature; `note` says why
  };
  const DeclaredSuite* declared;
  State state = State::listed;
  std::vector<std::string> benchmarks;           // full names, those that were asked for
  std::vector<const DeclaredVariant*> variants;  // besides default, those that were asked for
  bool with_default = true;                      // whether default was asked for
  std::string note;                              // of several lines
};

struct Overview {
  const Manifest* manifest;
  std::vector<ListedSuite> suites;
  bool is_part = false;  // not all was asked for: features that none of these suites uses are left out
};

// In what a variant differs from the suite's own form: what it is about, such as "flags", and the words.
struct Difference {
  std::string what;
  std::vector<std::string> words;
  friend bool operator==(const Difference&, const Difference&) = default;
};
std::vector<Difference> differences(const DeclaredVariant& declared, const Variant& own);

// The names of the suites that use a feature, those of which only variants do as suite@variant.
std::vector<std::string> users_of(const std::string& feature, const Manifest& manifest);

void write_tree(const Overview& overview, std::ostream& out);
void write_tables(const Overview& overview, std::ostream& out);
void write_json(const Overview& overview, std::ostream& out);

// The members that tell of a benchmark, as the listing of a program has them (CONTRIBUTING.md).
class JsonWriter;
void write_benchmark(JsonWriter& json, const std::string& full_name);

}  // namespace micro
