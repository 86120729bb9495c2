// Reads the inputs of the goldens in jmh/ (grammar: jmh/README.md) into the model.
#pragma once

#include <string>
#include <vector>

#include "model/result.h"

namespace micro::test {

// The path of a file in golden/jmh.
std::string jmh_golden(const std::string& file);

// Lines without their ends.
std::vector<std::string> read_lines(const std::string& path);

// Throws std::runtime_error on a line that it does not understand.
std::vector<Result> read_jmh_input(const std::string& path);

}  // namespace micro::test
