#include "cli/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include "cli/comparison_report.h"
#include "options/options_json.h"
#include "text/text.h"

namespace micro {
namespace {

// A flag for each option of the table that a command line may set.
class OptionFlags {
 public:
  // Of all options that a command line may set, or of these only, without those.
  explicit OptionFlags(CLI::App& command, const std::vector<std::string>& only = {},
                       const std::vector<std::string>& without = {}) {
    for (const Option& option : option_table().options) {
      if (!option.may_be_set_on("command")) continue;
      if (!only.empty() && std::find(only.begin(), only.end(), option.key) == only.end()) continue;
      if (std::find(without.begin(), without.end(), option.key) != without.end()) continue;
      std::string help = fmt::format("{} Takes {}.", option.help, option.type.expects);
      const auto& normal = option_table().presets.at("normal");
      if (const auto preset = normal.find(option.key); preset != normal.end()) {
        help += fmt::format(" Without it: {}, where EFFORT is normal.", preset->second.front());
      }
      if (!option.when_absent.empty()) help += fmt::format(" Without it: {}.", option.when_absent);
      if (option.type.is_list) help += " May be given several times, one word each.";
      // One word per flag: what follows may be the program.
      command.add_option(option.flag(), values_[option.key], help)
          ->type_name("")
          ->allow_extra_args(false)
          ->take_all()
          ->group("Options");
    }
  }

  // The flags that were given; OptionError.
  [[nodiscard]] OptionLayer layer() const {
    OptionLayer layer("command", "cmicro");
    for (const auto& [key, values] : values_) {
      if (!values.empty()) layer.set(key, values);
    }
    return layer;
  }

