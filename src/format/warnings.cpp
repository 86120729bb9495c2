#include "format/warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "text/text.h"

namespace micro {

void write_warnings(const std::vector<Warning>& warnings, std::ostream& out) {
  constexpr std::size_t shown_of_a_kind = 5;
  std::map<WarningKind, std::vector<const Warning*>> kinds;
  for (const Warning& warning : warnings) kinds[warning.kind].push_back(&warning);
  for (const auto& [kind, same] : kinds) {
    const std::size_t shown = std::min(same.size(), shown_of_a_kind);
    for (std::size_t i = 0; i < shown; ++i) {
      const Warning& warning = *same[i];
      const std::string mode = warning.mode ? fmt::format(" ({})", to_string(*warning.mode)) : "";
      out << fmt::format("Warning: {}{}{}{}\n", visible(warning.subject), mode, warning.subject.empty() ? "" : ": ",
                         visible(warning.message));
      if (i + 1 == shown) {
        if (same.size() > shown) out << fmt::format("Warning: the like of {} more\n", same.size() - shown);
      } else if (same[i + 1]->remedy == warning.remedy) {
        continue;  // it comes after the last one that it is for
      }
      out << "  hint: " << visible(warning.remedy) << '\n';
    }
  }
}

}  // namespace micro
