// Callgrind, a tool of valgrind that counts instructions: how it is called, and what it writes.
//
// Only the timed code is to be counted, without a change of the user's source. Google Benchmark calls
// State::StartKeepRunning() before the loop, ResumeTiming() where timing begins (before the loop and after each pause)
// and PauseTiming() where it ends. Callgrind can set its counts to zero, or write them as a part of its output, when a
// function is entered: a part at each PauseTiming() holds what has been timed since ResumeTiming() and a constant,
// which is the same in each loop. A program without these symbols (it is stripped) has its last part only: all of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace micro {

// Words before a program that have its timed code counted, but for the file that is written.
std::vector<std::string> callgrind_words();
// The word that names this file, for parts also the beginning of its name: "path.1", "path.2", …
std::string callgrind_out_word(const std::string& path);

enum class CallgrindTrigger {
  loop,     // State::StartKeepRunning(): what lies before it is none of ours
  section,  // State::PauseTiming(): what has been timed
  end,      // of the program
};

// One file that callgrind wrote.
struct CallgrindPart {
  CallgrindTrigger trigger = CallgrindTrigger::end;
  std::uint64_t instructions = 0;  // since the part before it, or since ResumeTiming()
  friend bool operator==(const CallgrindPart&, const CallgrindPart&) = default;
};

// Absent if the text is no whole output of callgrind.
std::optional<CallgrindPart> read_callgrind_part(std::string_view text);

// All parts that were written to this path, in their order.
std::vector<CallgrindPart> read_callgrind_parts(const std::string& path);

// A loop over ops: an iteration in our terms, or what the library did to find the number of ops.
struct CountedLoop {
  std::uint64_t instructions = 0;  // in its sections, of all threads
  std::size_t sections = 0;        // one for each thread, and one more for each pause
  friend bool operator==(const CountedLoop&, const CountedLoop&) = default;
};

// The loops that the parts hold; none of a program without symbols.
std::vector<CountedLoop> loops_of(const std::vector<CallgrindPart>& parts);

// Everything that was counted, whatever it was.
std::uint64_t all_of(const std::vector<CallgrindPart>& parts);

}  // namespace micro
