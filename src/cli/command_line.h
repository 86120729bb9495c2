// The grammar of the command line.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/commands.h"

namespace micro {

// What a command line asks for: exactly one of the three is there.
struct ParsedCall {
  std::function<void(CommandContext&)> command;
  std::string text;   // help or version, to be printed
  std::string error;  // what is wrong with it, and a hint
};

// Parses `cmicro …` (the first argument is the program's name). OptionError for a value that the option table refuses.
ParsedCall parse_command_line(const std::vector<std::string>& arguments);

}  // namespace micro
