#include "cli/journals.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <utility>

#include "foreign/file_kind.h"
#include "foreign/gbench_file.h"
#include "foreign/jmh_file.h"
#include "gbench/report.h"
#include "journal/journal.h"
#include "model/limits.h"
#include "model/order.h"
#include "platform/files.h"
#include "session/session.h"
#include "stats/baselines.h"
#include "stats/warnings.h"

namespace micro {

namespace {

// Benchmarks that a session was to run and of which there is no trace.
std::size_t count_unmeasured(const Session& session, const RunRecord& record) {
  std::set<std::tuple<std::string, std::string, std::string>> measured;
  for (const Result& result : record.results) measured.emplace(result.suite, result.benchmark, result.variant);
  for (const BenchmarkId& id : record.not_in_view) measured.emplace(id.suite, id.benchmark, id.variant);
  std::size_t count = 0;
  for (const Suite& suite : session.suites) {
    if (!suite.skipped.empty()) continue;
    for (const Variant& variant : suite.variants) {
      if (!variant.is_run()) continue;
      for (const std::string& benchmark : suite.benchmarks) {
        count += measured.contains({suite.name, benchmark, variant.name}) ? 0 : 1;
      }
    }
  }
  return count;
}

// A folder of results has its runs in a folder each.
std::string no_journal_in(const std::string& folder) {
  std::error_code ignored;
  // Of runs of one second the tenth is …Z-10, after …Z-9.
  const auto place_in_time = [](const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    return std::tuple(name.substr(0, name.find('Z')), name.size(), name);
  };
  std::string newest;
  for (const auto& entry : std::filesystem::directory_iterator(folder + "/runs", ignored)) {
    if (!std::filesystem::exists(entry.path() / "journal.jsonl", ignored)) continue;
    newest = std::max(newest, entry.path().string(), [&](const std::string& one, const std::string& other) {
      return place_in_time(one) < place_in_time(other);
    });
  }
  return fmt::format("{}: a folder that is read has a journal.jsonl, this has none\n  hint: {}", folder,
                     newest.empty() ? "name the folder of a run, runs/<UTC> of a results folder, or a file"
                                    : "its newest run is " + newest);
}

// Each of the parameters is a column in each of the rows.
void check_table(const std::vector<Result>& results) {
  std::set<std::string> names;
  for (const Result& result : results) {
    for (const auto* parameters : {&result.parameters, &result.axes}) {
      for (const Parameter& parameter : *parameters) names.insert(parameter.name);
    }
  }
  if (names.size() <= 1 || results.size() <= most_table_cells / names.size()) return;
  throw LimitError(fmt::format(
      "{} results with {} different parameters: a table of at most {} cells is made\n  hint: is there a number "
      "in the name of a parameter, which is another one in each benchmark?",
      results.size(), names.size(), most_table_cells));
}

// Nothing that could be shown: a note where other files have something, else an error.
struct Nothing {
  std::string file;
  std::string problem;
  std::string remedy;
};

// Results from files of several kinds, as they are put together.
class RecordReader {
 public:
  explicit RecordReader(const View& view) : view_(view), builder_(view) {}
  void read(const std::string& path);
  RunRecord finish();

 private:
  void read_google_benchmark(std::string_view text, const std::string& path);
  void read_jmh(std::string_view text, const std::string& path);
  void add_jmh_results(RunRecord& record);

