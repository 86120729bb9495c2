#include "gbench/report.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "platform/files.h"

namespace micro {
namespace {

std::string golden(const std::string& file) {
  return std::string(MICRO_TESTS_DIR) + "/golden/gbench/" + file;
}

// A report as text, a line for each row; what has its default is left out.
std::string described(const Report& report) {
  const ReportContext& context = report.context;
  std::string text = fmt::format("{} on {} at {}", context.executable, context.host_name, context.date);
  if (context.num_cpus) text += fmt::format(", {} cpus", *context.num_cpus);
  text += fmt::format(", library \"{}\" {}", context.library_version, context.library_build_type);
  if (context.json_schema_version) text += fmt::format(", schema {}", *context.json_schema_version);
  text += report.complete ? "\n" : ", not complete\n";
  for (const std::string& note : report.notes) text += "note: " + note + "\n";
  constexpr const char* kinds[] = {"iteration", "aggregate", "big_o", "rms"};
  for (const ReportRow& row : report.rows) {
    text += fmt::format("{} {}\n  of {}", kinds[static_cast<int>(row.kind)], row.name, row.run_name);
    if (!row.aggregate.empty()) text += ", " + row.aggregate;
    if (row.family_index) text += fmt::format(", family {}", *row.family_index);
    if (row.instance_index) text += fmt::format(", instance {}", *row.instance_index);
    text += fmt::format(", repetition {}, threads {}, ops {}, real {} ns, cpu {} ns\n", row.repetition, row.threads,
                        row.ops, row.real_ns, row.cpu_ns);
    if (!row.complexity.empty()) text += "  complexity " + row.complexity + "\n";
    if (!row.label.empty()) text += "  label " + row.label + "\n";
    if (row.error) text += "  error " + row.message + "\n";
    if (row.skipped) text += "  skipped " + row.message + "\n";
    for (const auto& [name, value] : row.counters) text += fmt::format("  {} = {}\n", name, value);
  }
  return text;
}

// Files of the versions, of one program that has everything: counters (also of the names of members), labels, threads,
// units, errors, skips, aggregates, complexity, a memory manager, and two benchmarks of one name.
class VersionTest : public testing::TestWithParam<const char*> {};

TEST_P(VersionTest, IsRead) {
  const std::string version = GetParam();
  const Report report = read_report(read_file(golden(version + ".json")), version + ".json");
  EXPECT_EQ(described(report), read_file(golden(version + ".txt")));
}

INSTANTIATE_TEST_SUITE_P(Report, VersionTest, testing::Values("1.5.0", "1.7.1", "1.8.3", "1.9.5"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '.' ? '_' : c;
                           return name;
                         });

// A report with one row, which has these members besides those that every row has.
std::string with_row(const std::string& members, const std::string& context = "") {
  return "{\"context\": {" + context +
         "}, \"benchmarks\": [{\"name\": \"f/1\", \"run_name\": \"f/1\", \"run_type\": \"iteration\", " +
         "\"iterations\": 8, \"real_time\": 2.5, \"cpu_time\": 1.5, \"time_unit\": \"ns\"" + members + "}]}";
}

ReportRow row_with(const std::string& members) {
  return read_report(with_row(members), "out.json").rows.at(0);
}

ReportRow plain_row() {
  ReportRow row;
  row.name = row.run_name = "f/1";
  row.ops = 8;
  row.real_ns = 2.5;
  row.cpu_ns = 1.5;
  return row;
}

std::string error_of(const std::string& text) {
  try {
    return "no error, but " + described(read_report(text, "out.json"));
  } catch (const ReportError& error) {
    return error.what();
  }
}

TEST(ReadReport, MembersOfARow) {
  EXPECT_EQ(row_with(""), plain_row());
  ReportRow row = plain_row();
  row.counters = {{"a", 3}, {"b", -std::numeric_limits<double>::infinity()}, {"c", 4}};
  EXPECT_EQ(row_with(", \"a\": 3, \"text\": \"x\", \"b\": \"-Infinity\", \"c\": 4, \"object\": {}, \"null\": null"),
            row)
      << "Micro's own files have infinities as texts";
}

TEST(ReadReport, TimesAreConverted) {
  const auto row = [](const std::string& unit) {
    return read_report(
               "{\"benchmarks\": [{\"name\": \"f\", \"run_name\": \"f\", \"run_type\": \"iteration\", \"iterations\": "
               "1, "
               "\"real_time\": 2.5, \"cpu_time\": -1, \"time_unit\": \"" +
                   unit + "\"}]}",
               "out.json")
        .rows.at(0);
  };
  EXPECT_EQ(row("ns").real_ns, 2.5);
  EXPECT_EQ(row("us").real_ns, 2.5e3);
  EXPECT_EQ(row("ms").real_ns, 2.5e6);
  EXPECT_EQ(row("s").real_ns, 2.5e9);
  EXPECT_EQ(row("s").cpu_ns, -1e9);
}

TEST(ReadReport, CountersNamedLikeMembersAreCounters) {
  ReportRow row = plain_row();
  row.counters = {{"name", 7}, {"real_time", 8}, {"skipped", 9}, {"label", 10}, {"iterations", 11}};
  row.label = "text";
  EXPECT_EQ(
      row_with(
          ", \"name\": 7, \"real_time\": 8, \"skipped\": 9, \"label\": 10, \"iterations\": 11, \"label\": \"text\""),
      row);
}

TEST(ReadReport, ContextThatTheProgramAddsDoesNotReplaceTheLibrarys) {
  const auto context = [](const std::string& members) {
    return read_report(with_row("", members), "out.json").context;
  };
  ReportContext expected;
  expected.library_version = "v1.9.5";
  expected.num_cpus = 4;
  EXPECT_EQ(context("\"library_version\": \"v1.9.5\", \"num_cpus\": 4, \"library_version\": \"mine\", \"num_cpus\": "
                    "\"9\", \"load_avg\": []"),
            expected);
  EXPECT_EQ(context("\"host_name\": 3, \"num_cpus\": \"9\""), ReportContext{});
  EXPECT_EQ(read_report("{\"benchmarks\": []}", "out.json"), Report{});
}

TEST(ReadReport, NumbersUnderALocale) {
  const Report report = read_report(
      "{\"benchmarks\": [{\"name\": \"f\", \"run_name\": \"f\", \"run_type\": \"iteration\", \"iterations\": "
      "2.990.672,\n"
      "\"real_time\": 3,3416001476066231e-01, \"cpu_time\": 3,0e-01, \"time_unit\": \"ns\", \"c\": 1,5e+00, "
      "\"max_bytes_used\": 1.024}]}",
      "out.json");
  const ReportRow& row = report.rows.at(0);
  EXPECT_EQ(row.ops, 2990672u);
  EXPECT_EQ(row.real_ns, 0.33416001476066231);
  EXPECT_EQ(row.counters, (std::vector<std::pair<std::string, double>>{{"c", 1.5}, {"max_bytes_used", 1024}}));
  EXPECT_EQ(report.notes.size(), 1u);
  EXPECT_NE(error_of(with_row(", \"c\": 2,9,9,0")).find("std::locale::global"), std::string::npos);
}

TEST(ReadReport, WhatIsWholeIsKept) {
  const std::string whole = read_file(golden("1.9.5.json"));
  const Report all = read_report(whole, "out.json");
  const std::size_t last = whole.rfind("    {\n");
  for (const std::size_t end : {last + 20, whole.find_last_of(']')}) {
    const Report report = read_report(whole.substr(0, end), "out.json");
    const std::size_t kept = all.rows.size() - (end == last + 20 ? 1 : 0);
    EXPECT_FALSE(report.complete);
    EXPECT_EQ(report.notes, std::vector<std::string>{fmt::format("ended early: {} rows kept", kept)});
    EXPECT_EQ(report.context, all.context);
    EXPECT_EQ(report.rows.size(), kept);
  }
  const Report none = read_report(whole.substr(0, whole.find("    {\n      \"name\"") + 20), "out.json");
  EXPECT_EQ(none.notes, std::vector<std::string>{"ended early: 0 rows kept"});
  std::string one = with_row("");
  one.resize(one.size() - 2);
  EXPECT_EQ(read_report(one, "out.json").notes, std::vector<std::string>{"ended early: 1 row kept"});
}

// A benchmark that was begun says how often it is repeated.
TEST(ReadReport, WhatIsMissingIsSaid) {
  const auto row = [](const std::string& name, int repetition) {
    return fmt::format(
        R"({{"name": "{0}", "run_name": "{0}", "run_type": "iteration", "repetitions": 3, "repetition_index": {1}, )"
        R"("iterations": 1, "real_time": 1, "cpu_time": 1, "time_unit": "ns"}},)",
        name, repetition);
  };
  const auto notes = [](const std::string& rows) {
    return read_report("{\"benchmarks\": [" + rows + " {\"name\": ", "out.json").notes;
  };
  const std::string whole = row("f", 0) + row("f", 1) + row("f", 2);
  EXPECT_EQ(notes(whole), std::vector<std::string>{"ended early: 3 rows kept"});
  EXPECT_EQ(
      notes(whole + row("g", 0) + row("h", 1) + row("h", 0)),
      std::vector<std::string>{"ended early: 6 of 9 rows kept; g has 1 of 3 repetitions, h has 2 of 3 repetitions"});
}

TEST(ReadReport, Caches) {
  const auto context = [](const std::string& members) {
    return read_report(with_row("", members), "out.json").context;
  };
  EXPECT_EQ(
      context(R"("caches": [{"type": "Data", "level": 1, "size": 32768, "num_sharing": 2}, 7, {}, {"size": -1e300}])")
          .caches,
      (std::vector<ReportCache>{{"Data", 1, 32768, 2}, {}, {}}));
  EXPECT_EQ(context(R"("load_avg": [0.5, 1])").load, 0.5);
  EXPECT_EQ(context(R"("caches": "x", "load_avg": [])"), context(""));
}

constexpr char expected_hint[] =
    "\n  hint: expected is what Google Benchmark 1.5 or newer writes to --benchmark_out=FILE; this begins with: ";

TEST(ReadReport, EmptyFiles) {
  for (const std::string text : {"", " \n\t\r\n"}) {
    EXPECT_EQ(error_of(text),
              "out.json: is empty, expected Google Benchmark's JSON\n"
              "  hint: Google Benchmark leaves an empty file if its filter matches nothing, or if it only lists");
  }
  EXPECT_EQ(error_of("{").substr(0, 66), "out.json: not Google Benchmark's JSON: it ends before its list of ");
}

TEST(ReadReport, ForeignFiles) {
  EXPECT_EQ(error_of("[{\"jmhVersion\" : \"1.37\"}]"), "out.json: not Google Benchmark's JSON, which is an object" +
                                                           std::string(expected_hint) +
                                                           "[{\"jmhVersion\" : \"1.37\"}]");
  EXPECT_EQ(error_of("\n\x7F"
                     "ELF\x02\x01\xFF, 1:1,2,3\n"),
            "out.json: not Google Benchmark's JSON, which is an object" + std::string(expected_hint) +
                "ELF \xEF\xBF\xBD, 1:1,2,3 ");
  EXPECT_EQ(error_of("{\"tests\":\n\n  3}"),
            "out.json: has no \"benchmarks\"" + std::string(expected_hint) + "{\"tests\": 3}");
  EXPECT_EQ(error_of("[" + std::string(100, '1')), "out.json: not Google Benchmark's JSON, which is an object" +
                                                       std::string(expected_hint) + "[" + std::string(59, '1'));
  EXPECT_EQ(error_of("{\"benchmarks\": 3}"), "out.json: benchmarks: expected an array, found a number" +
                                                 std::string(expected_hint) + "{\"benchmarks\": 3}");
  EXPECT_EQ(error_of("{\"benchmarks\": [], x}"), "out.json:1:20: not JSON: Missing a name for object member." +
                                                     std::string(expected_hint) + "{\"benchmarks\": [], x}");
  EXPECT_EQ(error_of("{\"benchmarks\": [{\"name\": \"f\"}, 1]}"), "out.json: benchmarks[0]: has no \"run_type\"" +
                                                                      std::string(expected_hint) +
                                                                      "{\"benchmarks\": [{\"name\": \"f\"}, 1]}");
  const std::string deep = "{\"benchmarks\": " + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}";
  EXPECT_EQ(error_of(deep).substr(0, 24), "out.json: benchmarks[0]:");
}

TEST(ReadReport, NewerSchema) {
  EXPECT_EQ(error_of("{\"context\": {\"json_schema_version\": 2}, \"rows\": []}"),
            "out.json: made by a newer Google Benchmark: json_schema_version 2, expected 1\n"
            "  hint: a newer Micro may read it");
}

TEST(ReadReport, RowsThatCannotBeUnderstood) {
  const auto problem = [](const std::string& members) {
    const std::string error = error_of("{\"benchmarks\": [{" + members + "}]}");
    return error.substr(0, error.find('\n'));
  };
  const std::string start = "\"name\": \"f\", \"run_name\": \"f\", \"run_type\": \"iteration\"";
  EXPECT_EQ(problem(start), "out.json: benchmarks[0]: has no \"iterations\"");
  EXPECT_EQ(problem(start + ", \"iterations\": 1.5"),
            "out.json: benchmarks[0].iterations: expected a whole number, 0 or more, found a number");
  EXPECT_EQ(problem(start + ", \"iterations\": 1"), "out.json: benchmarks[0]: has no \"time_unit\"");
  EXPECT_EQ(problem(start + ", \"iterations\": 1, \"time_unit\": \"h\", \"real_time\": 1"),
            "out.json: benchmarks[0].time_unit: expected a time unit (ns, us, ms, s), found \"h\"");
  EXPECT_EQ(problem(start + ", \"iterations\": 1, \"time_unit\": \"s\", \"real_time\": null"),
            "out.json: benchmarks[0]: has no \"real_time\"");
  EXPECT_EQ(problem(start + ", \"iterations\": 1, \"threads\": 4294967296"),
            "out.json: benchmarks[0].threads: is too large: 4294967296");
  EXPECT_EQ(problem("\"run_type\": \"warmup\""),
            "out.json: benchmarks[0].run_type: expected \"iteration\" or \"aggregate\", found \"warmup\"");
  EXPECT_EQ(problem("\"run_type\": \"iteration\""), "out.json: benchmarks[0]: has no \"name\"");
}

}  // namespace
}  // namespace micro
