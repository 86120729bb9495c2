#include "cli/measuring.h"

#include <fmt/format.h>

#include <ostream>

#include "options/options_json.h"
#include "text/text.h"

namespace micro {

MachineLock take_machine(const std::string& test, const Settings& settings, CommandContext& context) {
  const std::string since = utc_text(context.world.clock.utc_ms());
  const std::string holder = fmt::format("{}since {}", test.empty() ? "" : visible(test) + " ", since);
  try {
    return MachineLock(holder, settings.lock_timeout_ns, [&](const std::string& other) {
      context.err << fmt::format("cmicro: waiting until {} has finished measuring on this machine\n", visible(other));
    });
  } catch (const MachineBusyError& error) {
    throw UsageError(fmt::format(
        "LOCK_TIMEOUT: {} still measures on this machine after {}\n  hint: wait for it, or give a longer LOCK_TIMEOUT",
        visible(error.what()), duration_text(*settings.lock_timeout_ns)));
  }
}

HeaderEntry header_of_run(const std::string& test, const std::string& revision, std::optional<bool> dirty,
                          const CommandContext& context) {
  HeaderEntry header;
  header.cmicro = version;
  header.time = utc_text(context.world.clock.utc_ms());
  header.test = test;
  header.revision = revision;
  header.dirty = dirty;
  header.environment = context.world.environment();
  return header;
}

}  // namespace micro