  View view_;
  ResultBuilder builder_;
  std::vector<std::string> notes_;
  std::vector<std::string> journals_;
  std::map<std::size_t, std::string> seen_;  // hash of the content → first file of other tools that has it
  std::optional<std::pair<std::string, ReportContext>> first_report_;
  // Fits of families in files that don't tell their points, by suite, function and order.
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<Complexity>> complexities_;
  std::vector<std::pair<std::string, Result>> jmh_results_;  // with their files
  std::set<Mode> other_modes_;                               // of results that are not in a mode that is asked for
  std::vector<Nothing> nothing_;
};

void RecordReader::read(const std::string& path) {
  std::error_code ignored;
  const std::string file = journal_path(path);
  if (file != path && !std::filesystem::exists(file, ignored)) throw InputError(no_journal_in(path));
  const std::string content = read_file(file);
  const std::string_view text = without_mark(content);
  const FileKind kind = kind_of(text);
  if (kind == FileKind::empty || kind == FileKind::unknown) throw InputError(kind_problem(text, file));
  if (kind == FileKind::journal) {
    const auto found = read_journal(text, file, [&](JournalEntry entry) { builder_.take(std::move(entry)); });
    notes_.insert(notes_.end(), found.begin(), found.end());
    journals_.push_back(file);
    return;
  }
  const auto [first, is_new] = seen_.emplace(std::hash<std::string_view>()(text), file);
  if (!is_new) {
    notes_.push_back(fmt::format("{}: has the content of {} and is left out", file, first->second));
  } else if (kind == FileKind::google_benchmark) {
    read_google_benchmark(text, file);
  } else {
    read_jmh(text, file);
  }
}

void RecordReader::read_google_benchmark(std::string_view text, const std::string& path) {
  const Report report = read_report(text, path);
  GbenchFile file = gbench_file(report);
  for (const std::string& note : file.notes) notes_.push_back(fmt::format("{}: {}", path, note));
  if (file.only_aggregates > 0) {
    const Nothing aggregates{path,
                             fmt::format("holds only aggregates of {} {}, no samples", file.only_aggregates,
                                         file.only_aggregates == 1 ? "benchmark" : "benchmarks"),
                             "run without --benchmark_report_aggregates_only"};
    nothing_.push_back(aggregates);
  } else if (file.benchmarks == 0) {
    nothing_.push_back({path, "holds no benchmarks", "the filter of the run may have matched none"});
  }
  for (JournalEntry& entry : file.entries) builder_.take(std::move(entry));
  for (Complexity& complexity : file.complexities) {
    auto& of_family = complexities_[{complexity.suite, complexity.function, complexity.order}];
    of_family.push_back(std::move(complexity));
  }
  if (!first_report_) {
    first_report_.emplace(path, report.context);
    return;
  }
  const std::string differs = difference(first_report_->second, report.context);
  if (!differs.empty()) {
    notes_.push_back(
        fmt::format("{}: put together with {}, but measured otherwise: {}", path, first_report_->first, differs));
  }
}

void RecordReader::read_jmh(std::string_view text, const std::string& path) {
  std::vector<Result> results = read_jmh_file(text, path);
  if (results.empty()) nothing_.push_back({path, "holds no benchmarks", "JMH leaves out those that failed"});
  for (Result& result : results) jmh_results_.emplace_back(path, std::move(result));
}

// Results of JMH have no forks that could be added: one that is there already is another row, under another name.
void RecordReader::add_jmh_results(RunRecord& record) {
  const auto key = [](const Result& result) {
    std::vector<std::pair<std::string, std::string>> parameters;
    for (const Parameter& parameter : result.parameters) parameters.emplace_back(parameter.name, parameter.value);
    std::ranges::sort(parameters);
    return std::tuple(result.name(), result.mode, result.variant, result.threads, parameters);
  };
  std::set<decltype(key(Result()))> names;
  for (const Result& result : record.results) names.insert(key(result));
  std::map<decltype(key(Result())), int> numbers;           // the last that was given
  std::map<std::string, std::vector<std::string>> renamed;  // file → names
  for (auto& [path, result] : jmh_results_) {
    if (view_.modes && std::ranges::find(*view_.modes, result.mode) == view_.modes->end()) {
      other_modes_.insert(result.mode);
      continue;
    }
    if (view_.baseline) result.baseline = *view_.baseline;
    const Result original = result;
    int& last = numbers.try_emplace(key(result), 1).first->second;
    while (!names.insert(key(result)).second) {
      const int number = ++last;
      result.function = fmt::format("{}#{}", original.function, number);
      result.benchmark =
          fmt::format("{}#{}{}", original.function, number, original.benchmark.substr(original.function.size()));
    }
    if (result.function != original.function) renamed[path].push_back(result.name());
    const std::vector<Warning> warnings = warnings_of(result);
    record.warnings.insert(record.warnings.end(), warnings.begin(), warnings.end());
    record.results.push_back(std::move(result));
  }
  for (const auto& [path, of_file] : renamed) {
    const std::string more = of_file.size() > 1 ? fmt::format(" and {} more", of_file.size() - 1) : "";
    record.notes.push_back(fmt::format("{}: {}{}: measured more than once, the results are kept apart, by number", path,
                                       of_file[0], more));
  }
}

RunRecord RecordReader::finish() {
  RunRecord record = builder_.finish();
  add_jmh_results(record);
  for (const BenchmarkId& id : record.not_in_view) {
    if (id.single_shot) {
      other_modes_.insert(Mode::single_shot);
    } else {
      other_modes_.insert({Mode::average_time, Mode::throughput});
    }
  }
  if (record.results.empty() && !other_modes_.empty()) {
    std::vector<std::string_view> there;
    for (const Mode mode : other_modes_) there.emplace_back(to_string(mode));
    throw InputError(
        fmt::format("--mode: none of the files has results in the mode that is asked for\n  hint: there are {}",
                    fmt::join(there, ", ")));
  }
  if (!jmh_results_.empty()) {
    add_ratios(record.results);
    drop_needless_modes(record.warnings, record.results);
  }
  for (std::string& note : notes_on_baselines(record.results)) record.notes.push_back(std::move(note));
  check_table(record.results);
  order_results(record.results);
  for (const auto& [family, fits] : complexities_) {
    // Of as many points of the same sizes, the fit of all is the mean of the fits; its error is not known.
    Complexity all = fits.front();
    const auto count = static_cast<double>(fits.size());
    for (auto fit = fits.begin() + 1; fit != fits.end(); ++fit) {
      all.real_ns += fit->real_ns;
      all.cpu_ns += fit->cpu_ns;
      all.rms = std::numeric_limits<double>::quiet_NaN();
    }
    all.real_ns /= count;
    all.cpu_ns /= count;
    if (!view_.modes || *view_.modes != std::vector{Mode::single_shot}) record.complexities.push_back(all);
  }
  for (const std::string& journal : journals_) {
    const std::string folder = std::filesystem::path(journal).parent_path().string();
    if (!std::filesystem::exists(folder + "/session.json")) continue;
    const std::size_t unmeasured = count_unmeasured(read_session(folder), record);
    if (unmeasured > 0) notes_.push_back(fmt::format("{} benchmarks of the session were not measured", unmeasured));
  }
  if (journals_.empty() && record.results.empty()) {
    std::vector<std::string> errors;
    for (const Nothing& nothing : nothing_) {
      errors.push_back(fmt::format("{}: {}\n  hint: {}", nothing.file, nothing.problem, nothing.remedy));
    }
    if (!errors.empty()) throw InputError(fmt::format("{}", fmt::join(errors, "\n")));
  }
  for (const Nothing& nothing : nothing_) {
    notes_.push_back(fmt::format("{}: {}; {}", nothing.file, nothing.problem, nothing.remedy));
  }
  record.notes.insert(record.notes.begin(), notes_.begin(), notes_.end());
  return record;
}

}  // namespace

std::string journal_path(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored) ? path + "/journal.jsonl" : path;
}

