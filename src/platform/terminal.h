// One line on a terminal that is written anew as things go on. Nothing is ever written to what is no terminal.
#pragma once

#include <string>

namespace micro {

class LiveLine {
 public:
  // Where the line is shown.
  enum class Place {
    none,
    standard_error,       // if it is a terminal
    controlling_terminal  // /dev/tty, for when ctest has taken our output; not where CI is set
  };

  explicit LiveLine(Place place);
  ~LiveLine();
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  // Cut to the width of the terminal: first the name, in its middle, so that what comes after it stays to be seen.
  void show(const std::string& before, const std::string& name, const std::string& after);
  void clear();                         // before anything else is written there
  void print(const std::string& text);  // stays there
  [[nodiscard]] bool is_visible() const { return descriptor_ >= 0; }

 private:
  void write(const std::string& text) const;

  int descriptor_ = -1;
  bool owned_ = false;
  bool shown_ = false;
};

}  // namespace micro
