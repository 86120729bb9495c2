// libFuzzer's entry. MICRO_FUZZ_READER names the reader that it is for; without it the first byte of an input says
// which.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>

#include "fuzz/readers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto all = micro::readers();
  const micro::Reader* reader = nullptr;
  if (const char* const name = std::getenv("MICRO_FUZZ_READER")) {
    for (const micro::Reader& one : all) reader = one.name == name ? &one : reader;
    if (reader == nullptr) {
      std::fprintf(stderr, "MICRO_FUZZ_READER: there is no reader %s\n", name);
      std::exit(2);
    }
  } else if (!text.empty()) {
    reader = &all[static_cast<unsigned char>(text.front()) % all.size()];
    text.remove_prefix(1);
  }
  if (reader == nullptr) return 0;
  try {
    reader->read(text);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%.*s: %s\n", static_cast<int>(reader->name.size()), reader->name.data(), error.what());
    std::abort();
  }
  return 0;
}
