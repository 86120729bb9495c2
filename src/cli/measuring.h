// What every command that measures begins with: the machine for itself, and the head of the journal.
#pragma once

#include <optional>
#include <string>

#include "cli/commands.h"
#include "journal/entry.h"
#include "options/layers.h"
#include "platform/machine.h"

namespace micro {

// Waits until nobody else measures on this machine, and says for whom it waits. UsageError after LOCK_TIMEOUT. `test`
// is told to others who wait for us.
MachineLock take_machine(const std::string& test, const Settings& settings, CommandContext& context);

HeaderEntry header_of_run(const std::string& test, const std::string& revision, std::optional<bool> dirty,
                          const CommandContext& context);

}  // namespace micro
