#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "cli/commands.h"
#include "cli/list_selection.h"
#include "cli/overview.h"
#include "json/json.h"
#include "platform/files.h"
#include "run/program.h"
#include "session/manifest.h"
#include "text/text.h"

namespace micro {
namespace {

void write_listing(const std::vector<std::string>& names, std::ostream& out) {
  std::string text;
  JsonWriter json(text);
  json.begin_object().key("micro_list").integer(1).key("benchmarks").begin_array();
  for (const std::string& full : names) write_benchmark(json, full);
  json.end_array().end_object();
  out << text << '\n';
}

void require_format(const std::string& format, std::initializer_list<std::string> possible, const char* what) {
  if (std::ranges::find(possible, format) != possible.end()) return;
  throw UsageError(fmt::format("--format: {} is listed as {}, not as {}\n  hint: leave --format out", what,
                               fmt::join(possible, " or "), format));
}

void list_program(const std::string& path, const ListArguments& arguments, const OptionLayer& command,
                  CommandContext& context) {
  require_format(arguments.format, {"text", "json"}, "a program");
  Suite suite = suite_of_program(path);
  Variant& variant = suite.variants.front();
  variant.working_directory = arguments.working_directory;
  const std::vector<std::string> names = list_benchmarks(variant, settings_from(ResolvedOptions({&command})),
                                                         scrubbed(context.world.variables), context.world.processes);
  if (arguments.format == "json") {
    write_listing(names, context.out);
  } else {
    for (const std::string& name : names) context.out << visible(name) << '\n';
  }
}

// Each option with its value and where that comes from.
void explain(const ResolvedOptions& options, std::ostream& out) {
  for (const ResolvedOption& resolved : options.all()) {
    const Option& option = *resolved.option;
    std::string value = resolved.value ? fmt::format("{}", fmt::join(*resolved.value, " ")) : "";
    if (!resolved.value) value = fmt::format("({})", option.when_absent);
    if (resolved.value && resolved.value->empty()) value = "(none)";
    std::string origin = option_table().layer_names.at(resolved.origin);
    if (resolved.origin == "preset") origin = fmt::format("EFFORT={}", options.at("EFFORT").value->front());
    out << fmt::format("  {:15} {:18} {}\n", option.key, visible(origin), visible(value));
  }
}

bool is_asked(const ListArguments& arguments, const std::string& suite) {
  return arguments.suites.empty() ||
         std::find(arguments.suites.begin(), arguments.suites.end(), suite) != arguments.suites.end();
}

void check_suites(const ListArguments& arguments, const std::vector<std::string>& known) {
  for (const std::string& suite : arguments.suites) {
    if (std::find(known.begin(), known.end(), suite) != known.end()) continue;
    const std::vector<std::string> near = near_words(suite, known);
    throw UsageError(fmt::format("there is no suite {}\n  hint: {}", suite,
                                 near.empty() ? fmt::format("there are {}", fmt::join(known, ", "))
                                              : fmt::format("did you mean {}?", fmt::join(near, ", "))));
  }
}

// What the program of a suite says, if it is built, and what to say if it says nothing.
ListedSuite listed(const DeclaredSuite& declared, const std::string& build, const Manifest& manifest,
                   const OptionLayer& command, CommandContext& context) {
  ListedSuite suite{&declared, ListedSuite::State::listed, {}, {}, true, ""};
  for (const DeclaredVariant& variant : declared.variants) suite.variants.push_back(&variant);
  const Variant& own = declared.suite.variants.front();
  if (declared.unsupported) {
    suite.state = ListedSuite::State::not_supported;
    suite.note = fmt::format("{}: it needs {}: {}", declared.unsupported->is_skip ? "is skipped" : "can't be built",
                             declared.unsupported->feature, declared.unsupported->reason);
  } else if (!std::filesystem::exists(own.executable)) {
    std::vector<std::string> words{"cmake", "--build", build};
    if (!manifest.configuration.empty()) words.insert(words.end(), {"--config", manifest.configuration});
    words.insert(words.end(), {"--target", declared.target});
    suite.state = ListedSuite::State::not_built;
    suite.note = "benchmarks are known when it is built: " + shell_line(words);
  } else {
    const Settings settings = settings_from(ResolvedOptions({&command, &declared.suite.options, &manifest.defaults}));
    try {
      suite.benchmarks = list_benchmarks(own, settings, scrubbed(context.world.variables), context.world.processes);
    } catch (const ProgramError& error) {
      suite.state = ListedSuite::State::not_listed;
      suite.note = error.what();
      context.exit_code = ExitCode::failed;
    }
  }
  return suite;
}

void list_build(const std::string& build, const std::vector<std::string>& words, const ListArguments& arguments,
                const OptionLayer& command, CommandContext& context) {
  require_format(arguments.format, {"text", "tree", "table", "json"}, "a build folder");
  const Manifest manifest = read_manifest(build, arguments.configuration);
  std::vector<std::string> known;
  for (const DeclaredSuite& declared : manifest.suites) known.push_back(declared.suite.name);
  check_suites(arguments, known);
  Overview overview{&manifest, {}, !words.empty() || !arguments.suites.empty()};
  for (const std::string& name : suites_meant(words, manifest)) {
    if (!is_asked(arguments, name)) continue;
    const auto declared = std::ranges::find(manifest.suites, name, [](const auto& one) { return one.suite.name; });
    if (arguments.explain) {
      require_format(arguments.format, {"text"}, "the origin of options");
      context.out << fmt::format("micro:{}  ({}, target {})\n", visible(name), visible(declared->declared_at),
                                 visible(declared->target));
      explain(ResolvedOptions({&command, &declared->suite.options, &manifest.defaults}), context.out);
    } else {
      overview.suites.push_back(listed(*declared, build, manifest, command, context));
    }
  }
  if (arguments.explain) return;
  keep_what_is_meant(words, overview);
  if (arguments.format == "json") return write_json(overview, context.out);
  if (arguments.format == "table") return write_tables(overview, context.out);
  write_tree(overview, context.out);
}

void list_session(const ListArguments& arguments, const OptionLayer& command, CommandContext& context) {
  const Session session = read_session(arguments.session);
  std::vector<std::string> known;
  for (const Suite& suite : session.suites) known.push_back(suite.name);
  check_suites(arguments, known);
  for (const Suite& suite : session.suites) {
    if (!is_asked(arguments, suite.name)) continue;
    context.out << fmt::format("micro:{}\n", visible(suite.name));
    if (arguments.explain) explain(ResolvedOptions(layers_for(suite, command, session.layers)), context.out);
    if (suite.failure) {
      context.out << fmt::format("  could not be {}\n", FailureEntry{"", suite.failure->stage, ""}.not_done());
    }
    if (!suite.skipped.empty()) context.out << "  skipped: " << visible_lines(suite.skipped) << '\n';
    if (arguments.explain) continue;
    for (const std::string& benchmark : suite.benchmarks) context.out << "  " << visible(benchmark) << '\n';
  }
}

}  // namespace

void list(const ListArguments& arguments, const OptionLayer& command, CommandContext& context) {
  std::vector<std::string> words = arguments.words;
  std::string build = arguments.build;
  if (!words.empty() && !is_selection(words.front())) {
    const std::string path = words.front();
    words.erase(words.begin());
    const bool is_folder = std::filesystem::is_directory(path);
    if (!is_folder && !std::filesystem::exists(path)) {
      throw InputError(
          fmt::format("{}: there is neither such a program nor such a build folder\n  hint: what is selected in a "
                      "build folder begins with micro:, as in micro:io.records",
                      path));
    }
    const bool is_two = !build.empty() || !arguments.session.empty();
    const bool is_more = !is_folder && (!arguments.suites.empty() || arguments.explain || !words.empty() ||
                                        !arguments.configuration.empty());
    if (is_two || is_more) {
      throw UsageError(fmt::format("{} is {}, and the call is about something else, too\n  hint: {}", path,
                                   is_folder ? "a build folder" : "a program",
                                   is_two ? "name one of them" : "suites are in build folders"));
    }
    if (!is_folder) return list_program(path, arguments, command, context);
    build = path;
  }
  for (const std::string& word : words) {
    if (is_selection(word)) continue;
    throw UsageError(fmt::format("{} is no selection\n  hint: micro:{} would be one", word, word));
  }
  if (!arguments.session.empty()) {
    require_format(arguments.format, {"text"}, "a session");
    if (!words.empty()) throw UsageError("--session takes no selection\n  hint: --suite names one of its suites");
    return list_session(arguments, command, context);
  }
  list_build(build.empty() ? "." : build, words, arguments, command, context);
}

}  // namespace micro
