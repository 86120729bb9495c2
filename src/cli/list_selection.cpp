#include "cli/list_selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "cli/commands.h"
#include "text/text.h"

namespace micro {
namespace {

constexpr char prefix[] = "micro:";
constexpr char plain_form[] = "default";

// A word taken apart.
struct Selection {
  std::string word;                   // as typed
  std::string pattern;                // what stands before the variants; empty: everything
  std::vector<std::string> variants;  // empty: all
};

Selection selection_of(const std::string& word) {
  Selection selection{word, word == "micro" ? "" : word.substr(sizeof prefix - 1), {}};
  if (const std::size_t at = selection.pattern.rfind('@'); at != std::string::npos) {
    selection.variants = split(selection.pattern.substr(at + 1), ',');
    selection.pattern.resize(at);
  }
  if (selection.pattern == "all") selection.pattern.clear();
  return selection;
}

// The suite itself, or the beginning of its dotted name.
bool names(const Selection& selection, const std::string& suite) {
  return selection.pattern.empty() || selection.pattern == suite || suite.starts_with(selection.pattern + ".");
}

// What stands behind the name of a suite and a dot: text in the names of benchmarks. Empty if the word is not about it.
std::string text_behind(const Selection& selection, const std::string& suite) {
  return selection.pattern.starts_with(suite + ".") ? selection.pattern.substr(suite.size() + 1) : "";
}

std::string hint(const std::string& word, const std::vector<std::string>& known) {
  const std::vector<std::string> near = near_words(word, known);
  return near.empty() ? fmt::format("there are {}", fmt::join(known, ", "))
                      : fmt::format("did you mean {}?", fmt::join(near, ", "));
}

bool has_variant(const DeclaredSuite& declared, const std::string& name) {
  return name == plain_form || std::ranges::any_of(declared.variants, [&](const DeclaredVariant& variant) {
           return variant.variant.name == name;
         });
}

// The suites that a word can mean; of one that names suites none by their benchmarks.
std::vector<const DeclaredSuite*> meant(const Selection& selection, const Manifest& manifest) {
  std::vector<const DeclaredSuite*> found;
  for (const DeclaredSuite& declared : manifest.suites) {
    if (names(selection, declared.suite.name)) found.push_back(&declared);
  }
  if (!found.empty()) return found;
  for (const DeclaredSuite& declared : manifest.suites) {
    if (!text_behind(selection, declared.suite.name).empty()) found.push_back(&declared);
  }
  return found;
}

}  // namespace

bool is_selection(const std::string& word) {
  return word == "micro" || word.starts_with(prefix);
}

std::vector<std::string> suites_meant(const std::vector<std::string>& words, const Manifest& manifest) {
  std::set<std::string> wanted;
  std::vector<std::string> known;
  for (const DeclaredSuite& declared : manifest.suites) known.push_back(declared.suite.name);
  for (const std::string& word : words) {
    const Selection selection = selection_of(word);
    const std::vector<const DeclaredSuite*> found = meant(selection, manifest);
    if (found.empty()) {
      throw UsageError(
          fmt::format("there is no suite {}\n  hint: {}", visible(selection.pattern), hint(selection.pattern, known)));
    }
    for (const std::string& variant : selection.variants) {
      if (std::ranges::any_of(found, [&](const auto* declared) { return has_variant(*declared, variant); })) continue;
      std::vector<std::string> variants{plain_form};
      for (const DeclaredSuite* declared : found) {
        for (const DeclaredVariant& one : declared->variants) variants.push_back(one.variant.name);
      }
      throw UsageError(fmt::format("{}: there is no variant {}\n  hint: {}", visible(word), visible(variant),
                                   hint(variant, variants)));
    }
    for (const DeclaredSuite* declared : found) {
      const auto has = [&](const std::string& variant) { return has_variant(*declared, variant); };
      if (selection.variants.empty() || std::ranges::any_of(selection.variants, has))
        wanted.insert(declared->suite.name);
    }
  }
  if (words.empty()) return known;
  std::erase_if(known, [&](const std::string& name) { return !wanted.contains(name); });
  return known;
}

void keep_what_is_meant(const std::vector<std::string>& words, Overview& overview) {
  if (words.empty()) return;
  std::vector<Selection> selections;
  for (const std::string& word : words) selections.push_back(selection_of(word));
  std::set<const Selection*> fruitful;
  for (ListedSuite& listed : overview.suites) {
    const std::string& suite = listed.declared->suite.name;
    std::set<std::string> benchmarks;
    std::set<std::string> variants;
    for (const Selection& selection : selections) {
      const bool all = names(selection, suite);
      const std::string text = text_behind(selection, suite);
      if (!all && text.empty()) continue;
      for (const std::string& benchmark : listed.benchmarks) {
        if (all || benchmark.find(text) != std::string::npos) {
          benchmarks.insert(benchmark);
          fruitful.insert(&selection);
        }
      }
      // Of one that can't be listed nothing is known.
      if (all || listed.state != ListedSuite::State::listed) fruitful.insert(&selection);
      for (const std::string& variant : selection.variants) variants.insert(variant);
      if (!selection.variants.empty()) continue;
      variants.insert(plain_form);
      for (const DeclaredVariant& variant : listed.declared->variants) variants.insert(variant.variant.name);
    }
    std::erase_if(listed.benchmarks, [&](const std::string& name) { return !benchmarks.contains(name); });
    std::erase_if(listed.variants, [&](const auto* one) { return !variants.contains(one->variant.name); });
    listed.with_default = variants.contains(plain_form);
  }
  for (const Selection& selection : selections) {
    if (fruitful.contains(&selection)) continue;
    const auto suite = std::ranges::find_if(overview.suites, [&](const ListedSuite& listed) {
      return !text_behind(selection, listed.declared->suite.name).empty();
    });
    throw UsageError(fmt::format("{}: is found in no name of a benchmark\n  hint: micro:{} lists them",
                                 visible(selection.word), suite->declared->suite.name));
  }
  std::erase_if(overview.suites, [](const ListedSuite& listed) {
    return listed.state == ListedSuite::State::listed && listed.benchmarks.empty();
  });
}

}  // namespace micro
