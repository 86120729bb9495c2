#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>

#include "cli/commands.h"
#include "json/json.h"
#include "run/program.h"
#include "session/manifest.h"
#include "text/text.h"

namespace micro {
namespace {

void write_listing(const std::vector<std::string>& names, std::ostream& out) {
  std::string text;
  JsonWriter json(text);
  json.begin_object().key("micro_list").integer(1).key("benchmarks").begin_array();
  for (const std::string& full : names) {
    const BenchmarkName name = parse_benchmark_name(full);
    json.begin_object().key("name").text(full).key("function").text(name.function).key("parameters").begin_array();
    for (const Parameter& parameter : name.parameters) json.texts({parameter.name, parameter.value});
    json.end_array().key("threads").integer(name.threads).end_object();
  }
  json.end_array().end_object();
  out << text << '\n';
}

void list_program(const ListArguments& arguments, const OptionLayer& command, CommandContext& context) {
  Suite suite = suite_of_program(arguments.program);
  Variant& variant = suite.variants.front();
  variant.launcher = arguments.launcher;
  variant.working_directory = arguments.working_directory;
  const std::vector<std::string> names = list_benchmarks(variant, settings_from(ResolvedOptions({&command})),
                                                         scrubbed(context.world.variables), context.world.processes);
  if (arguments.format == "json") {
    write_listing(names, context.out);
  } else {
    for (const std::string& name : names) context.out << name << '\n';
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
    out << fmt::format("  {:15} {:18} {}\n", option.key, origin, value);
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

void list_build(const ListArguments& arguments, const OptionLayer& command, CommandContext& context) {
  const Manifest manifest = read_manifest(arguments.build, arguments.configuration);
  std::vector<std::string> known;
  for (const DeclaredSuite& declared : manifest.suites) known.push_back(declared.suite.name);
  check_suites(arguments, known);
  for (const DeclaredSuite& declared : manifest.suites) {
    const Suite& suite = declared.suite;
    if (!is_asked(arguments, suite.name)) continue;
    context.out << fmt::format("micro:{}  ({}, target {})\n", suite.name, declared.declared_at, declared.target);
    if (arguments.explain) explain(ResolvedOptions({&command, &suite.options, &manifest.defaults}), context.out);
  }
}

void list_session(const ListArguments& arguments, const OptionLayer& command, CommandContext& context) {
  const Session session = read_session(arguments.session);
  std::vector<std::string> known;
  for (const Suite& suite : session.suites) known.push_back(suite.name);
  check_suites(arguments, known);
  for (const Suite& suite : session.suites) {
    if (!is_asked(arguments, suite.name)) continue;
    context.out << fmt::format("micro:{}\n", suite.name);
    if (arguments.explain) explain(ResolvedOptions(layers_for(suite, command, session.layers)), context.out);
    if (suite.failure) {
      context.out << fmt::format("  could not be {}\n", FailureEntry{"", suite.failure->stage, ""}.not_done());
    }
    if (!suite.skipped.empty()) context.out << "  skipped: " << suite.skipped << '\n';
    if (arguments.explain) continue;
    for (const std::string& benchmark : suite.benchmarks) context.out << "  " << benchmark << '\n';
  }
}

}  // namespace

void list(const ListArguments& arguments, const OptionLayer& command, CommandContext& context) {
  if (!arguments.program.empty()) return list_program(arguments, command, context);
  if (!arguments.session.empty()) return list_session(arguments, command, context);
  list_build(arguments, command, context);
}

}  // namespace micro
