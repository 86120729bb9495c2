#include "journal/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "journal/counters.h"
#include "json/json.h"
#include "platform/files.h"

namespace micro {
namespace {

constexpr int journal_version = 1;

void write_id(JsonWriter& json, const BenchmarkId& id) {
  json.key("suite").text(id.suite).key("benchmark").text(id.benchmark).key("variant").text(id.variant);
  if (id.single_shot) json.key("single_shot").boolean(true);
  if (id.side != Side::none) json.key("side").text(to_string(id.side));
}

void write_iterations(JsonWriter& json, const std::vector<IterationEntry>& iterations) {
  json.begin_array();
  for (const IterationEntry& iteration : iterations) {
    json.begin_object().key("ops").unsigned_integer(iteration.ops);
    json.key("real_ns").number(iteration.real_ns).key("cpu_ns").number(iteration.cpu_ns);
    if (!iteration.counters.empty()) {
      json.key("counters").begin_object();
      for (const auto& [name, value] : iteration.counters) json.key(name).number(value);
      json.end_object();
    }
    json.end_object();
  }
  json.end_array();
}

struct LineWriter {
  JsonWriter& json;

  void text(const char* key, const std::string& value) const {
    if (!value.empty()) json.key(key).text(value);
  }

  void operator()(const HeaderEntry& entry) const {
    json.key("kind").text("header").key("micro_journal").integer(journal_version).key("cmicro").text(entry.cmicro);
    json.key("time").text(entry.time).key("test").text(entry.test);
    text("revision", entry.revision);
    if (entry.dirty) json.key("dirty").boolean(*entry.dirty);
    if (entry.is_resumption) json.key("resumed").boolean(true);
    json.key("environment").begin_object();
    const Environment& environment = entry.environment;
    text("host", environment.host);
    text("os", environment.os);
    text("cpu", environment.cpu);
    if (environment.cpus) json.key("cpus").integer(*environment.cpus);
    if (environment.memory_bytes) json.key("memory_bytes").integer(*environment.memory_bytes);
    text("aslr", environment.aslr);
    if (environment.load) json.key("load").number(*environment.load);
    text("governor", environment.governor);
    text("boost", environment.boost);
    if (environment.cpu_quota) json.key("cpu_quota").number(*environment.cpu_quota);
    if (environment.memory_limit_bytes) json.key("memory_limit_bytes").integer(*environment.memory_limit_bytes);
    if (!environment.caches.empty()) {
      json.key("caches").begin_array();
      for (const CpuCache& cache : environment.caches) {
        json.begin_object().key("type").text(cache.type).key("level").integer(cache.level);
        json.key("bytes").integer(cache.bytes).key("sharing").integer(cache.sharing).end_object();
      }
      json.end_array();
    }
    json.end_object();
  }

  void operator()(const BenchmarkEntry& entry) const {
    json.key("kind").text("benchmark");
    write_id(json, entry.id);
    json.key("executable").text(entry.executable).key("arguments").texts(entry.arguments);
    if (!entry.environment.empty()) json.key("environment").texts(entry.environment);
    json.key("working_directory").text(entry.working_directory);
    if (!entry.axes.empty()) {
      json.key("axes").begin_object();
      for (const Parameter& axis : entry.axes) json.key(axis.name).text(axis.value);
      json.end_object();
    }
    if (!entry.cpus.empty()) {
      json.key("cpus").begin_array();
      for (const int cpu : entry.cpus) json.integer(cpu);
      json.end_array();
    }
    json.key("compiler").text(entry.compiler).key("flags").text(entry.flags);
    text("build_type", entry.build_type);
    if (!entry.features.empty()) json.key("features").texts(entry.features);
    if (entry.not_a_measurement) json.key("not_a_measurement").boolean(true);
    if (!entry.counters.empty()) {
      json.key("counters");
      write_counters(json, entry.counters);
    }
    json.key("options").begin_object();
    for (const OptionEntry& option : entry.options) {
      json.key(option.key).begin_object().key("value").texts(option.value);
      json.key("origin").text(option.origin).end_object();
    }
    json.end_object().key("forks").integer(entry.forks);
    json.key("warmup_iterations").integer(entry.warmup_iterations).key("warmup_ns").number(entry.warmup_ns);
    json.key("iterations").integer(entry.iterations).key("iteration_ns").number(entry.iteration_ns);
    json.key("seed").unsigned_integer(entry.seed);
  }

