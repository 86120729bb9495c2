// Nothing is left running, whichever process is killed: the work is done by one, and another does nothing but watch it.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace micro {

// Does the work in a child process and ends as that does: with its exit code, or by the signal that ended it. When the
// child has ended, whatever it was, all that it has started is killed: also what moved to a group or session of its
// own, and also when the child itself was killed. The child gets what asks us to stop (SIGINT, SIGTERM, SIGHUP,
// SIGQUIT), and SIGTERM when we are killed, or when a build tool or ctest that we run for is. Where there can't be one
// more process, the work is done in this one.
int guarded(const std::function<int()>& work);

// The processes above `process` that we run for: ctest, make, ninja and cmake, and the shells between them. They wait
// for us, so one that has ended was killed.
std::vector<pid_t> tools_above(const std::string& root, pid_t process);

}  // namespace micro
