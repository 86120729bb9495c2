#include "model/benchmark_name.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

namespace micro {

void PrintTo(const BenchmarkName& name, std::ostream* out) {
  *out << '"' << name.function << '"';
  for (const Parameter& parameter : name.parameters)
    *out << " [" << parameter.name << "] = \"" << parameter.value << '"';
  for (const std::string& suffix : name.suffixes) *out << " /" << suffix;
  *out << " threads " << name.threads;
}

namespace {

struct Case {
  std::string full;
  std::string function;
  std::vector<Parameter> parameters;
  std::vector<std::string> suffixes = {};
  int threads = 1;
};

void expect_parsed(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    EXPECT_EQ(parse_benchmark_name(c.full), (BenchmarkName{c.full, c.function, c.parameters, c.suffixes, c.threads}))
        << c.full;
  }
}

TEST(BenchmarkName, ParametersAreNamedByTheSourceOrByTheirPosition) {
  expect_parsed({
      {"sort", "sort", {}},
      {"sort/length:10", "sort", {{"length", "10"}}},
      {"sort/16/1", "sort", {{"arg0", "16"}, {"arg1", "1"}}},
      {"sort/x:1/-2/z:3/4", "sort", {{"x", "1"}, {"arg1", "-2"}, {"z", "3"}, {"arg3", "4"}}},
      {"sort/_a.b-c9:-7", "sort", {{"_a.b-c9", "-7"}}},
      {"sort/größe:1", "sort", {{"größe", "1"}}},
      {"sort/x:1/x:2", "sort", {{"x", "1"}, {"x", "2"}}},
  });
}

TEST(BenchmarkName, FunctionIsFreeText) {
  expect_parsed({
      {"", "", {}},
      {"T<int, 4>/x:1", "T<int, 4>", {{"x", "1"}}},
      {"ns::f<a/b>/x:1", "ns::f<a/b>", {{"x", "1"}}},
      {"f/std::vector<int>/x:1", "f/std::vector<int>", {{"x", "1"}}},
      {"f/case one/x:1", "f/case one", {{"x", "1"}}},
      {"f/9a/-/x:1", "f/9a/-", {{"x", "1"}}},
      {"f/:1", "f/:1", {}},
      {"x:1/y:2", "x:1", {{"y", "2"}}},
      {"17/y:2", "17", {{"y", "2"}}},
      {"größe/x:1", "größe", {{"x", "1"}}},
      {"a;b[c]\"q\\\"/x:1", "a;b[c]\"q\\\"", {{"x", "1"}}},
      {"/x:1", "/x:1", {}},
      {"//x:1", "/", {{"x", "1"}}},
      {"/", "/", {}},
      {"f//", "f//", {}},
  });
}

TEST(BenchmarkName, ValuesHoldBlanksEqualSignsSlashesAndColons) {
  expect_parsed({
      {"put/comparator:reverse bytewise/n:1", "put", {{"comparator", "reverse bytewise"}, {"n", "1"}}},
      {"open/file:/data/in.txt/n:1", "open", {{"file", "/data/in.txt"}, {"n", "1"}}},
      {"get/url:http://h/a=b;c:d", "get", {{"url", "http://h/a=b;c:d"}}},
      {"f/x:", "f", {{"x", ""}}},
      {"f/x:/y:1", "f", {{"x", ""}, {"y", "1"}}},
      {"f/x:a/std::string", "f", {{"x", "a/std::string"}}},
      {"f/5/units", "f", {{"arg0", "5/units"}}},
  });
}

TEST(BenchmarkName, SuffixesOfTheLibraryAreNoParameters) {
  expect_parsed({
      {"M/x:1/-2/3/min_time:0.010/repeats:2/real_time/threads:2",
       "M",
       {{"x", "1"}, {"arg1", "-2"}, {"arg2", "3"}},
       {"min_time:0.010", "repeats:2", "real_time", "threads:2"},
       2},
      {"M/min_time:0.010/min_warmup_time:1.500/iterations:7/repeats:2/process_time/manual_time/threads:16",
       "M",
       {},
       {"min_time:0.010", "min_warmup_time:1.500", "iterations:7", "repeats:2", "process_time", "manual_time",
        "threads:16"},
       16},
      {"It/iterations:3/process_time", "It", {}, {"iterations:3", "process_time"}},
      {"M/min_time:0,010", "M", {}, {"min_time:0,010"}},
      {"put/comparator:a/b/real_time", "put", {{"comparator", "a/b"}}, {"real_time"}},
  });
}

TEST(BenchmarkName, WhatOnlyLooksLikeASuffixIsNone) {
  expect_parsed({
      // Each stands once at most, and in the library's order: the others are parameters of that name.
      {"f/threads:8/threads:2", "f", {{"threads", "8"}}, {"threads:2"}, 2},
      {"f/threads:8/real_time", "f", {{"threads", "8"}}, {"real_time"}},
      {"f/repeats:2/iterations:3", "f", {{"repeats", "2"}}, {"iterations:3"}},
      {"f/threads:0", "f", {{"threads", "0"}}},
      {"f/threads:99999999999", "f", {{"threads", "99999999999"}}},
      {"f/threads:2x", "f", {{"threads", "2x"}}},
      {"f/threads:", "f", {{"threads", ""}}},
      {"f/min_time:3", "f", {{"min_time", "3"}}},
      {"f/min_time:a.5", "f", {{"min_time", "a.5"}}},
      {"f/real_time/x:1", "f/real_time", {{"x", "1"}}},
      {"real_time", "real_time", {}},
      {"/threads:4", "/threads:4", {}},
  });
}

}  // namespace
}  // namespace micro
