#include "tracking.h"

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace tracking {
namespace {

// Stands before each block that is tracked, and keeps its alignment.
struct alignas(std::max_align_t) Header {
  std::size_t size;
};

std::atomic<std::size_t> total_bytes{0};
std::atomic<std::size_t> total_blocks{0};

// Blocks by the power of two that their size is below.
struct Detail {
  std::mutex mutex;
  std::array<std::size_t, 64> blocks{};
} detail;

std::size_t size_class(std::size_t size) {
  std::size_t power = 0;
  while (power < 63 && (std::size_t{1} << power) <= size) ++power;
  return power;
}

void account(std::size_t size, bool is_new) {
  total_bytes.fetch_add(is_new ? size : -size, std::memory_order_relaxed);
  total_blocks.fetch_add(is_new ? 1 : -1, std::memory_order_relaxed);
  if (level() != Level::detail) return;
  const std::lock_guard<std::mutex> lock(detail.mutex);
  detail.blocks[size_class(size)] += is_new ? 1 : -1;
}

Level read_level() {
  const char* text = std::getenv("TRACKING");
  if (text == nullptr || std::strcmp(text, "off") == 0) return Level::off;
  if (std::strcmp(text, "summary") == 0) return Level::summary;
  if (std::strcmp(text, "detail") == 0) return Level::detail;
  std::fprintf(stderr, "TRACKING takes off, summary or detail, not '%s'\n", text);
  std::exit(2);
}

}  // namespace

Level level() {
  static const Level level = read_level();
  return level;
}

void* allocate(std::size_t size) {
  if (level() == Level::off) return std::malloc(size);
  auto* header = static_cast<Header*>(std::malloc(sizeof(Header) + size));
  if (header == nullptr) return nullptr;
  header->size = size;
  account(size, true);
  return header + 1;
}

void* reallocate(void* block, std::size_t size) {
  if (level() == Level::off) return std::realloc(block, size);
  if (block == nullptr) return allocate(size);
  auto* header = static_cast<Header*>(block) - 1;
  const std::size_t before = header->size;
  header = static_cast<Header*>(std::realloc(header, sizeof(Header) + size));
  if (header == nullptr) return nullptr;
  header->size = size;
  account(before, false);
  account(size, true);
  return header + 1;
}

void release(void* block) {
  if (level() == Level::off || block == nullptr) return std::free(block);
  auto* header = static_cast<Header*>(block) - 1;
  account(header->size, false);
  std::free(header);
}

std::size_t allocated() {
  return total_bytes.load(std::memory_order_relaxed);
}

}  // namespace tracking