  void operator()(const ForkEntry& entry) const {
    json.key("kind").text("fork");
    write_id(json, entry.id);
    json.key("round").integer(entry.round).key("order").integer(entry.order).key("start").text(entry.start);
    json.key("elapsed_ns").integer(entry.elapsed_ns);
    if (entry.disturbance) {
      const Disturbance& disturbance = *entry.disturbance;
      json.key("disturbance").begin_object();
      if (disturbance.waited_ns) json.key("waited_ns").integer(*disturbance.waited_ns);
      json.key("preemptions").integer(disturbance.preemptions).key("page_reads").integer(disturbance.page_reads);
      if (disturbance.stolen_ticks) json.key("stolen_ticks").integer(*disturbance.stolen_ticks);
      if (disturbance.throttled) json.key("throttled").integer(*disturbance.throttled);
      json.end_object();
    }
    if (entry.before_ns) json.key("before_ns").integer(*entry.before_ns);
    if (entry.after_ns) json.key("after_ns").integer(*entry.after_ns);
    json.key("command").texts(entry.command);
    json.key("outcome").text(to_string(entry.outcome));
    if (!entry.message.empty()) json.key("message").text(entry.message);
    if (entry.exit_code) json.key("exit_code").integer(*entry.exit_code);
    if (entry.signal) json.key("signal").integer(*entry.signal);
    json.key("threads").integer(entry.threads);
    if (!entry.label.empty()) json.key("label").text(entry.label);
    json.key("library").begin_object().key("version").text(entry.library_version);
    json.key("build_type").text(entry.library_build_type).end_object();
    if (entry.fit) {
      json.key("fit").begin_object().key("order").text(entry.fit->order);
      json.key("real_ns").number(entry.fit->real_ns).end_object();
    }
    json.key("warmup");
    write_iterations(json, entry.warmup);
    json.key("iterations");
    write_iterations(json, entry.iterations);
    if (!entry.stderr_tail.empty()) json.key("stderr").text(entry.stderr_tail);
  }

  void operator()(const SidesEntry& entry) const {
    json.key("kind").text("sides").key("baseline").text(entry.baseline).key("contender").text(entry.contender);
    json.key("only_in_baseline").texts(entry.only_in_baseline);
    json.key("only_in_contender").texts(entry.only_in_contender);
  }

  void operator()(const ComparisonEntry& entry) const {
    json.key("kind").text("comparison").key("baseline").begin_object();
    write_id(json, entry.baseline);
    json.end_object().key("contender").begin_object();
    write_id(json, entry.contender);
    json.end_object().key("alpha").number(entry.rules.alpha);
    json.key("family").unsigned_integer(entry.rules.family).key("margin").number(entry.rules.margin);
    json.key("threshold").number(entry.rules.threshold).key("seed").unsigned_integer(entry.seed);
    if (entry.is_control) json.key("control").boolean(true);
    if (!entry.notes.empty()) json.key("notes").texts(entry.notes);
  }

  void operator()(const ComparisonEndEntry& entry) const {
    json.key("kind").text("comparison_end");
    write_id(json, entry.contender);
    json.key("reason").text(entry.reason);
  }

  void operator()(const CountEntry& entry) const {
    json.key("kind").text("count");
    write_id(json, entry.id);
    json.key("metric").text(entry.metric);
    text("method", entry.method);
    json.key("ops").unsigned_integer(entry.ops);
    if (entry.value) json.key("value").number(*entry.value);
    json.key("outcome").text(to_string(entry.outcome));
    text("message", entry.message);
    json.key("command").texts(entry.command);
  }

