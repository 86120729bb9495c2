#include <iostream>

#include "cli/run_cli.h"
#include "platform/guardian.h"

int main(int argc, char** argv) {
  return micro::guarded([&] { return micro::run_cli({argv, argv + argc}, std::cout, std::cerr); });
}
