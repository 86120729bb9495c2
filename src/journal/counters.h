// What suites say of their counters, in JSON: the same in manifest, session and journal.
#pragma once

#include <vector>

#include "journal/entry.h"
#include "json/json.h"

namespace micro {

// The value of a key `counters`; JsonError.
std::vector<CounterEntry> read_counters(const JsonValue& json);
void write_counters(JsonWriter& json, const std::vector<CounterEntry>& counters);

}  // namespace micro
