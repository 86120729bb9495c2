#include "platform/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

#include "platform/disturbance.h"
#include "platform/interruption.h"

namespace micro {
namespace {

using SteadyClock = std::chrono::steady_clock;

std::int64_t since_ns(SteadyClock::time_point start) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(SteadyClock::now() - start).count();
}

class Descriptor {
 public:
  explicit Descriptor(int value = -1) : value_(value) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    reset();
    value_ = std::exchange(other.value_, -1);
    return *this;
  }
  void reset() {
    if (value_ >= 0) close(value_);
    value_ = -1;
  }
  [[nodiscard]] int get() const { return value_; }
  [[nodiscard]] bool is_open() const { return value_ >= 0; }

 private:
  int value_;
};

// The reading end of a child's output, of which the last `limit` bytes are kept.
class Capture {
 public:
  explicit Capture(std::size_t limit) : limit_(limit) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    reading_ = Descriptor(ends[0]);
    writing_ = Descriptor(ends[1]);
    fcntl(reading_.get(), F_SETFL, O_NONBLOCK);
  }

  [[nodiscard]] bool is_open() const { return reading_.is_open(); }
  [[nodiscard]] int reading() const { return reading_.get(); }
  [[nodiscard]] int writing() const { return writing_.get(); }
  void close_writing() { writing_.reset(); }

  // Takes what has arrived; closes at the end of the stream.
  void drain() {
    std::array<char, 16 * 1024> buffer;
    while (reading_.is_open()) {
      const ssize_t count = read(reading_.get(), buffer.data(), buffer.size());
      if (count > 0) {
        text_.append(buffer.data(), static_cast<std::size_t>(count));
        if (text_.size() > 2 * limit_ + buffer.size()) text_.erase(0, text_.size() - limit_);
      } else if (count == 0) {
        reading_.reset();
      } else if (errno != EINTR) {
        return;
      }
    }
  }

  std::string take() {
    if (text_.size() > limit_) text_.erase(0, text_.size() - limit_);
    return std::move(text_);
  }

 private:
  std::size_t limit_;
  Descriptor reading_;
  Descriptor writing_;
  std::string text_;
};

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// What execvp would take, found before the fork, since a child of vfork must not allocate.
std::string find_program(const std::string& name, const std::vector<std::string>& environment) {
  if (name.find('/') != std::string::npos) return name;
  for (const std::string& variable : environment) {
    if (variable.rfind("PATH=", 0) != 0) continue;
    std::string path = variable.substr(5) + ":";
    for (std::size_t start = 0, end; (end = path.find(':', start)) != std::string::npos; start = end + 1) {
      const std::string candidate = path.substr(start, end - start) + "/" + name;
      if (access(candidate.c_str(), X_OK) == 0) return candidate;
    }
  }
  return name;
}

// What a new process does before it is the program.
enum class Step { pin, fix_layout, change_directory, execute };

struct Child {
  pid_t pid = -1;
  int error = 0;              // errno of the step that failed; 0 if the program runs
  Step step = Step::execute;  // that one
};

// All that a new process needs, prepared before it exists: a child of vfork makes system calls only.
struct Launch {
  const char* program;
  char* const* arguments;
  char* const* environment;
  const char* directory;  // or null
  const cpu_set_t* cpus;  // or null
  bool fixed_layout;
  int input;
  int output;
  int error_output;
  pid_t parent;
  sigset_t no_signals;
  struct sigaction default_action;
  // Written by the child, which borrows our memory, when a step fails.
  volatile int error = 0;
  volatile Step step = Step::execute;
};

[[noreturn]] void give_up(Launch& launch, Step step) {
  launch.error = errno;
  launch.step = step;
  _exit(127);
}

bool fix_layout() {
  constexpr unsigned long ask = 0xffffffff;
  const int now = personality(ask);
  return now != -1 && personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) != -1;
}

// What could not be done, for a message.
std::string failed_step(Step step, const Command& command, const std::string& program) {
  switch (step) {
    case Step::pin:
      return fmt::format("processors {}", fmt::join(command.cpus, ","));
    case Step::fix_layout:
      return "a fixed layout of the address space";
    case Step::change_directory:
      return command.working_directory;
    case Step::execute:
      return program;
  }
  return program;
}

[[noreturn]] void become(Launch& launch) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != launch.parent) _exit(127);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) sigaction(signal, &launch.default_action, nullptr);
  sigprocmask(SIG_SETMASK, &launch.no_signals, nullptr);
  dup2(launch.input, 0);
  dup2(launch.output, 1);
  dup2(launch.error_output, 2);
  if (launch.cpus != nullptr && sched_setaffinity(0, sizeof(cpu_set_t), launch.cpus) != 0) give_up(launch, Step::pin);
  if (launch.fixed_layout && !fix_layout()) give_up(launch, Step::fix_layout);
  if (launch.directory != nullptr && chdir(launch.directory) != 0) give_up(launch, Step::change_directory);
  execve(launch.program, launch.arguments, launch.environment);
  give_up(launch, Step::execute);
}

// vfork: the child borrows our memory until it calls exec, so a launch costs the same however large we are.
pid_t fork_into(Launch& launch) {
  const pid_t pid = vfork();
  if (pid == 0) become(launch);
  return pid;
}

