#include "io.h"

#include <unistd.h>

#include <atomic>
#include <chrono>

#ifndef IO_HOOKS
#define IO_HOOKS 0
#endif

namespace io {
namespace {

#if IO_HOOKS
// Read by each call, so that hooks can be switched while the program runs.
std::atomic<bool> switched_on{IO_HOOKS == 2};
std::atomic<long> calls{0};
std::atomic<long> bytes{0};
std::atomic<long> nanoseconds{0};

template <class Call>
ssize_t hooked(Call call) {
  if (!switched_on.load(std::memory_order_relaxed)) return call();
  const auto begin = std::chrono::steady_clock::now();
  const ssize_t done = call();
  const auto time = std::chrono::steady_clock::now() - begin;
  calls.fetch_add(1, std::memory_order_relaxed);
  if (done > 0) bytes.fetch_add(done, std::memory_order_relaxed);
  nanoseconds.fetch_add(std::chrono::nanoseconds(time).count(), std::memory_order_relaxed);
  return done;
}
#else
template <class Call>
ssize_t hooked(Call call) {
  return call();
}
#endif

}  // namespace

ssize_t read(int descriptor, void* to, std::size_t size) {
  return hooked([=] { return ::read(descriptor, to, size); });
}

ssize_t write(int descriptor, const void* from, std::size_t size) {
  return hooked([=] { return ::write(descriptor, from, size); });
}

ssize_t read_at(int descriptor, void* to, std::size_t size, off_t place) {
  return hooked([=] { return ::pread(descriptor, to, size, place); });
}

ssize_t write_at(int descriptor, const void* from, std::size_t size, off_t place) {
  return hooked([=] { return ::pwrite(descriptor, from, size, place); });
}

}  // namespace io
