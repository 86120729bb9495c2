#include "platform/control_groups.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "text/text.h"

namespace micro {
namespace {

void climb(const std::string& mount, std::string path, const std::function<void(const std::string&)>& visit) {
  for (;;) {
    visit(mount + path);
    if (path.size() <= 1) return;
    path.resize(std::max<std::size_t>(path.rfind('/'), 1));
  }
}

}  // namespace

void visit_control_groups(const std::string& root,
                          const std::function<void(const std::string& controller, const std::string& folder)>& visit) {
  const std::string mount = root + "/sys/fs/cgroup";
  std::ifstream file(root + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string told = line.substr(second + 1);
    // Above what is mounted here nothing can be seen.
    const bool is_seen = !told.empty() && told.front() == '/' && told.find("/..") == std::string::npos;
    const std::string path(is_seen ? told : std::string(1, '/'));
    if (controllers.empty()) {
      for (const std::string& at : {mount, mount + "/unified"}) {
        climb(at, path, [&](const std::string& folder) { visit("", folder); });
      }
    }
    for (const std::string& controller : split(controllers, ',')) {
      if (controller != "cpu" && controller != "memory") continue;
      // One is a link to the other as a rule.
      std::error_code error;
      const std::string alone = mount + "/" + controller;
      const std::string at = std::filesystem::exists(alone, error) ? alone : mount + "/" + controllers;
      climb(at, path, [&](const std::string& folder) { visit(controller, folder); });
    }
  }
}

}  // namespace micro