 private:
  std::map<std::string, std::vector<std::string>> values_;  // key → values
};

void add_list(CLI::App& application, ParsedCall& call) {
  auto arguments = std::make_shared<ListArguments>();
  CLI::App* command = application.add_subcommand(
      "list",
      "Lists what a build folder has: suites, their benchmarks and variants, and features; or the benchmarks of a "
      "program. Explains where options come from.");
  command->add_option("WHAT", arguments->words,
                      "A build folder (without it the current one) and what of it: micro:io, micro:io.records, text in "
                      "the names of benchmarks after a suite and a dot, variants after an @. Or a program with Google "
                      "Benchmark benchmarks.");
  command
      ->add_option("--format", arguments->format,
                   "Of a build folder: tree (text is the same), table or json. Of a program: text, a name per line, or "
                   "json with parameters.")
      ->check(CLI::IsMember({"text", "tree", "table", "json"}));
  command->add_option("--working-directory", arguments->working_directory, "Folder in which a program runs.");
  command->add_option("--build", arguments->build, "Build folder whose suites are listed.");
  command->add_option("--configuration", arguments->configuration, "Configuration of a multi-config build folder.");
  command->add_option("--session", arguments->session, "List what a session runs.");
  command->add_option("--suite", arguments->suites, "Only this suite; may be given several times.")
      ->allow_extra_args(false)
      ->take_all();
  command->add_flag("--explain", arguments->explain, "Print each option, its value, and the layer that it comes from.");
  auto flags = std::make_shared<OptionFlags>(*command);
  command->callback([arguments, flags, &call] {
    call.command = [arguments, layer = flags->layer()](CommandContext& context) { list(*arguments, layer, context); };
  });
}

void add_run(CLI::App& application, ParsedCall& call) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* command = application.add_subcommand(
      "run", "Measures the benchmarks of a Google Benchmark program in fresh processes, or those of a session.");
  auto* program = command->add_option("PROGRAM", arguments->program, "A program with Google Benchmark benchmarks.");
  command->add_option("--filter", arguments->filter,
                      "Only benchmarks in whose name this regular expression (POSIX, extended) is found.");
  command->add_option(
      "--results", arguments->results,
      "Folder for results; without it micro-results/<program>. The journal goes into a folder of its own below it.");
  auto* session = command->add_option("--session", arguments->session,
                                      "Folder of a session, as `make test TEST=micro:…` makes it.");
  auto* suite = command->add_option("--suite", arguments->suite, "Of the session: only this suite.")->needs(session);
  command->add_option("--benchmark", arguments->benchmark, "Of the suite: only this benchmark, by its full name.")
      ->needs(suite);
  command->add_flag("--dry-run", arguments->dry_run, "Only say what would be run and how long it would take.");
  command->add_flag("--verbose,-v", arguments->verbose, "Print the command of each fork, to be pasted into a shell.");
  command->add_flag("--quiet,-q", arguments->quiet, "Print no log of the run, only its results.");
  program->excludes(session);
  auto flags = std::make_shared<OptionFlags>(*command);
  command->callback([arguments, flags, &call] {
    call.command = [arguments, layer = flags->layer()](CommandContext& context) { run(*arguments, layer, context); };
  });
}

void add_show(CLI::App& application, ParsedCall& call) {
  auto arguments = std::make_shared<ShowArguments>();
  CLI::App* command = application.add_subcommand(
      "show", "Shows the results of one or more files, put together: journals, JSON of Google Benchmark or JMH.");
  command
      ->add_option("FILE", arguments->files,
                   "A journal or the folder in which it lies, what --benchmark_out wrote, or JMH's JSON.")
      ->required();
  command->add_option("--format", arguments->format, "A result format; without it the report for people.");
  command->add_option("--output,-o", arguments->output, "Write to this file, which is replaced.");
  command->add_flag("--verbose,-v", arguments->verbose,
                    "Of the journal of a comparison: print medians, cpu time, p and all counters, too.");
  auto flags = std::make_shared<OptionFlags>(
      *command, std::vector<std::string>{"MODE", "UNIT", "NAMES", "BASELINE", "BASELINE_PARAM", "RATIO"});
  command->callback([arguments, flags, &call] {
    call.command = [arguments, layer = flags->layer()](CommandContext& context) { show(*arguments, layer, context); };
  });
}

void add_compare(CLI::App& application, ParsedCall& call) {
  auto arguments = std::make_shared<CompareArguments>();
  CLI::App* command = application.add_subcommand(
      "compare",
      "Says which benchmarks have become slower or faster: of two programs that run in turns, or of files of "
      "results.\n\n"
      "  cmicro compare --run BEFORE AFTER   runs both in turns, in random order, until each benchmark is decided\n"
      "  cmicro compare OLD NEW              compares files that were measured apart: journals, JSON of Google\n"
      "                                      Benchmark or JMH; of several processes: --baseline OLD1 --baseline OLD2\n"
      "                                      --contender NEW1 --contender NEW2\n\n"
      "A verdict is slower, faster, equal (shown to lie within MARGIN) or inconclusive, with what would decide it. Of "
      "files nobody can know whether the code changed or the machine did between the runs: verdicts on them say "
      "\"(apart)\", no FAIL_ON can rest on them, and without ALPHA they are made at 0.05 for all benchmarks together.");
  command->add_flag("--run", arguments->run, "The sides are programs, to be run; one alone is compared with itself.");
  command->add_option("SIDE", arguments->sides, "Baseline and contender: programs after --run, else files.")
      ->expected(0, 2);
  for (const auto& [flag, files, help] :
       {std::tuple("--baseline", &arguments->baseline_files, "A file of the baseline; may be given several times."),
        std::tuple("--contender", &arguments->contender_files, "A file of the contender; likewise.")}) {
    command->add_option(flag, *files, help)->allow_extra_args(false)->take_all();
  }
  command->add_option("--filter", arguments->filter,
                      "Only benchmarks in whose name this regular expression (POSIX, extended) is found.");
  auto* before = command->add_option("--baseline-filter", arguments->baseline_filter,
                                     "Compare benchmarks in which this is found with those that differ in having what "
                                     "--contender-filter finds in its place.");
  auto* after = command->add_option("--contender-filter", arguments->contender_filter, "See --baseline-filter.");
  before->needs(after);
  after->needs(before);
  command->add_option(
      "--results", arguments->results,
      "Folder for results; without it micro-results/<contender>. The journal goes into a folder of its own below it.");
  command->add_option("--format", arguments->format,
                      fmt::format("Print this: {}; without it the report for people, which is text.",
                                  fmt::join(names_of_comparison_formats(), ", ")));
  command->add_option("--output,-o", arguments->output, "Write it to this file, which is replaced.");
  command->add_flag("--verbose,-v", arguments->verbose, "Print medians, cpu time, p and all counters, too.");
  command->footer(
      "The last line of the report is always \"verdicts: 1 slower, 0 faster, 6 equal, 1 inconclusive\". Exit codes: 0 "
      "whatever the verdicts are, unless FAIL_ON breaks: 3 slower, 4 inconclusive, or a control has moved; 1 a "
      "benchmark failed, 2 usage.");
  // There are no ratios to a baseline beside those to the baseline.
  auto flags = std::make_shared<OptionFlags>(*command, std::vector<std::string>{},
                                             std::vector<std::string>{"BASELINE", "BASELINE_PARAM", "RATIO"});
  command->callback([arguments, flags, &call] {
    call.command = [arguments, layer = flags->layer()](CommandContext& context) {
      compare(*arguments, layer, context);
    };
  });
}

void add_merge(CLI::App& application, ParsedCall& call) {
  auto arguments = std::make_shared<MergeArguments>();
  CLI::App* command = application.add_subcommand(
      "merge", "Joins journals of the same benchmarks on the same machine: their forks become samples of one result.");
  command->add_option("FILE", arguments->files, "Journals, or the folders in which they lie.")->required();
  command->add_option("--output,-o", arguments->output,
                      "Write to this file, which is replaced; without it to standard output.");
  command->add_flag("--force", arguments->force, "Join even what was measured on different machines.");
  command->callback(
      [arguments, &call] { call.command = [arguments](CommandContext& context) { merge(*arguments, context); }; });
}

void add_new(CLI::App& application, ParsedCall& call) {
  CLI::App* command = application.add_subcommand("new", "Writes something to begin with.");
  command->require_subcommand(1);
  auto arguments = std::make_shared<NewSuiteArguments>();
  CLI::App* suite = command->add_subcommand("suite", "Writes a suite, and says which line of CMake declares it.");
  suite->add_option("NAME", arguments->name, "Name of the suite, such as io.records.")->required();
  suite->add_option("--folder", arguments->folder, "Where its source file goes.")->capture_default_str();
  suite->callback(
      [arguments, &call] { call.command = [arguments](CommandContext& context) { new_suite(*arguments, context); }; });
}

void add_doctor(CLI::App& application, ParsedCall& call) {
  auto arguments = std::make_shared<DoctorArguments>();
  CLI::App* command = application.add_subcommand(
      "doctor",
      "Says what disturbs measurements on this machine, what it costs, and which command would mend it. "
      "Changes nothing and needs no privilege.");
  command->add_option("BUILD", arguments->build, "A build folder whose suites are looked at, too.");
  command->add_option("--configuration", arguments->configuration, "Of a build folder that has several.");
  command->add_option("--format", arguments->format, "text or json.")->capture_default_str();
  command->callback(
      [arguments, &call] { call.command = [arguments](CommandContext& context) { doctor(*arguments, context); }; });
}

void add_summarize(CLI::App& application, ParsedCall& call) {
  auto arguments = std::make_shared<std::string>();
  CLI::App* command = application.add_subcommand(
      "summarize", "Shows what a session has measured, writes its result files, and ends with the test summary.");
  command->add_option("--session", *arguments, "Folder of the session.")->required();
  command->callback(
      [arguments, &call] { call.command = [arguments](CommandContext& context) { summarize(*arguments, context); }; });
}

// Messages of the parser begin with the command and end with what would help.
std::string explanation(const CLI::App& application, const std::vector<std::string>& arguments,
                        const CLI::ParseError& error) {
  std::vector<std::string> commands;
  const CLI::App* command = &application;
  for (const CLI::App* candidate : application.get_subcommands(nullptr)) {
    commands.push_back(candidate->get_name());
    if (candidate->parsed()) command = candidate;
  }
  std::vector<std::string> flags;
  for (const CLI::Option* option : command->get_options()) flags.push_back("--" + option->get_single_name());
  std::string hint;
  for (std::size_t i = 1; i < arguments.size() && hint.empty(); ++i) {
    const std::string word = arguments[i].substr(0, arguments[i].find('='));
    const bool is_flag = word.rfind("--", 0) == 0;
    const std::vector<std::string>& known = is_flag ? flags : commands;
    if (std::find(known.begin(), known.end(), word) != known.end() || (!is_flag && i > 1)) continue;
    const std::vector<std::string> near = near_words(word, known);
    if (!near.empty()) hint = fmt::format("did you mean {}? ", fmt::join(near, ", "));
  }
  const std::string help =
      command == &application ? "cmicro --help" : fmt::format("cmicro {} --help", command->get_name());
  return fmt::format("cmicro: {}\n  hint: {}{} lists what there is", error.what(), hint, help);
}

}  // namespace

ParsedCall parse_command_line(const std::vector<std::string>& arguments) {
  ParsedCall call;
  CLI::App application(
      "Runs Google Benchmark programs in fresh processes and shows, stores and joins what they measured.", "cmicro");
  application.set_version_flag("--version", std::string("cmicro ") + version);
  application.require_subcommand(1);
  application.footer(
      "Exit codes: 0 fine, 1 a benchmark or the tool failed, 2 usage, 3 slower and 4 undecided (only where FAIL_ON "
      "asks "
      "for it), 77 skipped, 130 and 143 interrupted.");
  add_list(application, call);
  add_run(application, call);
  add_show(application, call);
  add_compare(application, call);
  add_merge(application, call);
  add_new(application, call);
  add_doctor(application, call);
  add_summarize(application, call);
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    if (!reversed.empty()) reversed.pop_back();
    application.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    call.text = application.help();
  } catch (const CLI::CallForVersion& version_text) {
    call.text = std::string(version_text.what()) + "\n";
  } catch (const CLI::ParseError& error) {
    call.error = explanation(application, arguments, error);
  }
  return call;
}

}  // namespace micro
