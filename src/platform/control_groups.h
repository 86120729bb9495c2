// The control groups that this process is in.
#pragma once

#include <functional>
#include <string>

namespace micro {

// Visits the folder of each of them, and of all above it as far as they can be seen, below a folder that stands for the
// root. The controller is "cpu" or "memory", or empty in the unified hierarchy, which has all. A folder need not exist.
void visit_control_groups(const std::string& root,
                          const std::function<void(const std::string& controller, const std::string& folder)>& visit);

}  // namespace micro
