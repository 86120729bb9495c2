#include "platform/terminal.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace micro {
namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// The first `columns` characters of UTF-8 text, one column each.
std::string cut_to(const std::string& text, int columns) {
  int seen = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins_character = (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
    if (begins_character && ++seen > columns) return text.substr(0, i);
  }
  return text;
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

void LiveLine::show(const std::string& text) {
  if (descriptor_ < 0) return;
  winsize size = {};
  const bool known = ioctl(descriptor_, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  write("\r\033[K" + cut_to(text, known ? size.ws_col - 1 : 79));
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
