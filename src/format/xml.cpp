#include "format/xml.h"

#include "format/columns.h"
#include "text/text.h"

namespace micro {

std::string xml_text(std::string_view text) {
  const std::string shown = visible(text);
  std::string out;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    switch (shown[i]) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':  // ends a CDATA section in "]]>" even where none is open
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      case '\xEF':
        if (shown.compare(i, 3, "\xEF\xBF\xBE") == 0 || shown.compare(i, 3, "\xEF\xBF\xBF") == 0) {
          out += "\xEF\xBF\xBD";
          i += 2;
          break;
        }
        [[fallthrough]];
      default:
        out += shown[i];
    }
  }
  return out;
}

std::string xml_lines(std::string_view text) {
  std::string out;
  bool first = true;
  for (const std::string& line : split(text, '\n')) {
    if (!first) out += '\n';
    first = false;
    out += xml_text(line);
  }
  return out;
}

}  // namespace micro