Child start(const std::string& program, const Command& command, int output, int error_output) {
  const std::vector<char*> arguments = pointers(command.arguments);
  const std::vector<char*> environment = pointers(command.environment);
  const Descriptor null(open("/dev/null", O_RDONLY | O_CLOEXEC));
  Launch launch = {};
  launch.program = program.c_str();
  launch.arguments = arguments.data();
  launch.environment = environment.data();
  launch.directory = command.working_directory.empty() ? nullptr : command.working_directory.c_str();
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  for (const int cpu : command.cpus) CPU_SET(static_cast<std::size_t>(cpu), &cpus);
  launch.cpus = command.cpus.empty() ? nullptr : &cpus;
  launch.fixed_layout = command.fixed_layout;
  launch.input = null.get();
  launch.output = output;
  launch.error_output = error_output;
  launch.parent = getpid();
  sigemptyset(&launch.no_signals);
  launch.default_action.sa_handler = SIG_DFL;
  Child child;
  child.pid = fork_into(launch);
  child.error = child.pid < 0 ? errno : launch.error;
  child.step = launch.step;
  if (child.pid > 0 && child.error != 0) waitpid(child.pid, nullptr, 0);
  return child;
}

// Children of ours by the kernel's list; those of processes that have ended are among them.
std::vector<pid_t> children() {
  std::vector<pid_t> found;
  std::error_code error;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", error)) {
    std::ifstream list(task.path() / "children");
    for (pid_t pid = 0; list >> pid;) found.push_back(pid);
  }
  return found;
}

bool has_ended(pid_t pid) {
  siginfo_t info = {};
  return waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

constexpr std::int64_t grace_ns = 2'000'000'000;      // between SIGTERM and SIGKILL
constexpr std::int64_t fallback_poll_ns = 5'000'000;  // where the kernel has no pidfd_open (before 5.3)
// A signal wakes one thread only.
constexpr std::int64_t shared_poll_ns = 50'000'000;

// Of this process: how many programs run.
std::atomic<int> running_programs = 0;

struct RunningProgram {
  RunningProgram() { ++running_programs; }
  ~RunningProgram() { --running_programs; }
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;
};

}  // namespace

void end_orphans() {
  // More may come while we are at it: a child's own children become ours when it ends.
  constexpr int rounds_at_most = 1000;  // what forks faster than we kill is not ours to win against
  for (int round = 0; round < rounds_at_most; ++round) {
    siginfo_t info = {};
    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return;  // there is none, which is the rule
    for (const pid_t pid : children()) {
      kill(pid, SIGKILL);
      waitpid(pid, nullptr, 0);
    }
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
  }
}

ProcessResult SystemProcessRunner::run(const Command& command, std::int64_t timeout_ns, const OutputLimits& limits) {
  ProcessResult result;
  Capture output(limits.standard_output);
  Capture error_output(limits.standard_error);
  if (command.arguments.empty() || !output.is_open() || !error_output.is_open()) {
    result.not_started = command.arguments.empty() ? "no program given" : std::strerror(errno);
    return result;
  }

  const RunningProgram running;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const std::string program = find_program(command.arguments.front(), command.environment);
  const MachineCounts before = read_machine_counts("");
  const SteadyClock::time_point start_time = SteadyClock::now();
  const Child child = start(program, command, output.writing(), error_output.writing());
  if (child.error != 0) {
    result.not_started = fmt::format("{}: {}", failed_step(child.step, command, program), std::strerror(child.error));
    return result;
  }
  output.close_writing();
  error_output.close_writing();

  const Descriptor process(static_cast<int>(syscall(SYS_pidfd_open, child.pid, 0)));
  const sigset_t waiting_mask = mask_while_waiting();
  constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
  std::int64_t terminate_at = timeout_ns > 0 ? timeout_ns : never;
  std::int64_t kill_at = never;
  while (!has_ended(child.pid)) {
    const std::int64_t now = since_ns(start_time);
    const bool interrupted = interruption() != 0;
    if (kill_at == never && (interrupted || now >= terminate_at)) {
      result.interrupted = interrupted;
      result.timed_out = !interrupted;
      kill(-child.pid, SIGTERM);
      kill_at = now + grace_ns;
    } else if (now >= kill_at) {
      kill(-child.pid, SIGKILL);
      kill_at = never - 1;
    }
    std::int64_t wait_ns = std::min(kill_at == never ? terminate_at : kill_at, never - 1) - now;
    if (!process.is_open()) wait_ns = std::min(wait_ns, fallback_poll_ns);
    if (running_programs > 1) wait_ns = std::min(wait_ns, shared_poll_ns);
    const timespec wait = {static_cast<time_t>(std::max<std::int64_t>(wait_ns, 0) / 1'000'000'000),
                           static_cast<long>(std::max<std::int64_t>(wait_ns, 0) % 1'000'000'000)};
    // A negative descriptor is ignored by poll.
    pollfd events[] = {{process.get(), POLLIN, 0}, {output.reading(), POLLIN, 0}, {error_output.reading(), POLLIN, 0}};
    ppoll(events, std::size(events), &wait, &waiting_mask);
    output.drain();
    error_output.drain();
  }
  result.elapsed_ns = since_ns(start_time);
  // Before the leader is reaped, so that the number of the group can't have been given to another.
  kill(-child.pid, SIGKILL);
  int status = 0;
  const auto waited_ns = waited_for_processor_ns("", child.pid);
  rusage usage = {};
  wait4(child.pid, &status, 0, &usage);
  result.disturbance = disturbance_of(before, read_machine_counts(""), usage, waited_ns);
  // What another thread runs is a child of ours, too, and its end clears up.
  if (running_programs == 1) end_orphans();
  output.drain();
  error_output.drain();
  if (WIFSIGNALED(status)) {
    result.signal = WTERMSIG(status);
  } else {
    result.exit_code = WEXITSTATUS(status);
  }
  result.standard_output = output.take();
  result.standard_error = error_output.take();
  return result;
}

std::string signal_name(int signal) {
  const char* name = sigdescr_np(signal);
  return name == nullptr ? fmt::format("signal {}", signal) : name;
}

}  // namespace micro
