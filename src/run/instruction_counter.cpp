#include "run/instruction_counter.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "instructions/callgrind.h"
#include "model/benchmark_name.h"
#include "options/layers.h"
#include "platform/files.h"
#include "run/fork.h"

namespace micro {
namespace {

// A library that can't be told how many ops to time is told how long, in the time that it sees: a fifth of a second,
// in which about ten million instructions are counted.
constexpr double time_to_count_ns = 200e6;

bool fixes_ops(const std::string& benchmark) {
  return std::ranges::any_of(parse_benchmark_name(benchmark).suffixes,
                             [](const std::string& suffix) { return suffix.rfind("iterations:", 0) == 0; });
}

// One run under callgrind.
struct Run {
  std::uint64_t ops = 0;  // of all threads, in the last loop
  std::uint64_t threads = 1;
  std::vector<CountedLoop> loops;  // empty: the program has no symbols
  std::uint64_t all = 0;           // of the whole process
  Outcome outcome = Outcome::ok;
  std::string message;  // of an outcome other than ok

  [[nodiscard]] bool pauses() const { return !loops.empty() && loops.back().sections > threads; }
};

// The runs of one count.
class Counting {
 public:
  Counting(ForkLauncher& launcher, const CountRequest& request, bool fixed_layout, CountEntry& entry)
      : launcher_(launcher), request_(request), benchmark_(*request.benchmark), entry_(entry) {
    Settings& settings = benchmark_.settings;
    settings.warmup_iterations = 0;
    settings.warmup_ns = settings.iteration_ns = time_to_count_ns;
    settings.iterations = 1;
    settings.aslr = !fixed_layout;
  }

  Run run(std::optional<std::uint64_t> ops) {
    const TemporaryFolder output;  // of its own: parts have the same names in each run
    const std::string path = output.path() + "/callgrind.out";
    ForkRequest fork{&benchmark_, 0, 0, ops, request_.padding, request_.copy};
    fork.runner = callgrind_words();
    fork.runner_output = callgrind_out_word(path);
    const ForkEntry judged = launcher_.run(fork, interrupted_);
    entry_.command = judged.command;
    Run run;
    run.outcome = judged.outcome;
    run.message = judged.message;
    if (judged.outcome != Outcome::ok) return run;
    const std::vector<CallgrindPart> parts = read_callgrind_parts(path);
    run.ops = judged.iterations.back().ops;
    run.threads = static_cast<std::uint64_t>(std::max(1, judged.threads));
    run.loops = loops_of(parts);
    run.all = all_of(parts);
    if (parts.empty()) {
      run.outcome = Outcome::invalid;
      run.message = "callgrind wrote no counts";
    }
    return run;
  }

  [[nodiscard]] bool interrupted() const { return interrupted_; }

  // By one run alone, with what the loop costs once.
  void count_once() {
    entry_.ops = *request_.ops;
    const Run many = run(entry_.ops);
    if (!is_good(many)) return;
    if (many.loops.empty()) return fail("the program has no symbols");
    take_loop(many);
  }

  // By a run of one op and one of many.
  void count_with_fixed_ops() {
    const Run one = run(1);
    if (!is_good(one)) return;
    if (one.loops.empty()) return count_whole_process(one);
    const std::uint64_t first = one.loops.back().instructions;
    const double per_op = static_cast<double>(first) / static_cast<double>(one.ops) * threads(one);
    entry_.ops = request_.ops.value_or(ops_to_count(per_op, one.pauses()));
    const Run many = run(entry_.ops);
    if (!is_good(many)) return;
    if (many.loops.empty()) return fail("callgrind wrote no counts of its loop");
    if (many.ops == one.ops) return take_loop(many);  // the source fixes it
    take("loop", more(first, many.loops.back().instructions), many.ops - one.ops);
  }

  // The library begins with one op, and does more until that takes long enough: the last loops of a short run and of a
  // longer one.
  void count_with_free_ops() {
    constexpr double part = 0.1;
    benchmark_.settings.iteration_ns *= part;
    const Run few = run(std::nullopt);
    if (!is_good(few)) return;
    if (few.loops.empty()) {
      return fail("the program has no symbols, and its library can't be told how many ops to time (before 1.8)");
    }
    benchmark_.settings.iteration_ns /= part;
    const Run many = fixes_ops(benchmark_.id.benchmark) ? few : run(std::nullopt);
    if (!is_good(many)) return;
    entry_.ops = many.ops / many.threads;
    if (many.ops <= few.ops) return take_loop(many);
    take("loop", more(few.loops.back().instructions, many.loops.back().instructions), many.ops - few.ops);
  }

