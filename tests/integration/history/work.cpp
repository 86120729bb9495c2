#include "work.h"

constexpr int rounds = 1000;

// Each step waits for the one before, so that the time is that of the rounds.
unsigned long work() {
  unsigned long value = 1;
  for (int i = 0; i < rounds; ++i) value = value * 6364136223846793005ul + 1442695040888963407ul;
  return value;
}
