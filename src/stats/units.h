// Units of time of results: as asked for, or one for all of them.
#pragma once

#include <vector>

#include "model/result.h"

namespace micro {

// Times and throughputs come in nanoseconds ("ns/op", "ops/ns") and go in the unit that the result asks for
// (Result::unit). Where it asks for none all times get one unit, the largest in which none of them is below 1, and all
// throughputs get one, the shortest in which none is: so nothing is lost to the three decimals of a table.
void bring_to_units(std::vector<Result>& results);

// The unit that bring_to_units() gives a time alone.
TimeUnit unit_of_time(double ns);

}  // namespace micro
