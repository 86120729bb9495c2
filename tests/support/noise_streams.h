// Streams of pairs as noisy machines give them, of a known effect: what decisions are tried on.
#pragma once

#include <functional>
#include <random>

#include "stats/swap_test.h"

namespace micro {

using Stream = std::function<LogPair(std::mt19937_64&, int pair)>;

// Times with a floor and a tail, as those of programs on a machine that others use: noise only adds.
inline double noisy(std::mt19937_64& random) {
  return std::lognormal_distribution<double>(-5, 1.2)(random);
}

inline Stream shifted(double effect) {
  return [effect](std::mt19937_64& random, int) {
    const double baseline = noisy(random);
    return LogPair{baseline, effect + noisy(random)};
  };
}

// The machine becomes slower and slower, for both alike.
inline Stream drifting(double effect) {
  return [effect](std::mt19937_64& random, int pair) {
    const double drift = 0.004 * pair;
    const double baseline = drift + noisy(random);
    return LogPair{baseline, drift + effect + noisy(random)};
  };
}

// Spells in which everything takes half as long again.
inline Stream bursting(double effect) {
  return [effect](std::mt19937_64& random, int pair) {
    const double burst = pair / 7 % 3 == 0 ? 0.4 : 0;
    const auto hit = [&] { return random() % 2 == 0 ? burst : 0; };
    const double baseline = hit() + noisy(random);
    return LogPair{baseline, effect + hit() + noisy(random)};
  };
}

// One fork in twenty is a sixth faster.
inline Stream two_modes(double effect) {
  return [effect](std::mt19937_64& random, int) {
    const auto mode = [&] { return random() % 20 == 0 ? -0.16 : 0; };
    const double baseline = mode() + noisy(random);
    return LogPair{baseline, effect + mode() + noisy(random)};
  };
}

}  // namespace micro
