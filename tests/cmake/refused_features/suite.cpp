#include <benchmark/benchmark.h>
static int unused;
