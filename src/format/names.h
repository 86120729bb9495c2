// JMH's short names of benchmarks in tables.
#pragma once

#include <string>
#include <vector>

namespace micro {

// The names without the leading parts (split at '.') that are all lower case and that all have in common. These are
// left out if they are the whole lower-case beginning of the first name; else they are abbreviated to their first
// letters. JMH would also take away a name that is all lower case; here the last part of a name always stays.
std::vector<std::string> shortened_names(const std::vector<std::string>& names);

// JMH's class of a method: what stands before the last dot; empty without a dot.
std::string class_of(const std::string& name);

}  // namespace micro
