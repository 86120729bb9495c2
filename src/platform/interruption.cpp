#include "platform/interruption.h"

#include <iterator>

namespace micro {
namespace {

constexpr int stop_signals[] = {SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t noted_signal = 0;

void note(int signal) {
  noted_signal = signal;
}

}  // namespace

InterruptionGuard::InterruptionGuard() {
  noted_signal = 0;
  struct sigaction action = {};
  action.sa_handler = note;
  sigset_t blocked;
  sigemptyset(&blocked);
  for (std::size_t i = 0; i < std::size(stop_signals); ++i) {
    sigaction(stop_signals[i], nullptr, &old_actions_[i]);
    if (old_actions_[i].sa_handler == SIG_IGN) continue;  // nohup
    sigaction(stop_signals[i], &action, nullptr);
    sigaddset(&blocked, stop_signals[i]);
  }
  sigprocmask(SIG_BLOCK, &blocked, &old_mask_);
}

InterruptionGuard::~InterruptionGuard() {
  noted_signal = 0;
  for (std::size_t i = 0; i < std::size(stop_signals); ++i) sigaction(stop_signals[i], &old_actions_[i], nullptr);
  sigprocmask(SIG_SETMASK, &old_mask_, nullptr);
}

int interruption() {
  // Blocked signals wait outside of ppoll: let those that have come in.
  sigset_t pending;
  sigpending(&pending);
  for (const int signal : stop_signals) {
    if (noted_signal == 0 && sigismember(&pending, signal) == 1) noted_signal = signal;
  }
  return noted_signal;
}

sigset_t mask_while_waiting() {
  sigset_t mask;
  sigprocmask(SIG_SETMASK, nullptr, &mask);
  for (const int signal : stop_signals) sigdelset(&mask, signal);
  return mask;
}

}  // namespace micro
