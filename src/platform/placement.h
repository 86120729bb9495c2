// Where processes may run and lie: what the system allows, found out before anything is measured.
#pragma once

#include <string>
#include <vector>

namespace micro {

// The numbers of the processors that this process may use, ascending; empty if that is unknown.
std::vector<int> allowed_cpus();

// Why a process may not have a fixed layout of its address space (ASLR=off): the system's words; empty if it may.
std::string fixed_layout_refusal();

}  // namespace micro
