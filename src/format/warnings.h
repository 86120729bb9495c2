// Warnings for people.
#pragma once

#include <ostream>
#include <vector>

#include "model/result.h"

namespace micro {

// A line each, and one for what to do about it; those of a kind together, and not all of many.
void write_warnings(const std::vector<Warning>& warnings, std::ostream& out);

}  // namespace micro
