#include "journal/counters.h"

namespace micro {

std::vector<CounterEntry> read_counters(const JsonValue& json) {
  std::vector<CounterEntry> counters;
  for (const JsonValue& item : json.items()) {
    const JsonValue better = item.at("better");
    const auto direction = better_from(better.text());
    if (!direction) throw better.error("is no direction");
    counters.push_back({item.at("label").text(), item.at("unit").text(), *direction});
  }
  return counters;
}

void write_counters(JsonWriter& json, const std::vector<CounterEntry>& counters) {
  json.begin_array();
  for (const CounterEntry& counter : counters) {
    json.begin_object().key("label").text(counter.label).key("unit").text(counter.unit);
    json.key("better").text(to_string(counter.better)).end_object();
  }
  json.end_array();
}

}  // namespace micro
