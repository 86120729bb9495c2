// Text in comma-separated values (RFC 4180).
#pragma once

#include <string>
#include <string_view>

namespace micro {

// In quotes, with those inside of it doubled.
std::string csv_quoted(std::string_view text);

}  // namespace micro
