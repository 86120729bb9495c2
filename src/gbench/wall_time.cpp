#include "gbench/wall_time.h"

#include <cstdlib>
#include <utility>

namespace micro {
namespace {

// Major and minor number of "v1.9.5" or "1.9.5"; {0, 0} where there are none.
std::pair<int, int> major_and_minor(const std::string& version) {
  const std::size_t start = version.find_first_of("0123456789");
  if (start == std::string::npos) return {0, 0};
  char* end = nullptr;
  const long major = std::strtol(version.c_str() + start, &end, 10);
  const long minor = *end == '.' ? std::strtol(end + 1, nullptr, 10) : 0;
  return {static_cast<int>(major), static_cast<int>(minor)};
}

bool is_divided_by_threads(const std::string& library_version) {
  return library_version.empty() ||
         (major_and_minor(library_version) > std::pair(0, 0) && major_and_minor(library_version) < std::pair(1, 9));
}

}  // namespace

double wall_time_per_op(double real_ns, int threads, const std::string& library_version) {
  return is_divided_by_threads(library_version) ? real_ns * threads : real_ns;
}

double reported_real_time(double wall_ns, int threads, const std::string& library_version) {
  return is_divided_by_threads(library_version) ? wall_ns / threads : wall_ns;
}

}  // namespace micro
