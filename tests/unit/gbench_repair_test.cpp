#include "gbench/repair.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gbench/report.h"

namespace micro {
namespace {

std::string repaired(const std::string& text) {
  return repaired_json(text, "out.json").text.value_or(text);
}

std::string error_of(const std::string& text) {
  try {
    return "no error, but " + repaired_json(text, "out.json").text.value_or(text);
  } catch (const ReportError& error) {
    return error.what();
  }
}

TEST(RepairedJson, JsonStaysAsItIs) {
  const std::string text =
      "{\"a\": [1, -2.5, 1e5, -1.25E-3, [ ], {}], \"b\\\"\\\\\": \"x: 1,000 \\u0041 ä\", \"c\":true , "
      "\"d\"\n:\tnull,\"e\":1,\"f\":"
      "-Infinity,\"g\":NaN,\"h\": 12.345}\n";
  EXPECT_EQ(repaired_json(text, "out.json"), (RepairedJson{{}, {}, {}, true}));
}

TEST(RepairedJson, ControlBytesInStringsAreEscaped) {
  EXPECT_EQ(repaired("{\"a\x01\": \"\x1F\\n\n\x7F\"}\n"), "{\"a\\u0001\": \"\\u001f\\n\\u000a\x7F\"}\n");
  EXPECT_EQ(repaired(std::string("{\"a\0\": 1}", 9)), "{\"a\\u0000\": 1}");
}

TEST(RepairedJson, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(repaired("{\"gr\xF6\xDF"
                     "e\": \"ä\xE4\"}"),
            "{\"gr\xEF\xBF\xBD\xEF\xBF\xBD"
            "e\": \"ä\xEF\xBF\xBD\"}");
  EXPECT_EQ(repaired("{\"a\": \"\xC3\"}"), "{\"a\": \"\xEF\xBF\xBD\"}") << "the quote is no part of the sequence";
}

TEST(RepairedJson, DigitsThatALocaleGroups) {
  EXPECT_EQ(repaired("{\"n\": 1,000,\n\"m\": 2}"), "{\"n\": 1000,\n\"m\": 2}");
  EXPECT_EQ(repaired("{\"n\"\n:\r\n\t1,000}"), "{\"n\"\n:\r\n\t1000}");
  EXPECT_EQ(repaired("{\"n\":12'345'678}"), "{\"n\":12345678}");
  EXPECT_EQ(repaired("{\"n\": -123 456}"), "{\"n\": -123456}");
  EXPECT_EQ(repaired("{\"n\": 1\xA0"
                     "000}"),
            "{\"n\": 1000}");
  EXPECT_EQ(repaired("{\"n\": 1.234.567}"), "{\"n\": 1234567}");
  EXPECT_EQ(repaired("{\"n\": 12,34,567}"), "{\"n\": 1234567}") << "India";
  EXPECT_EQ(repaired_json("{\"n\": 1,000, \"m\": 2,000}", "out.json").notes,
            std::vector<std::string>{
                "the program writes numbers as its locale wants (std::locale::global): 1,000 is read as 1000"});
}

TEST(RepairedJson, DecimalCommas) {
  EXPECT_EQ(repaired("{\"t\": 1,2500000000000000e+01, \"u\": -2,5e-05}"),
            "{\"t\": 1.2500000000000000e+01, \"u\": -2.5e-05}");
}

TEST(RepairedJson, APointMayBeEither) {
  // Other tools rewrite these files with fewer digits.
  EXPECT_EQ(repaired("{\"n\": 1.024}"), "{\"n\": 1.024}");
  EXPECT_EQ(repaired("{\"iterations\": 1.5}"), "{\"iterations\": 1.5}");
  EXPECT_EQ(repaired("{\"iterations\": 1.024}"), "{\"iterations\": 1024}") << "cannot be a fraction";
  EXPECT_EQ(repaired("{\"t\": 1,5e+00, \"n\": 1.024, \"m\": 1.5}"), "{\"t\": 1.5e+00, \"n\": 1024, \"m\": 1.5}")
      << "the decimal comma tells what the point is";
}

TEST(RepairedJson, NumbersThatCannotBeUnderstood) {
  EXPECT_EQ(error_of("{\n\"a\": 1,\n\"iterations\": 2,9,8,9\n}"),
            "out.json:3: iterations: expected a number, found 2,9,8,9\n"
            "  hint: the program calls std::locale::global, which changes how Google Benchmark writes numbers; leave "
            "numbers as they are in the \"C\" locale, or set the locale of your own streams only");
  for (const std::string number : {"1,00", "1,0000", "1234,567", "1,234.567", "1.234,567", "12,5e+01", "1,2,3e+01",
                                   "-,123", "1'000 000", "1'000e+05", "1.000.000e+05", "1,2,345"}) {
    const std::string error = error_of("{\"n\": " + number + "}");
    EXPECT_EQ(error.substr(0, error.find('\n')), "out.json:1: n: expected a number, found " + number);
  }
  EXPECT_EQ(error_of("{\"\xE4\": 1,00}").substr(0, 16), "out.json:1: \xEF\xBF\xBD:");
  EXPECT_NE(error_of("{\"t\": 1,5e+00, \"n\": 1,024}").find("found 1,024"), std::string::npos)
      << "where the comma is the decimal sign";
}

TEST(RepairedJson, AMissingEndIsAdded) {
  const std::string start = "{\"context\": {\"caches\": [{\"size\": 1}]}, \"benchmarks\": [";
  const std::string row = "{\"name\": \"a]}\", \"x\": [1]}";
  for (const std::string end : {"", "\n", ",", ",\n  {", ", {\"na", ", {\"name\": \"b\\", ", {\"real_time\": 1.2",
                                ", {\"iterations\": 1,00", ", {\"x\": ", "]", "\n  ]\n"}) {
    EXPECT_EQ(repaired_json(start + row + end, "out.json"),
              (RepairedJson{start + row + "]}", {{start.size(), start.size() + row.size()}}, {}, false}))
        << end;
  }
  EXPECT_EQ(repaired_json(start, "out.json"), (RepairedJson{start + "]}", {}, {}, false}));
  EXPECT_EQ(repaired_json(start + "{\"name\"", "out.json"), (RepairedJson{start + "]}", {}, {}, false}));
  EXPECT_TRUE(repaired_json(start + row + "]}", "out.json").complete);
}

TEST(RepairedJson, RowsAreFoundInTheRepairedText) {
  const auto rows = [](const std::string& text) {
    const RepairedJson repaired = repaired_json(text, "out.json");
    std::vector<std::string> rows;
    for (const TextSpan& row : repaired.rows) {
      rows.push_back(repaired.text.value_or(text).substr(row.start, row.end - row.start));
    }
    return rows;
  };
  using Rows = std::vector<std::string>;
  EXPECT_EQ(rows("{\"a\": [{}], \"benchmarks\": [ {\"n\": {\"m\": []}}, {}, 1], \"b\": [{}]}"),
            (Rows{"{\"n\": {\"m\": []}}", "{}"}));
  EXPECT_EQ(rows("{\"x\": \"\xFF\", \"benchmarks\": [{\"n\": 1,000}, {\"o\": \"\x01\"}]}"),
            (Rows{"{\"n\": 1000}", "{\"o\": \"\\u0001\"}"}));
  EXPECT_EQ(rows("{\"benchmarks\": {\"a\": {}}, \"c\": [{}]}"), Rows{});
}

TEST(RepairedJson, WhatEndsBeforeTheRowsIsNotRepaired) {
  for (const std::string text :
       {"{", "{\"", "{\"context\": {\"caches\": [{}]", "{\"benchmarks\": ", "[{\"benchmark\": 1"}) {
    EXPECT_EQ(error_of(text),
              "out.json: not Google Benchmark's JSON: it ends before its list of benchmarks\n"
              "  hint: is it cut off? The file that --benchmark_out=FILE --benchmark_out_format=json writes is needed");
  }
}

}  // namespace
}  // namespace micro
