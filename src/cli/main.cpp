#include <iostream>

#include "cli/run_cli.h"

int main(int argc, char** argv) {
  return micro::run_cli({argv, argv + argc}, std::cout, std::cerr);
}