 private:
  bool is_good(const Run& run) {
    entry_.outcome = run.outcome;
    entry_.message = run.message;
    return run.outcome == Outcome::ok;
  }
  void fail(const std::string& why) {
    entry_.outcome = Outcome::invalid;
    entry_.message = why;
  }

  static double more(std::uint64_t few, std::uint64_t many) {
    return static_cast<double>(many) - static_cast<double>(few);
  }
  static double threads(const Run& run) { return static_cast<double>(run.threads); }

  void take(const char* method, double instructions, std::uint64_t ops) {
    if (instructions <= 0) return fail("more ops took no more instructions");
    entry_.method = method;
    entry_.value = instructions / static_cast<double>(ops);
  }
  // With the constant of the loop.
  void take_loop(const Run& run) { take("loop", static_cast<double>(run.loops.back().instructions), run.ops); }

  void count_whole_process(const Run& one) {
    Run few = run(10);
    // A benchmark can do its ops in batches.
    if (is_good(few) && few.ops == one.ops && !fixes_ops(benchmark_.id.benchmark)) few = run(1000);
    if (!is_good(few)) return;
    if (few.ops <= one.ops) return fail("the program has no symbols, and its source fixes the number of ops");
    const double per_op = more(one.all, few.all) / static_cast<double>(few.ops - one.ops);
    entry_.ops = request_.ops.value_or(std::max<std::uint64_t>(few.ops, ops_to_count(per_op * threads(one), false)));
    const Run many = run(entry_.ops);
    if (is_good(many)) take("process", more(one.all, many.all), many.ops - one.ops);
  }

  ForkLauncher& launcher_;
  const CountRequest& request_;
  MeasuredBenchmark benchmark_;
  CountEntry& entry_;
  bool interrupted_ = false;
};

}  // namespace

bool counts_instructions(const MeasuredBenchmark& benchmark) {
  const Count count = benchmark.settings.count;
  return (count == Count::instructions || count == Count::only) && !benchmark.id.single_shot;
}

std::uint64_t ops_to_count(double instructions_per_op, bool pauses) {
  constexpr double enough = 2e7;  // instructions: less than half a second
  constexpr std::uint64_t ops_at_most = 1'000'000;
  constexpr std::uint64_t pauses_at_most = 100;  // each is a file
  std::uint64_t best = 2;
  for (std::uint64_t power = 1; power <= ops_at_most; power *= 10) {
    for (const std::uint64_t ops : {2 * power, 5 * power, 10 * power}) {
      if (ops <= (pauses ? pauses_at_most : ops_at_most) && static_cast<double>(ops) * instructions_per_op <= enough) {
        best = std::max(best, ops);
      }
    }
  }
  return best;
}

InstructionCounter::InstructionCounter(ProcessRunner& processes, Clock& clock,
                                       std::vector<std::string> caller_variables, bool fixed_layout)
    : processes_(processes), clock_(clock), variables_(std::move(caller_variables)), fixed_layout_(fixed_layout) {}

std::string InstructionCounter::obstacle() {
  if (!obstacle_) {
    constexpr std::int64_t limit_ns = 60'000'000'000;
    const ProcessResult process = processes_.run({{"valgrind", "--version"}, variables_, ""}, limit_ns, {});
    const bool works = process.not_started.empty() && process.exit_code == 0;
    obstacle_ = works ? "" : process.not_started.empty() ? "valgrind --version failed" : process.not_started;
  }
  return *obstacle_;
}

void InstructionCounter::require_valgrind() {
  const std::string why = obstacle();
  if (why.empty()) return;
  throw OptionError(
      fmt::format("COUNT: instructions are counted by valgrind, which cannot be started: {}\n  hint: install valgrind, "
                  "or measure without COUNT",
                  why));
}

CountEntry InstructionCounter::count(const CountRequest& request, bool& interrupted) {
  CountEntry entry;
  entry.id = request.benchmark->id;
  if (request.benchmark->variant->not_a_measurement) {
    entry.outcome = Outcome::invalid;
    entry.message = "a program with a sanitizer does not run under valgrind";
    return entry;
  }
  const TemporaryFolder folder;
  ForkLauncher launcher(processes_, clock_, variables_, folder.path());
  Counting counting(launcher, request, fixed_layout_, entry);
  if (request.is_rough && request.takes_fixed_ops) {
    counting.count_once();
  } else {
    request.takes_fixed_ops ? counting.count_with_fixed_ops() : counting.count_with_free_ops();
  }
  interrupted |= counting.interrupted();
  return entry;
}

}  // namespace micro
