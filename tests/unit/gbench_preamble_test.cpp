#include "gbench/preamble.h"

#include <gtest/gtest.h>

namespace micro {
namespace {

// As 1.7.1 and 1.9.5 write it.
TEST(Preamble, IsLeftOut) {
  EXPECT_EQ(without_preamble("2026-11-30T21:13:20+00:00\n"
                             "Running ./bm\n"
                             "Run on (2 X 2450 MHz CPU s)\n"
                             "CPU Caches:\n"
                             "  L1 Data 32 KiB (x2)\n"
                             "  L1 Instruction 32 KiB (x2)\n"
                             "  L3 Unified 8192 KiB (x1)\n"
                             "Load Average: 2.86, 3.82, 4.21\n"
                             "***WARNING*** ASLR is enabled, the results may have unreproducible noise in them.\n"
                             "***WARNING*** Library was built as DEBUG. Timings may be affected.\n"
                             "oops\n"),
            "oops\n");
}

TEST(Preamble, WhatTheProgramSaysStays) {
  for (const char* text :
       {"", "no newline", "\n", "x\n\ny", "Not Running x\n", "  L1 cache of ours\n", "Load Average: high\n"}) {
    EXPECT_EQ(without_preamble(text), text);
  }
}

}  // namespace
}  // namespace micro
