// Result files in JMH's JSON: those of JMH, those of tools that imitate it, and our own.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "model/result.h"

namespace micro {

// A file that is not JMH's. The message is whole: place, rule, what came instead, and a hint line.
class JmhFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Reads the results of a file, in its order. `name` (the file, usually) begins the messages.
//
// Scores are derived anew from the raw data. The file does not say how the samples of a metric become its score (an
// average, sum, maximum or minimum; iterations without a sample count as 0 or not): that is taken by which score,
// error, interval and percentiles agree with the file's. Where none does, or where there is no raw data
// (jmh.json.rawData=false), the file's own numbers are kept.
//
// More is good in throughput, and for secondary metrics where the unit is a rate; else less is.
//
// What our own writer adds (format/json.cpp) is taken away again: parameters "N/A" where another result of the class
// has a value; the parameter that stands for the variant.
std::vector<Result> read_jmh_file(std::string_view text, const std::string& name);

}  // namespace micro