  void operator()(const FailureEntry& entry) const {
    json.key("kind").text("failure").key("suite").text(entry.suite);
    if (entry.variant != "default") json.key("variant").text(entry.variant);
    json.key("stage").text(entry.stage);
    json.key("message").text(entry.message);
  }
};

std::string text_or_empty(const JsonValue& json, const char* key) {
  const auto value = json.find(key);
  return value ? value->text() : "";
}

BenchmarkId read_id(const JsonValue& json) {
  const auto single_shot = json.find("single_shot");
  const auto side = json.find("side");
  const auto known = side_from(side ? side->text() : "");
  if (!known) throw side->error("is no side of a comparison");
  return {json.at("suite").text(), json.at("benchmark").text(), json.at("variant").text(),
          single_shot && single_shot->boolean(), *known};
}

std::vector<IterationEntry> read_iterations(const JsonValue& json) {
  std::vector<IterationEntry> iterations;
  const JsonItems items = json.items();
  iterations.reserve(items.size());
  for (const JsonValue& item : items) {
    IterationEntry& iteration = iterations.emplace_back();
    iteration.ops = item.at("ops").unsigned_integer();
    iteration.real_ns = item.at("real_ns").number();
    iteration.cpu_ns = item.at("cpu_ns").number();
    if (const auto counters = item.find("counters")) {
      for (const auto& [name, value] : counters->members()) iteration.counters.emplace_back(name, value.number());
    }
  }
  return iterations;
}

HeaderEntry read_header(const JsonValue& json) {
  const auto version = json.at("micro_journal").integer();
  if (version > journal_version) throw json.error("the journal was made by a newer Micro; show it with that one");
  if (version < journal_version) throw json.error("the journal was made by an older Micro; show it with that one");
  HeaderEntry entry;
  entry.cmicro = json.at("cmicro").text();
  entry.time = json.at("time").text();
  entry.test = json.at("test").text();
  entry.revision = text_or_empty(json, "revision");
  if (const auto dirty = json.find("dirty")) entry.dirty = dirty->boolean();
  const auto resumed = json.find("resumed");
  entry.is_resumption = resumed && resumed->boolean();
  const JsonValue environment = json.at("environment");
  entry.environment.host = text_or_empty(environment, "host");
  entry.environment.os = text_or_empty(environment, "os");
  entry.environment.cpu = text_or_empty(environment, "cpu");
  entry.environment.aslr = text_or_empty(environment, "aslr");
  if (const auto cpus = environment.find("cpus")) entry.environment.cpus = cpus->small_integer();
  if (const auto memory = environment.find("memory_bytes")) entry.environment.memory_bytes = memory->integer();
  if (const auto load = environment.find("load")) entry.environment.load = load->number();
  entry.environment.governor = text_or_empty(environment, "governor");
  entry.environment.boost = text_or_empty(environment, "boost");
  if (const auto quota = environment.find("cpu_quota")) entry.environment.cpu_quota = quota->number();
  if (const auto limit = environment.find("memory_limit_bytes")) {
    entry.environment.memory_limit_bytes = limit->integer();
  }
  if (const auto caches = environment.find("caches")) {
    for (const JsonValue& cache : caches->items()) {
      entry.environment.caches.push_back({cache.at("type").text(), cache.at("level").small_integer(),
                                          cache.at("bytes").integer(), cache.at("sharing").small_integer()});
    }
  }
  return entry;
}

BenchmarkEntry read_benchmark(const JsonValue& json) {
  BenchmarkEntry entry;
  entry.id = read_id(json);
  entry.executable = json.at("executable").text();
  entry.arguments = json.at("arguments").texts();
  if (const auto environment = json.find("environment")) entry.environment = environment->texts();
  entry.working_directory = json.at("working_directory").text();
  if (const auto axes = json.find("axes")) {
    for (const auto& [axis, value] : axes->members()) entry.axes.push_back({axis, value.text()});
  }
  if (const auto cpus = json.find("cpus")) {
    for (const JsonValue& cpu : cpus->items()) entry.cpus.push_back(cpu.small_integer());
  }
  entry.compiler = json.at("compiler").text();
  entry.flags = json.at("flags").text();
  entry.build_type = text_or_empty(json, "build_type");
  if (const auto features = json.find("features")) entry.features = features->texts();
  const auto not_a_measurement = json.find("not_a_measurement");
  entry.not_a_measurement = not_a_measurement && not_a_measurement->boolean();
  if (const auto counters = json.find("counters")) entry.counters = read_counters(*counters);
  for (const auto& [key, option] : json.at("options").members()) {
    entry.options.push_back({key, option.at("value").texts(), option.at("origin").text()});
  }
  entry.forks = json.at("forks").small_integer();
  entry.warmup_iterations = json.at("warmup_iterations").small_integer();
  entry.warmup_ns = json.at("warmup_ns").number();
  entry.iterations = json.at("iterations").small_integer();
  entry.iteration_ns = json.at("iteration_ns").number();
  entry.seed = json.at("seed").unsigned_integer();
  return entry;
}

Outcome read_outcome(const JsonValue& json) {
  const auto known = outcome_from(json.text());
  if (!known) throw json.error("is no outcome");
  return *known;
}

ForkEntry read_fork(const JsonValue& json) {
  ForkEntry entry;
  entry.id = read_id(json);
  entry.round = json.at("round").small_integer();
  entry.order = json.at("order").small_integer();
  entry.start = json.at("start").text();
  entry.elapsed_ns = json.at("elapsed_ns").integer();
  if (const auto disturbance = json.find("disturbance")) {
    Disturbance& read = entry.disturbance.emplace();
    if (const auto waited = disturbance->find("waited_ns")) read.waited_ns = waited->integer();
    read.preemptions = disturbance->at("preemptions").integer();
    read.page_reads = disturbance->at("page_reads").integer();
    if (const auto ticks = disturbance->find("stolen_ticks")) read.stolen_ticks = ticks->integer();
    if (const auto throttled = disturbance->find("throttled")) read.throttled = throttled->integer();
  }
  if (const auto before = json.find("before_ns")) entry.before_ns = before->integer();
  if (const auto after = json.find("after_ns")) entry.after_ns = after->integer();
  entry.command = json.at("command").texts();
  entry.outcome = read_outcome(json.at("outcome"));
  entry.message = text_or_empty(json, "message");
  if (const auto code = json.find("exit_code")) entry.exit_code = code->small_integer();
  if (const auto signal = json.find("signal")) entry.signal = signal->small_integer();
  entry.threads = json.at("threads").small_integer();
  entry.label = text_or_empty(json, "label");
  const JsonValue library = json.at("library");
  entry.library_version = library.at("version").text();
  entry.library_build_type = library.at("build_type").text();
  if (const auto fit = json.find("fit")) {
    entry.fit = FitEntry{fit->at("order").text(), fit->at("real_ns").number()};
  }
  entry.warmup = read_iterations(json.at("warmup"));
  entry.iterations = read_iterations(json.at("iterations"));
  entry.stderr_tail = text_or_empty(json, "stderr");
  return entry;
}

CountEntry read_count(const JsonValue& json) {
  CountEntry entry;
  entry.id = read_id(json);
  entry.metric = json.at("metric").text();
  entry.method = text_or_empty(json, "method");
  entry.ops = json.at("ops").unsigned_integer();
  if (const auto value = json.find("value")) entry.value = value->number();
  entry.outcome = read_outcome(json.at("outcome"));
  entry.message = text_or_empty(json, "message");
  entry.command = json.at("command").texts();
  return entry;
}

ComparisonEntry read_comparison(const JsonValue& json) {
  ComparisonEntry entry;
  entry.baseline = read_id(json.at("baseline"));
  entry.contender = read_id(json.at("contender"));
  entry.rules.alpha = json.at("alpha").number();
  entry.rules.family = json.at("family").unsigned_integer();
  entry.rules.margin = json.at("margin").number();
  entry.rules.threshold = json.at("threshold").number();
  entry.seed = json.at("seed").unsigned_integer();
  const auto control = json.find("control");
  entry.is_control = control && control->boolean();
  if (const auto notes = json.find("notes")) entry.notes = notes->texts();
  return entry;
}

JournalEntry read_entry(const JsonValue& json) {
  const JsonValue kind = json.at("kind");
  const std::string name = kind.text();
  if (name == "header") return read_header(json);
  if (name == "benchmark") return read_benchmark(json);
  if (name == "fork") return read_fork(json);
  if (name == "failure")
    return FailureEntry{json.at("suite").text(), json.at("stage").text(), json.at("message").text(),
                        json.find("variant") ? json.at("variant").text() : "default"};
  if (name == "sides") {
    return SidesEntry{json.at("baseline").text(), json.at("contender").text(), json.at("only_in_baseline").texts(),
                      json.at("only_in_contender").texts()};
  }
  if (name == "comparison") return read_comparison(json);
  if (name == "comparison_end") return ComparisonEndEntry{read_id(json), json.at("reason").text()};
  if (name == "count") return read_count(json);
  throw kind.error(fmt::format("\"{}\" is no kind of entry", name));
}

}  // namespace

std::string to_line(const JournalEntry& entry) {
  std::string line;
  JsonWriter json(line);
  json.begin_object();
  std::visit(LineWriter{json}, entry);
  json.end_object();
  return line;
}

namespace {

// Where the last whole line of the file ends.
off_t end_of_whole_lines(int descriptor, off_t size) {
  char buffer[4096];
  while (size > 0) {
    const off_t length = std::min<off_t>(size, sizeof buffer);
    const ssize_t count = pread(descriptor, buffer, static_cast<std::size_t>(length), size - length);
    if (count != length) return size;  // it can't be told
    for (off_t i = length; i > 0; --i) {
      if (buffer[i - 1] == '\n') return size - length + i;
    }
    size -= length;
  }
  return 0;
}

}  // namespace

JournalWriter::JournalWriter(std::string path) : path_(std::move(path)) {
  descriptor_ = open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (descriptor_ < 0) throw JournalError(fmt::format("{}: cannot be written: {}", path_, std::strerror(errno)));
  const off_t size = lseek(descriptor_, 0, SEEK_END);
  // What a crash has torn is no entry, and what is appended must not become a part of it.
  const off_t whole = size > 0 ? end_of_whole_lines(descriptor_, size) : size;
  if (whole >= 0 && whole < size && ftruncate(descriptor_, whole) != 0) {
    throw JournalError(fmt::format("{}: cannot be written: {}", path_, std::strerror(errno)));
  }
  is_new_ = whole == 0;
}

JournalWriter::~JournalWriter() {
  close(descriptor_);
}

void JournalWriter::append(const JournalEntry& entry) {
  const std::string line = to_line(entry) + '\n';
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t count = write(descriptor_, line.data() + written, line.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw JournalError(fmt::format("{}: cannot be written: {}", path_, std::strerror(errno)));
    written += static_cast<std::size_t>(count);
  }
}

bool looks_like_journal(std::string_view text) {
  return text.substr(0, text.find('\n')).find("\"micro_journal\"") != std::string_view::npos;
}

std::vector<std::string> read_journal(std::string_view text, const std::string& name,
                                      const std::function<void(JournalEntry)>& take) {
  if (text.empty()) throw JournalError(fmt::format("{}: is empty, not a journal", name));
  if (!looks_like_journal(text)) {
    throw JournalError(
        fmt::format("{}: is no journal: its first line is no header\n  hint: journals are named journal.jsonl and lie "
                    "in runs/<UTC> of a results folder",
                    name));
  }
  std::vector<std::string> notes;
  JsonDocument document;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      notes.push_back(fmt::format("{}: line {} was cut off and is left out", name, number));
      break;
    }
    try {
      document.parse(text.substr(0, end), fmt::format("{}:{}", name, number));
      take(read_entry(document.root()));
    } catch (const JsonError& error) {
      throw JournalError(error.what());
    }
    text.remove_prefix(end + 1);
  }
  return notes;
}

std::vector<std::string> read_journal(const std::string& path, const std::function<void(JournalEntry)>& take) {
  std::string text;
  try {
    text = read_file(path);
  } catch (const InputError& error) {
    throw JournalError(error.what());
  }
  return read_journal(text, path, take);
}

}  // namespace micro
