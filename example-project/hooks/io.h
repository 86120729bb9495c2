// Reading and writing with hooks around every call, for somebody who wants to see the input and output of a program. It
// is what the suite io.tracing measures. IO_HOOKS says at compile time what becomes of the hooks:
//   0  there are none
//   1  they are there, and switched off
//   2  they are there, and switched on: each call is counted and timed
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace io {

ssize_t read(int descriptor, void* to, std::size_t size);
ssize_t write(int descriptor, const void* from, std::size_t size);
ssize_t read_at(int descriptor, void* to, std::size_t size, off_t place);
ssize_t write_at(int descriptor, const void* from, std::size_t size, off_t place);

}  // namespace io
