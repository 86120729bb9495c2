#include "platform/guardian.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <sstream>
#include <string_view>

#include "platform/kernel_files.h"
#include "platform/process.h"

namespace micro {
namespace {

constexpr int handed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
constexpr int poll_ms = 1000;  // where the kernel has no pidfd_open (before 5.3)

bool is_ignored(int signal) {
  struct sigaction action = {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

// One of those we run for.
struct Tool {
  pid_t pid;
  int descriptor;  // readable when it has ended; -1: unknown

  [[nodiscard]] bool has_ended() const {
    pollfd event = {descriptor, POLLIN, 0};
    return descriptor >= 0 ? poll(&event, 1, 0) == 1 : kill(pid, 0) != 0 && errno == ESRCH;
  }
};

// Waits for the end of the worker, of which it returns the status. `signals` tells of ours.
int watch(pid_t worker, const std::vector<Tool>& tools, int signals) {
  std::vector<pollfd> events = {{signals, POLLIN, 0}};
  bool asks_again = signals < 0;
  for (const Tool& tool : tools) {
    events.push_back({tool.descriptor, POLLIN, 0});  // a negative one is ignored
    asks_again |= tool.descriptor < 0;
  }
  bool follows = true;
  int status = 0;
  while (waitpid(worker, &status, WNOHANG) != worker) {
    poll(events.data(), events.size(), asks_again ? poll_ms : -1);
    signalfd_siginfo signal = {};
    while (signals >= 0 && read(signals, &signal, sizeof signal) == sizeof signal) {
      if (signal.ssi_signo != SIGCHLD) kill(worker, static_cast<int>(signal.ssi_signo));
    }
    if (follows && std::ranges::any_of(tools, &Tool::has_ended)) {
      kill(worker, SIGTERM);
      follows = false;
      events.resize(1);
    }
  }
  return status;
}

// Ends this process by a signal that has ended another.
[[noreturn]] void end_by(int signal) {
  const rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);  // it has left one already, where it does
  std::signal(signal, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  kill(getpid(), signal);
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
  _exit(128 + signal);
}

}  // namespace

std::vector<pid_t> tools_above(const std::string& root, pid_t process) {
  constexpr std::array<std::string_view, 7> tools = {"ctest", "cmake", "make", "gmake", "ninja", "ninja-build", "samu"};
  constexpr std::array<std::string_view, 4> shells = {"sh", "dash", "bash", "busybox"};
  constexpr int at_most = 100;  // what changes while it is read may go round in a circle
  std::vector<pid_t> found;
  std::vector<pid_t> between;  // shells count only below a tool: the topmost is the user's own
  for (int i = 0; i < at_most; ++i) {
    // "1234 (name) state parent …", and the name may have blanks and brackets.
    const std::string line = line_of(fmt::format("{}/proc/{}/stat", root, process));
    const std::size_t begin = line.find('(');
    const std::size_t end = line.rfind(')');
    if (begin == std::string::npos || end == std::string::npos || end < begin) break;
    std::istringstream rest(line.substr(end + 1));
    char state = 0;
    pid_t parent = 0;
    rest >> state >> parent;
    const std::string name = line.substr(begin + 1, end - begin - 1);
    if (i > 0) {  // not the process itself
      between.push_back(process);
      if (std::ranges::find(tools, name) != tools.end()) {
        found.insert(found.end(), between.begin(), between.end());
        between.clear();
      } else if (std::ranges::find(shells, name) == shells.end()) {
        break;
      }
    }
    process = parent;
  }
  return found;
}

int guarded(const std::function<int()>& work) {
  std::signal(SIGCHLD, SIG_DFL);  // where it was ignored, children would vanish unseen
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t watched;
  sigset_t before;
  sigemptyset(&watched);
  sigaddset(&watched, SIGCHLD);
  for (const int signal : handed_on) {
    if (!is_ignored(signal)) sigaddset(&watched, signal);
  }
  sigprocmask(SIG_BLOCK, &watched, &before);
  const pid_t guardian = getpid();
  const pid_t worker = fork();
  if (worker <= 0) {
    if (worker == 0) {
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      if (getppid() != guardian) _exit(128 + SIGTERM);
    }
    sigprocmask(SIG_SETMASK, &before, nullptr);
    return work();
  }
  std::vector<Tool> tools;
  // nohup: it is meant to outlive those who have started it.
  const bool outlives = is_ignored(SIGHUP);
  for (const pid_t pid : outlives ? std::vector<pid_t>() : tools_above("", guardian)) {
    tools.push_back({pid, static_cast<int>(syscall(SYS_pidfd_open, pid, 0))});
  }
  const int signals = signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK);
  const int status = watch(worker, tools, signals);
  end_orphans();
  if (WIFSIGNALED(status)) end_by(WTERMSIG(status));
  return WEXITSTATUS(status);
}

}  // namespace micro
