// JMH's block about one result, for the log of a run.
#pragma once

#include <ostream>

#include "model/result.h"

namespace micro {

// `Result "name":` with the score, its interval and the range of the samples; for timed calls and single shots a
// histogram and percentiles; then the same of each secondary metric that is for people. A blank line ends each block.
// In JMH's histogram the largest samples are in no bin; here the last bin takes them in.
void write_extended(const Result& result, std::ostream& out);

}  // namespace micro
