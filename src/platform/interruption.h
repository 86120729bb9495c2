// Being asked to stop: SIGINT, SIGTERM and SIGHUP are noted while an InterruptionGuard lives, and acted on at the next
// safe place. Those that whoever has started us made us ignore (nohup) stay ignored.
#pragma once

#include <csignal>

namespace micro {

class InterruptionGuard {
 public:
  InterruptionGuard();   // catches the signals and keeps them blocked but for waiting places
  ~InterruptionGuard();  // as before
  InterruptionGuard(const InterruptionGuard&) = delete;
  InterruptionGuard& operator=(const InterruptionGuard&) = delete;

 private:
  struct sigaction old_actions_[3];
  sigset_t old_mask_;
};

// The signal that asked us to stop while the guard lives, or 0.
int interruption();

// The signal mask for a wait (ppoll) that such a signal may end.
sigset_t mask_while_waiting();

}  // namespace micro
