// Units of time of results: as asked for, or one for all of them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "model/result.h"

namespace micro {

// Times and throughputs come in nanoseconds ("ns/op", "ops/ns") and go in the unit that the result asks for
// (Result::unit). Where it asks for none all times get one unit, the largest in which none of them is below 1, and all
// throughputs get one, the shortest in which none is: so nothing is lost to the three decimals of a table.
void bring_to_units(std::vector<Result>& results);

// What a unit of time says.
struct OpUnit {
  TimeUnit time = TimeUnit::nanoseconds;
  bool is_throughput = false;  // "ops/us"; else "us/op"
};
std::optional<OpUnit> op_unit_from(std::string_view unit);  // nothing for other units

// A time ("us/op") or throughput ("ops/us") as time per op, whatever mode it was asked for; nothing for other units.
std::optional<double> ns_per_op(double value, std::string_view unit, int threads);

// The unit that bring_to_units() gives a time alone.
TimeUnit unit_of_time(double ns);

}  // namespace micro