RunRecord read_results(const std::vector<std::string>& paths, const View& view) {
  RecordReader files(view);
  std::vector<std::string> errors;
  const auto read = [&](const std::string& path) -> std::optional<std::string> {
    try {
      files.read(path);
    } catch (const InputError& error) {
      return error.what();
    } catch (const JournalError& error) {
      return error.what();
    } catch (const ReportError& error) {
      return error.what();
    } catch (const JmhFileError& error) {
      return error.what();
    }
    return std::nullopt;
  };
  for (const std::string& path : paths) {
    if (const auto error = read(path)) errors.push_back(*error);
  }
  if (!errors.empty()) throw InputError(fmt::format("{}", fmt::join(errors, "\n")));
  return files.finish();
}

bool is_comparison(const std::string& path) {
  // Comparisons are planned before anything is measured. A quote inside of a text is escaped.
  constexpr std::size_t planned_within = 1U << 20U;
  std::ifstream file(journal_path(path), std::ios::binary);
  std::string text(planned_within, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return looks_like_journal(text) && text.find("{\"kind\":\"comparison\",") != std::string::npos;
}

ComparisonRecord read_comparison(const std::vector<std::string>& paths) {
  ComparisonBuilder builder;
  std::vector<std::string> notes;
  for (const std::string& path : paths) {
    if (!is_comparison(path)) {
      throw InputError(fmt::format(
          "{}: is no journal of a comparison, as others of the files are\n  hint: cmicro show shows the two "
          "kinds of results apart",
          path));
    }
    const auto found = read_journal(journal_path(path), [&](const JournalEntry& entry) { builder.take(entry); });
    notes.insert(notes.end(), found.begin(), found.end());
  }
  ComparisonRecord record = builder.finish();
  record.notes.insert(record.notes.begin(), notes.begin(), notes.end());
  return record;
}

}  // namespace micro
