#include "gbench/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>

#include "gbench/repair.h"
#include "json/json.h"

namespace micro {
namespace {

enum class FieldType { text, number, boolean };

struct Field {
  std::string_view key;
  FieldType type;
};

// What the library itself writes of a row, and we know, about in its order. Numbers under other keys are counters.
constexpr Field known_fields[] = {
    {"name", FieldType::text},
    {"family_index", FieldType::number},
    {"per_family_instance_index", FieldType::number},
    {"run_name", FieldType::text},
    {"run_type", FieldType::text},
    {"repetitions", FieldType::number},
    {"repetition_index", FieldType::number},
    {"threads", FieldType::number},
    {"aggregate_name", FieldType::text},
    {"aggregate_unit", FieldType::text},
    {"error_occurred", FieldType::boolean},
    {"error_message", FieldType::text},
    {"skipped", FieldType::boolean},
    {"skip_message", FieldType::text},
    {"iterations", FieldType::number},
    {"real_time", FieldType::number},
    {"cpu_time", FieldType::number},
    {"cpu_coefficient", FieldType::number},
    {"real_coefficient", FieldType::number},
    {"big_o", FieldType::text},
    {"time_unit", FieldType::text},
    {"label", FieldType::text},
};

// The place of a key in that list, found by the compiler.
struct Known {
  // NOLINTNEXTLINE(google-explicit-constructor): a key is written as what it is
  consteval Known(const char* key) : index(0) {
    while (known_fields[index].key != key) ++index;
  }
  std::size_t index;
};

bool is_numeric(const JsonValue& value) {
  if (!value.is_text()) return value.is_number();
  const std::string text = value.text();
  return text == "NaN" || text == "Infinity" || text == "-Infinity";
}

bool has_type(const JsonValue& value, FieldType type) {
  switch (type) {
    case FieldType::text:
      return value.is_text();
    case FieldType::number:
      return is_numeric(value);
    case FieldType::boolean:
      return value.is_boolean();
  }
  return false;
}

int index_in(const JsonValue& value) {
  const std::uint64_t index = value.unsigned_integer();
  if (index > std::numeric_limits<int>::max()) throw value.error(fmt::format("is too large: {}", index));
  return static_cast<int>(index);
}

// The members of a row, those that we know apart from the counters. The library prints its own members first, so a
// repeated key is a counter of that name; and a counter that comes first is told from a text or a boolean of that name
// by its type.
class RowMembers {
 public:
  explicit RowMembers(const JsonValue& row) : row_(row) {
    std::size_t next = 0;  // the members come in the order of the list, as a rule
    row.for_each_member([&](std::string_view key, const JsonValue& value) {
      for (std::size_t tried = 0; tried < fields_.size(); ++tried) {
        const std::size_t index = (next + tried) % fields_.size();
        if (known_fields[index].key != key) continue;
        if (fields_[index] || !has_type(value, known_fields[index].type)) break;
        fields_[index] = value;
        next = index + 1;
        return;
      }
      if (is_numeric(value)) counters_.emplace_back(key, value.number());
    });
  }

  [[nodiscard]] const JsonValue* find(Known key) const {
    const std::optional<JsonValue>& field = fields_[key.index];
    return field ? &*field : nullptr;
  }
  [[nodiscard]] const JsonValue& at(Known key) const {
    const JsonValue* value = find(key);
    if (value == nullptr) throw row_.error(fmt::format("has no \"{}\"", known_fields[key.index].key));
    return *value;
  }
  [[nodiscard]] std::string text(Known key) const {
    const JsonValue* value = find(key);
    return value == nullptr ? "" : value->text();
  }
  [[nodiscard]] bool is_true(Known key) const {
    const JsonValue* value = find(key);
    return value != nullptr && value->boolean();
  }
  [[nodiscard]] std::optional<int> index(Known key) const {
    const JsonValue* value = find(key);
    if (value == nullptr) return std::nullopt;
    return index_in(*value);
  }
  [[nodiscard]] std::vector<std::pair<std::string, double>> take_counters() { return std::move(counters_); }

