// Whether one of two independent samples tends to lie above the other, and by how much: for measurements that were not
// made in turns. (H. B. Mann and D. R. Whitney, "On a test of whether one of two random variables is stochastically
// larger than the other", Ann. Math. Stat. 18, 1947; J. L. Hodges and E. L. Lehmann, "Estimates of location based on
// rank tests", Ann. Math. Stat. 34, 1963.)
//
// Nothing is assumed of the distribution but that values are independent of each other. That values of two runs differ
// by chance alone, and not because the machine was another between them, no such test can know.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace micro {

class RankTests {
 public:
  // The probability that two samples of the same distribution differ at least as much, in either direction. Exact by
  // enumeration up to 50 × 50 values, with ties up to 20 values in all; else by the normal approximation, corrected for
  // ties and continuity. 1 where a sample is empty.
  double p(std::span<const double> first, std::span<const double> second);

  // How far the second lies above the first: the median of all differences; and the ends of the interval that holds the
  // true shift with a probability of at least 1 - 2 level, infinite where there are too few values. Ties make it wider,
  // never narrower. Neither sample may be empty.
  struct Shift {
    double value = 0;
    double low = 0;
    double high = 0;
  };
  Shift shift(std::span<const double> first, std::span<const double> second, double level);

  // The least p that samples of these sizes can have.
  static double least_p(std::size_t first, std::size_t second);
  // The least size of two equally large samples that can have such a p.
  static std::size_t size_for(double p);

 private:
  // Probabilities that of all pairs (one value of each sample) at most 0, 1, … are in reverse order, where both samples
  // have the same distribution without ties. Kept, as most of many samples have the same sizes.
  const std::vector<double>& reversed_at_most(std::size_t first, std::size_t second);

  std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> kept_;
};

}  // namespace micro
