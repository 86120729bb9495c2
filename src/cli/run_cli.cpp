#include "cli/run_cli.h"

#include <unistd.h>

#include <new>
#include <ostream>
#include <random>

#include "cli/command_line.h"
#include "journal/journal.h"
#include "json/json.h"
#include "model/limits.h"
#include "platform/environment.h"
#include "platform/files.h"
#include "text/text.h"

namespace micro {

int run_cli(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err, World& world) {
  const auto fail = [&](const std::string& message, ExitCode code) {
    // Files of strangers have their say in it: names of keys, values.
    err << visible_lines(message) << '\n';
    return static_cast<int>(code);
  };
  try {
    const ParsedCall call = parse_command_line(arguments);
    if (!call.error.empty()) return fail(call.error, ExitCode::usage);
    out << call.text;
    CommandContext context{out, err, world};
    if (call.command) call.command(context);
    return static_cast<int>(context.exit_code);
  } catch (const OptionError& error) {
    return fail(error.what(), ExitCode::usage);
  } catch (const UsageError& error) {
    return fail(std::string("cmicro: ") + error.what(), ExitCode::usage);
  } catch (const JsonError& error) {
    return fail(std::string("cmicro: ") + error.what(), ExitCode::usage);
  } catch (const InputError& error) {
    return fail(std::string("cmicro: ") + error.what(), ExitCode::usage);
  } catch (const JournalError& error) {
    return fail(std::string("cmicro: ") + error.what(), ExitCode::usage);
  } catch (const LimitError& error) {
    return fail(std::string("cmicro: ") + error.what(), ExitCode::usage);
  } catch (const std::bad_alloc&) {
    return fail("cmicro: there is not enough memory for this\n  hint: name fewer files, or smaller ones",
                ExitCode::failed);
  } catch (const std::exception& error) {
    return fail(std::string("cmicro: ") + error.what(), ExitCode::failed);
  }
}

int run_cli(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  SystemProcessRunner processes;
  SystemClock clock;
  World world{processes,
              clock,
              [] { return std::uint64_t{std::random_device{}()} << 32 | std::random_device{}(); },
              read_environment,
              {}};
  for (char** variable = environ; *variable != nullptr; ++variable) world.variables.emplace_back(*variable);
  return run_cli(arguments, out, err, world);
}

}  // namespace micro
