#include <benchmark/benchmark.h>

#include <cstdio>

#if __has_include(<micro/arguments.h>)
#error "Micro::main is linked"
#endif

int main() { std::printf("own main\n"); }
