// Facts about this machine that its measurements depend on.
#pragma once

#include <string>

#include "journal/entry.h"

namespace micro {

// What can be found out about the machine without any privilege; what cannot is left absent.
Environment read_environment();

// The part of it that the files of Linux tell, below a folder that stands for the root: `cpu`, `os` (without the
// kernel), `aslr` (of the system), `governor`, `boost`, `cpu_quota`, `memory_limit_bytes` and `caches`. Files that are
// missing or hold something else than they should count for nothing.
Environment environment_of_files(const std::string& root);

}  // namespace micro
