#include "platform/terminal.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace micro {
namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool begins_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}

// The first `columns` characters of UTF-8 text, one column each.
std::string cut_to(const std::string& text, int columns) {
  int seen = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (begins_character(text[i]) && ++seen > columns) return text.substr(0, i);
  }
  return text;
}

int characters(const std::string& text) {
  return static_cast<int>(std::ranges::count_if(text, begins_character));
}

// At most so many characters: of a longer text the beginning and the end.
std::string cut_in_middle(const std::string& text, int columns) {
  const int all = characters(text);
  if (all <= columns) return text;
  const int end = (columns - 1) / 2;
  return cut_to(text, columns - 1 - end) + "…" + text.substr(cut_to(text, all - end).size());
}

}  // namespace

LiveLine::LiveLine(Place place) {
  const char* terminal = std::getenv("TERM");
  if (place == Place::none || terminal == nullptr || std::strcmp(terminal, "dumb") == 0) return;
  if (place == Place::standard_error) {
    if (isatty(STDERR_FILENO) == 1) descriptor_ = STDERR_FILENO;
  } else if (!is_set("CI")) {
    descriptor_ = open("/dev/tty", O_WRONLY | O_CLOEXEC | O_NOCTTY);
    owned_ = true;
  }
}

LiveLine::~LiveLine() {
  clear();
  if (owned_ && descriptor_ >= 0) close(descriptor_);
}

void LiveLine::write(const std::string& text) const {
  // Progress is a courtesy: a terminal that has gone away is no reason to fail.
  if (::write(descriptor_, text.data(), text.size()) < 0) return;
}

void LiveLine::show(const std::string& before, const std::string& name, const std::string& after) {
  if (descriptor_ < 0) return;
  winsize size = {};
  const bool known = ioctl(descriptor_, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  const int columns = known ? size.ws_col - 1 : 79;
  const int left = columns - characters(before) - characters(after);
  write("\r\033[K" + cut_to(before + cut_in_middle(name, std::max(left, 1)) + after, columns));
  shown_ = true;
}

void LiveLine::print(const std::string& text) {
  clear();
  if (descriptor_ >= 0) write(text);
}

void LiveLine::clear() {
  if (!shown_) return;
  write("\r\033[K");
  shown_ = false;
}

}  // namespace micro