 private:
  JsonValue row_;
  std::array<std::optional<JsonValue>, std::size(known_fields)> fields_;
  std::vector<std::pair<std::string, double>> counters_;
};

double nanoseconds_per_unit(const JsonValue& unit) {
  const std::string name = unit.text();
  if (name == "ns") return 1;
  if (name == "us") return 1e3;
  if (name == "ms") return 1e6;
  if (name == "s") return 1e9;
  throw unit.error(fmt::format("expected a time unit (ns, us, ms, s), found \"{}\"", name));
}

ReportRow::Kind kind_of(const RowMembers& members) {
  const JsonValue& type = members.at("run_type");  // Google Benchmark before 1.5 has none
  const std::string name = type.text();
  if (name == "iteration") return ReportRow::Kind::iteration;
  if (name != "aggregate") throw type.error(fmt::format("expected \"iteration\" or \"aggregate\", found \"{}\"", name));
  if (members.find("big_o") != nullptr) return ReportRow::Kind::big_o;
  const bool is_rms = members.find("real_time") == nullptr && members.text("aggregate_name") == "RMS";
  return is_rms ? ReportRow::Kind::rms : ReportRow::Kind::aggregate;
}

ReportRow row_from(const JsonValue& value) {
  RowMembers members(value);
  ReportRow row;
  row.kind = kind_of(members);
  row.name = members.at("name").text();
  row.run_name = members.at("run_name").text();
  row.aggregate = members.text("aggregate_name");
  row.family_index = members.index("family_index");
  row.instance_index = members.index("per_family_instance_index");
  if (row.kind == ReportRow::Kind::iteration) {
    row.repetition = members.index("repetition_index").value_or(0);
    row.repetitions = members.index("repetitions").value_or(0);
    row.ops = members.at("iterations").unsigned_integer();
  }
  if (row.kind == ReportRow::Kind::iteration || row.kind == ReportRow::Kind::aggregate) {
    row.threads = members.index("threads").value_or(1);  // 1.5 does not set it elsewhere
  }
  const bool is_big_o = row.kind == ReportRow::Kind::big_o;
  if (row.kind != ReportRow::Kind::rms && members.text("aggregate_unit") != "percentage") {
    const double unit = nanoseconds_per_unit(members.at("time_unit"));
    row.real_ns = unit * (is_big_o ? members.at("real_coefficient") : members.at("real_time")).number();
    row.cpu_ns = unit * (is_big_o ? members.at("cpu_coefficient") : members.at("cpu_time")).number();
  }
  row.complexity = members.text("big_o");
  row.label = members.text("label");
  row.error = members.is_true("error_occurred");
  row.skipped = members.is_true("skipped");
  row.message = row.error ? members.text("error_message") : members.text("skip_message");
  row.counters = members.take_counters();
  return row;
}

// The first member of that name, where it is what it should be. Names that a program adds to the context come after the
// library's.
std::string text_in(const JsonValue& context, std::string_view key) {
  const auto value = context.find(key);
  return value && value->is_text() ? value->text() : "";
}

std::optional<int> number_in(const JsonValue& context, std::string_view key) {
  const auto value = context.find(key);
  return value && value->is_number() ? std::optional(index_in(*value)) : std::nullopt;
}

std::vector<ReportCache> caches_in(const JsonValue& context) {
  std::vector<ReportCache> caches;
  const auto list = context.find("caches");
  if (!list || !list->is_array()) return caches;
  for (const JsonValue& item : list->items()) {
    if (!item.is_object()) continue;
    const auto bytes = item.find("size");
    caches.push_back({text_in(item, "type"), number_in(item, "level").value_or(0),
                      bytes && bytes->is_number() && std::abs(bytes->number()) < 1e18
                          ? static_cast<std::int64_t>(bytes->number())
                          : 0,
                      number_in(item, "num_sharing").value_or(0)});
  }
  return caches;
}

std::optional<double> load_in(const JsonValue& context) {
  const auto list = context.find("load_avg");
  if (!list || !list->is_array() || list->items().empty()) return std::nullopt;
  const JsonValue average = list->items().front();
  return average.is_number() ? std::optional(average.number()) : std::nullopt;
}

ReportContext context_from(const JsonValue& value) {
  ReportContext context;
  context.date = text_in(value, "date");
  context.host_name = text_in(value, "host_name");
  context.executable = text_in(value, "executable");
  context.num_cpus = number_in(value, "num_cpus");
  context.caches = caches_in(value);
  context.load = load_in(value);
  context.library_version = text_in(value, "library_version");
  context.library_build_type = text_in(value, "library_build_type");
  context.json_schema_version = number_in(value, "json_schema_version");
  return context;
}

constexpr int newest_schema = 1;

ReportError not_a_report(const std::string& problem, std::string_view text) {
  return ReportError(fmt::format(
      "{}\n"
      "  hint: expected is what Google Benchmark 1.5 or newer writes to --benchmark_out=FILE; this begins with: {}",
      problem, beginning(text)));
}

// What a missing end took away, as far as can be seen: a benchmark that was begun says how often it is repeated; what
// would have come after it is not known.
std::string ended_early(const std::vector<ReportRow>& rows) {
  struct Progress {
    std::string name;
    std::size_t done = 0;
    std::size_t planned = 0;
  };
  using Key = std::tuple<std::string, std::optional<int>, std::optional<int>>;
  std::map<Key, Progress> benchmarks;
  for (const ReportRow& row : rows) {
    if (row.kind != ReportRow::Kind::iteration) continue;
    Progress& benchmark = benchmarks[{row.run_name, row.family_index, row.instance_index}];
    benchmark.name = row.run_name;
    benchmark.planned = std::max<std::size_t>(benchmark.planned, static_cast<std::size_t>(row.repetitions));
    ++benchmark.done;
  }
  std::size_t kept = 0;
  std::size_t planned = 0;
  std::string lacking;
  for (const auto& [key, benchmark] : benchmarks) {
    kept += benchmark.done;
    planned += std::max(benchmark.done, benchmark.planned);
    if (benchmark.done >= benchmark.planned) continue;
    lacking += fmt::format("{}{} has {} of {} repetitions", lacking.empty() ? "; " : ", ", benchmark.name,
                           benchmark.done, benchmark.planned);
  }
  if (lacking.empty()) return fmt::format("ended early: {} {} kept", rows.size(), rows.size() == 1 ? "row" : "rows");
  return fmt::format("ended early: {} of {} rows kept{}", kept, planned, lacking);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

Report report_without_rows(const JsonValue& root, const std::string& name) {
  Report report;
  if (const auto context = root.find("context")) report.context = context_from(*context);
  if (report.context.json_schema_version.value_or(newest_schema) > newest_schema) {
    throw ReportError(
        fmt::format("{}: made by a newer Google Benchmark: json_schema_version {}, expected {}\n"
                    "  hint: a newer Micro may read it",
                    name, *report.context.json_schema_version, newest_schema));
  }
  return report;
}

// Parses rows one by one, in the same memory: a large file needs much less of it, and half the time. JsonError also
// where nothing is wrong but that rows are not all that the list has.
Report report_by_rows(std::string_view text, const std::vector<TextSpan>& spans, const std::string& name) {
  if (spans.empty()) throw JsonError("no rows");
  const std::string_view before = text.substr(0, spans.front().start);
  const JsonDocument frame(std::string(before).append(text.substr(spans.back().end)), name);
  if (!frame.root().at("benchmarks").items().empty()) throw JsonError("more than rows");
  Report report = report_without_rows(frame.root(), name);
  report.rows.reserve(spans.size());
  JsonDocument row;
  std::size_t end = before.size();
  for (const TextSpan& span : spans) {
    if (trimmed(text.substr(end, span.start - end)) != (end == before.size() ? "" : ",")) throw JsonError("no list");
    row.parse(text.substr(span.start, span.end - span.start), name);
    report.rows.push_back(row_from(row.root()));
    end = span.end;
  }
  return report;
}

Report report_from(std::string_view text, const std::vector<TextSpan>& spans, const std::string& name) {
  try {
    return report_by_rows(text, spans, name);
  } catch (const JsonError&) {
    // The whole document tells where it is wrong.
    const JsonDocument document(text, name);
    Report report = report_without_rows(document.root(), name);
    for (const JsonValue& row : document.root().at("benchmarks").items()) report.rows.push_back(row_from(row));
    return report;
  }
}

}  // namespace

bool is_report_field(std::string_view key) {
  return std::ranges::find(known_fields, key, &Field::key) != std::end(known_fields);
}

Report read_report(std::string_view text, const std::string& name) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) {
    throw ReportError(
        fmt::format("{}: is empty, expected Google Benchmark's JSON\n"
                    "  hint: Google Benchmark leaves an empty file if its filter matches nothing, or if it only lists",
                    name));
  }
  if (text[start] != '{') {
    throw not_a_report(fmt::format("{}: not Google Benchmark's JSON, which is an object", name), text);
  }
  RepairedJson repaired = repaired_json(text, name);
  Report report;
  try {
    report = report_from(repaired.text ? *repaired.text : text, repaired.rows, name);
  } catch (const JsonError& error) {
    throw not_a_report(error.what(), text);
  }
  report.notes = std::move(repaired.notes);
  report.complete = repaired.complete;
  if (!report.complete) report.notes.push_back(ended_early(report.rows));
  return report;
}

}  // namespace micro
