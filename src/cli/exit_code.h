// The exit codes of cmicro. Through ctest and make they become 8 and 2.
#pragma once

namespace micro {

enum class ExitCode {
  ok = 0,
  failed = 1,         // a benchmark failed, or the tool did
  usage = 2,          // the call or an input file is wrong
  regressed = 3,      // FAIL_ON: a benchmark is slower
  undecided = 4,      // FAIL_ON: a benchmark is inconclusive, or a control has moved
  skipped = 77,       // all that was asked for was skipped; ctest is told so (SKIP_RETURN_CODE)
  interrupted = 130,  // SIGINT
  terminated = 143    // SIGTERM and SIGHUP
};

}  // namespace micro
