// Question: is a hook around every read and write free as long as it is switched off? The hooks are in a library of the
// project, so its variants are builds of that library: default (no hooks), off and on. control_loop does no input or
// output: where it moves, the machine has.
//
// Files lie where temporary files do; what is read stays in the system's cache, so that calls are measured and not
// disks.

#include <benchmark/benchmark.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "io.h"

namespace {

constexpr std::size_t block = 512;
constexpr off_t file_size = 64 * 1024;

// A file without a name, full of blocks; -1 if there can be none.
int temporary_file() {
  std::FILE* file = std::tmpfile();
  if (file == nullptr) return -1;
  const int descriptor = dup(fileno(file));
  std::fclose(file);
  const std::array<char, file_size> content{};
  if (descriptor >= 0 && ::write(descriptor, content.data(), content.size()) != file_size) return -1;
  return descriptor;
}

// Calls `op(place)` with the places of the file's blocks in turn.
template <class Op>
void over_a_file(benchmark::State& state, Op op) {
  const int file = temporary_file();
  if (file < 0) {
    state.SkipWithError(std::strerror(errno));
    return;
  }
  off_t place = 0;
  lseek(file, 0, SEEK_SET);
  for (auto _ : state) {
    if (op(file, place) != static_cast<ssize_t>(block)) {
      state.SkipWithError(std::strerror(errno));
      break;
    }
    place = (place + block) % file_size;
    if (place == 0) lseek(file, 0, SEEK_SET);
  }
  close(file);
}

std::array<char, block> buffer{};

void file_read(benchmark::State& state) {
  over_a_file(state, [](int file, off_t) { return io::read(file, buffer.data(), block); });
}
void file_write(benchmark::State& state) {
  over_a_file(state, [](int file, off_t) { return io::write(file, buffer.data(), block); });
}
void random_access_read(benchmark::State& state) {
  over_a_file(state, [](int file, off_t place) { return io::read_at(file, buffer.data(), block, place); });
}
void random_access_write(benchmark::State& state) {
  over_a_file(state, [](int file, off_t place) { return io::write_at(file, buffer.data(), block, place); });
}

// An op is a message there and back.
void echo(benchmark::State& state, const std::array<int, 2>& there, const std::array<int, 2>& back) {
  for (auto _ : state) {
    const bool done = io::write(there[1], buffer.data(), block) > 0 && io::read(there[0], buffer.data(), block) > 0 &&
                      io::write(back[1], buffer.data(), block) > 0 && io::read(back[0], buffer.data(), block) > 0;
    if (!done) {
      state.SkipWithError(std::strerror(errno));
      break;
    }
  }
  for (const int descriptor : {there[0], there[1], back[0], back[1]}) close(descriptor);
}

void pipe_echo(benchmark::State& state) {
  std::array<int, 2> there{};
  std::array<int, 2> back{};
  if (pipe(there.data()) != 0 || pipe(back.data()) != 0) {
    state.SkipWithError(std::strerror(errno));
    return;
  }
  echo(state, there, back);
}

void socket_echo(benchmark::State& state, int type) {
  std::array<int, 2> there{};
  std::array<int, 2> back{};
  if (socketpair(AF_UNIX, type, 0, there.data()) != 0 || socketpair(AF_UNIX, type, 0, back.data()) != 0) {
    state.SkipWithError(std::strerror(errno));
    return;
  }
  echo(state, there, back);
}

void null_device_write(benchmark::State& state) {
  std::FILE* null = std::fopen("/dev/null", "w");
  for (auto _ : state) benchmark::DoNotOptimize(io::write(fileno(null), buffer.data(), block));
  std::fclose(null);
}

void control_loop(benchmark::State& state) {
  unsigned value = 1;
  for (auto _ : state) {
    for (int i = 0; i < 1000; ++i) value = value * 1664525u + 1013904223u;
    benchmark::DoNotOptimize(value);
  }
}

BENCHMARK(control_loop);
BENCHMARK(file_read);
BENCHMARK(file_write);
BENCHMARK(random_access_read);
BENCHMARK(random_access_write);
BENCHMARK(null_device_write);
BENCHMARK(pipe_echo);
BENCHMARK_CAPTURE(socket_echo, stream, SOCK_STREAM)->Name("stream_socket_echo");
BENCHMARK_CAPTURE(socket_echo, datagram, SOCK_DGRAM)->Name("datagram_socket_echo");

}  // namespace
