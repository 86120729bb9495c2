#include "compare/copies.h"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

#include "platform/files.h"

namespace micro {
namespace {

// In the dynamic section's strings: where the program's libraries are looked for.
bool looks_beside_itself(const std::string& program) {
  const std::string bytes = read_file(program, std::numeric_limits<std::size_t>::max());
  return bytes.find("$ORIGIN") != std::string::npos || bytes.find("${ORIGIN}") != std::string::npos;
}

bool holds_programs(const std::string& folder) {
  struct statvfs system = {};
  return statvfs(folder.c_str(), &system) != 0 || (system.f_flag & ST_NOEXEC) == 0;
}

}  // namespace

ProgramCopies::ProgramCopies(std::string baseline, std::string contender, std::string folder, Clock& clock)
    : programs_{std::move(baseline), std::move(contender)},
      folder_(std::move(folder)),
      clock_(clock),
      start_ns_(clock.elapsed_ns()) {
  paths_ = programs_;
  const auto fixed = std::ranges::find_if(programs_, looks_beside_itself);
  if (fixed != programs_.end()) {
    refusal_ = fmt::format("{} looks for its libraries relative to itself ($ORIGIN)", *fixed);
  } else if (!holds_programs(folder_)) {
    refusal_ = fmt::format("{} lies on a file system without programs (noexec)", folder_);
  }
}

ProgramCopies::~ProgramCopies() {
  remove();
}

void ProgramCopies::renew(bool contender_first) {
  if (!refusal_.empty()) return;
  constexpr int part_at_most = 3;
  const std::int64_t start_ns = clock_.elapsed_ns();
  if (count_ > 0 && spent_ns_ * part_at_most > start_ns - start_ns_) return;
  remove();
  ++count_;
  for (const char place : {'1', '2'}) {
    const std::size_t side = (place == '1') == contender_first ? 1 : 0;
    const std::string copy = fmt::format("{}/program{:07}-{}", folder_, count_, place);
    std::error_code error;
    std::filesystem::copy_file(programs_[side], copy, error);
    if (error) return give_up(fmt::format("{}: cannot be copied: {}", programs_[side], error.message()));
    paths_[side] = copy;
  }
  spent_ns_ += clock_.elapsed_ns() - start_ns;
}

void ProgramCopies::give_up(std::string why) {
  remove();
  refusal_ = std::move(why);
}

void ProgramCopies::remove() {
  for (std::size_t side = 0; side < paths_.size(); ++side) {
    std::error_code ignored;
    if (paths_[side] != programs_[side]) std::filesystem::remove(paths_[side], ignored);
    paths_[side] = programs_[side];
  }
}

}  // namespace micro
