// How a fork of a comparison is made: how long its iterations are, and how many.
//
// A fork's value is its fastest iteration. Short iterations more often run undisturbed than long ones; more of them
// find an undisturbed one more surely, but another process, with other addresses and pages, is worth more than another
// iteration of the same.
#pragma once

namespace micro {

inline constexpr int iterations_of_fork = 6;
inline constexpr double fork_iteration_ns = 0.5e6;

// Iterations of a fork of a benchmark whose op takes so long, as long as processes start quickly: six. Of long ones
// fewer, down to two: the first of them is not much slower than the others.
int iterations_of(double op_ns);

// What a process takes: to start, and for each of its iterations, with what the benchmark sets up for it.
struct ForkCost {
  double start_ns = 0;
  double iteration_ns = 0;
};

// Of the times that processes of one and of six iterations took.
ForkCost fork_cost(double one_ns, double six_ns, double op_ns);

// Whether a process takes so much beside its iterations that it is worth finding out what of it is its start.
bool has_long_start(double op_ns, double beside_ns);

// As many iterations as give most per time: the time to a verdict is least where their number is as the square root of
// the start's time to an iteration's. As many as iterations_of() where processes start within six iterations' time, at
// most 20.
int iterations_worth(double op_ns, const ForkCost& cost);

}  // namespace micro
