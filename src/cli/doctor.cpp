// cmicro doctor: what disturbs measurements on this machine, and the commands that would mend it.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "cli/commands.h"
#include "cli/run_cli.h"
#include "doctor/checks.h"
#include "format/columns.h"
#include "json/json.h"
#include "session/manifest.h"
#include "text/text.h"

namespace micro {
namespace {

void write_json(const std::vector<Check>& checks, std::ostream& out) {
  std::string text;
  JsonWriter json(text);
  json.begin_object().key("micro_doctor").integer(1).key("checks").begin_array();
  for (const Check& check : checks) {
    json.begin_object().key("check").text(check.subject).key("state").text(check.state);
    json.key("verdict").text(to_string(check.health)).key("cost").text(check.cost).key("remedy").text(check.remedy);
    json.end_object();
  }
  json.end_array().end_object();
  out << text << '\n';
}

void write_text(const std::vector<Check>& checks, std::ostream& out) {
  std::size_t subject = 0;
  std::size_t verdict = 0;
  for (const Check& check : checks) {
    subject = std::max(subject, width(check.subject));
    verdict = std::max(verdict, width(to_string(check.health)));
  }
  std::size_t bad = 0;
  std::size_t notes = 0;
  for (const Check& check : checks) {
    bad += check.health == Health::bad ? 1 : 0;
    notes += check.health == Health::note ? 1 : 0;
    const std::string before = left_aligned(to_string(check.health), verdict) + "  ";
    const std::string state = check.state.empty() ? "the system does not tell" : visible(check.state);
    out << before << left_aligned(check.subject, subject) << "  " << state << '\n';
    const std::string margin(before.size() + 2, ' ');
    if (!check.cost.empty()) out << margin << check.cost << '\n';
    if (!check.remedy.empty()) out << margin << "mend: " << check.remedy << '\n';
  }
  out << fmt::format("\n{} bad, {} to know, of {} checks; nothing was changed\n", bad, notes, checks.size());
}

}  // namespace

void doctor(const DoctorArguments& arguments, CommandContext& context) {
  if (arguments.format != "text" && arguments.format != "json") {
    throw UsageError(fmt::format("--format takes text or json, not '{}'\n  hint: --format=json", arguments.format));
  }
  std::vector<Check> checks = check_machine(context.world.environment(), "", context.world.try_clock());
  if (!arguments.build.empty()) {
    const std::vector<Check> build = check_build(read_manifest(arguments.build, arguments.configuration));
    checks.insert(checks.end(), build.begin(), build.end());
  }
  arguments.format == "json" ? write_json(checks, context.out) : write_text(checks, context.out);
}

}  // namespace micro
