// What the report says of machine, build and sources.
#include "cli/surroundings.h"

#include <gtest/gtest.h>

#include <string>

namespace micro {
namespace {

HeaderEntry header() {
  HeaderEntry header;
  header.time = "2026-11-30T12:00:00Z";
  header.revision = "4f2c9ab1c0de4f2c9ab1c0de4f2c9ab1c0de4f2c";
  header.dirty = false;
  header.environment.host = "builder";
  header.environment.cpu = "AMD EPYC 7B13";
  header.environment.cpus = 2;
  header.environment.memory_bytes = std::int64_t{24} << 30;
  header.environment.os = "Debian GNU/Linux 12 (bookworm), Linux 6.1";
  header.environment.aslr = "on";
  header.environment.load = 0.518;
  header.environment.governor = "performance";
  header.environment.boost = "off";
  return header;
}

Result result(const std::string& suite) {
  Result result;
  result.suite = suite;
  result.program = "/b/bench-";
  result.program += suite;
  result.compiler = "GNU 12.2.0";
  result.build_type = "Release";
  result.flags = "-O3 -DNDEBUG ";
  result.library_version = "v1.9.5";
  result.library_build_type = "release";
  return result;
}

std::string text_of(std::vector<HeaderEntry> headers, std::vector<Result> results = {}) {
  RunRecord record;
  record.headers = std::move(headers);
  record.results = std::move(results);
  return surroundings_text(record);
}

TEST(Surroundings, OneRun) {
  EXPECT_EQ(text_of({header()}, {result("a"), result("b")}),
            "Machine: AMD EPYC 7B13, 2 cores, 24 GiB, Debian GNU/Linux 12 (bookworm), Linux 6.1; governor performance, "
            "boost off, ASLR on, load 0.52\n"
            "Build: GNU 12.2.0, Release, -O3 -DNDEBUG; Google Benchmark 1.9.5\n"
            "Run: revision 4f2c9ab, 2026-11-30T12:00:00Z\n");
}

TEST(Surroundings, NothingIsSaidOfNothing) {
  EXPECT_EQ(text_of({}), "");
}

TEST(Surroundings, WhatIsUnknownIsNamed) {
  HeaderEntry unknown;
  unknown.time = "2026-11-30T12:00:00Z";
  Result result;
  EXPECT_EQ(text_of({unknown}, {result}),
            "Machine: CPU, cores, memory and system unknown; governor, boost, ASLR and load unknown\n"
            "Build: compiler, build type and flags unknown; Google Benchmark of unknown version\n"
            "Run: revision unknown, 2026-11-30T12:00:00Z\n");
  HeaderEntry some = header();
  some.environment.governor = "";
  some.environment.memory_bytes.reset();
  some.environment.boost = "";
  EXPECT_EQ(text_of({some}),
            "Machine: AMD EPYC 7B13, 2 cores, Debian GNU/Linux 12 (bookworm), Linux 6.1, memory unknown; ASLR on, load "
            "0.52, governor and boost unknown\n"
            "Run: revision 4f2c9ab, 2026-11-30T12:00:00Z\n");
}

TEST(Surroundings, LimitsOfAContainer) {
  HeaderEntry limited;
  limited.time = "t";
  limited.environment.cpus = 1;
  limited.environment.cpu_quota = 1.5;
  limited.environment.memory_bytes = 25253023744;
  limited.environment.memory_limit_bytes = std::int64_t{512} << 20;
  EXPECT_EQ(text_of({limited}),
            "Machine: 1 core (quota 1.5), 23.5 GiB (limit 512 MiB), CPU and system unknown; governor, boost, ASLR and "
            "load unknown\nRun: revision unknown, t\n");
  limited.environment.cpus.reset();
  limited.environment.memory_bytes.reset();
  EXPECT_EQ(text_of({limited}),
            "Machine: cores unknown (quota 1.5), memory unknown (limit 512 MiB), CPU and system unknown; governor, "
            "boost, ASLR and load unknown\nRun: revision unknown, t\n");
}

TEST(Surroundings, StateOfTheSources) {
  HeaderEntry dirty = header();
  dirty.environment = {};
  dirty.dirty = true;
  HeaderEntry perhaps = dirty;
  perhaps.dirty.reset();
  perhaps.revision = "r1234";
  HeaderEntry later = dirty;
  later.time = "2026-12-01T00:00:00Z";
  const std::string machine =
      "Machine: CPU, cores, memory and system unknown; governor, boost, ASLR and load unknown\n";
  EXPECT_EQ(text_of({later, perhaps, dirty}),
            machine +
                "Run: revision 4f2c9ab (dirty), 2026-11-30T12:00:00Z to 2026-12-01T00:00:00Z\n"
                "Run: revision r1234 (perhaps dirty), 2026-11-30T12:00:00Z\n");
}

TEST(Surroundings, SeveralMachines) {
  HeaderEntry busier = header();
  busier.environment.load = 2;
  HeaderEntry other = header();
  other.environment.host = "other";
  other.environment.cpus = 8;
  HeaderEntry nameless = header();
  nameless.environment.host = "";
  const std::string rest =
      ", 24 GiB, Debian GNU/Linux 12 (bookworm), Linux 6.1; governor performance, boost off, ASLR on, load 0.52";
  const std::string run = "Run: revision 4f2c9ab, 2026-11-30T12:00:00Z\n";
  EXPECT_EQ(text_of({busier, header()}), "Machine: AMD EPYC 7B13, 2 cores" + rest + " to 2.00\n" + run);
  EXPECT_EQ(text_of({header(), other, nameless, busier}), "Machine builder: AMD EPYC 7B13, 2 cores" + rest +
                                                              " to 2.00\nMachine other: AMD EPYC 7B13, 8 cores" + rest +
                                                              "\nMachine: AMD EPYC 7B13, 2 cores" + rest + "\n" + run);
}

TEST(Surroundings, SeveralBuilds) {
  Result debug = result("b");
  debug.build_type = "Debug";
  debug.flags = "";
  Result program = result("");
  program.program = "/usr/bin/the bench";
  program.library_version = "";
  program.library_build_type = "debug";
  EXPECT_EQ(text_of({}, {result("a"), debug, result("c"), program, debug}),
            "Build of a, c: GNU 12.2.0, Release, -O3 -DNDEBUG; Google Benchmark 1.9.5\n"
            "Build of b: GNU 12.2.0, Debug, no flags; Google Benchmark 1.9.5\n"
            "Build of the bench: GNU 12.2.0, Release, -O3 -DNDEBUG; Google Benchmark before 1.8.4 (debug build)\n");
  std::vector<Result> many{debug};
  for (char c = 'c'; c < 'k'; ++c) many.push_back(result({c}));
  EXPECT_EQ(text_of({}, many),
            "Build of b: GNU 12.2.0, Debug, no flags; Google Benchmark 1.9.5\n"
            "Build of c, d, e, f, g and 3 more: GNU 12.2.0, Release, -O3 -DNDEBUG; Google Benchmark 1.9.5\n");
}

TEST(Surroundings, ABenchmarkThatFailedHasTheLibraryOfItsSuite) {
  Result crashed = result("a");
  crashed.library_version = "";
  crashed.library_build_type = "";
  Result other = crashed;
  other.suite = "b";
  EXPECT_EQ(text_of({}, {crashed, result("a")}), "Build: GNU 12.2.0, Release, -O3 -DNDEBUG; Google Benchmark 1.9.5\n");
  EXPECT_EQ(text_of({}, {other, other, result("a")}),
            "Build of a: GNU 12.2.0, Release, -O3 -DNDEBUG; Google Benchmark 1.9.5\n"
            "Build of b: GNU 12.2.0, Release, -O3 -DNDEBUG; Google Benchmark of unknown version\n");
}

TEST(Surroundings, VariantsAndFeaturesOfBuilds) {
  Result one = result("a");
  one.features = {"preview"};
  Result same = one;
  same.variant = "detail";
  Result other = one;
  other.variant = "O2";
  other.flags = "-O2";
  other.features = {"preview", "lto"};
  EXPECT_EQ(text_of({}, {one, same, other}),
            "Build of a, a@detail: GNU 12.2.0, Release, -O3 -DNDEBUG, feature preview; Google Benchmark 1.9.5\n"
            "Build of a@O2: GNU 12.2.0, Release, -O2, features preview, lto; Google Benchmark 1.9.5\n");
}

TEST(Surroundings, ForksThatArePlaced) {
  Result one = result("a");
  one.aslr = false;
  one.cpus = {2, 3};
  Result other = result("a");
  other.cpus = {1};
  const std::string build = "Build: GNU 12.2.0, Release, -O3 -DNDEBUG; Google Benchmark 1.9.5\n";
  EXPECT_EQ(text_of({}, {one, one, other, result("a")}),
            "Forks: ASLR off, pinned to processors 2, 3; pinned to processor 1\n" + build);
  EXPECT_EQ(text_of({}, {result("a")}), build);
}

TEST(Surroundings, HostileText) {
  HeaderEntry hostile;
  hostile.time = "t\x1b[2J";
  hostile.revision = "r\nFAILED";
  hostile.dirty = false;
  hostile.environment.cpu = "Prozeßor <int, 4> ; \" \\ # | & $ \xff\n";
  Result result;
  result.suite = "s";
  result.compiler = "a\nb";
  result.flags = "-D\"x\ty\"";
  result.library_version = "v\x01";
  EXPECT_EQ(text_of({hostile}, {result}),
            "Machine: Prozeßor <int, 4> ; \" \\ # | & $ \uFFFD\\n, cores, memory and system unknown; governor, boost, "
            "ASLR and load unknown\n"
            "Build: a\\nb, -D\"x\\ty\", build type unknown; Google Benchmark v\\x01\n"
            "Run: revision r\\nFAILED, t\\x1b[2J\n");
}

}  // namespace
}  // namespace micro
