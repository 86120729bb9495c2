// What the benchmark program was given by RUN_ARGS.
#pragma once

#include <cstddef>

namespace micro {

// A range of C strings that live as long as the program. Nothing but pointers and a size: the same whatever standard library, standard
// or flags a suite is compiled with.
class Arguments {
 public:
  using value_type = const char*;
  using const_iterator = const char* const*;
  using iterator = const_iterator;

  Arguments() : first_(nullptr), size_(0) {}
  Arguments(const_iterator first, std::size_t size) : first_(first), size_(size) {}

  const_iterator begin() const { return first_; }
  const_iterator end() const { return first_ + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const char* operator[](std::size_t index) const { return first_[index]; }

 private:
  const_iterator first_;
  std::size_t size_;
};

// The arguments of the program, without its name and without those that Google Benchmark takes. Empty before main(): benchmark functions
// see them, initialisers of global variables do not.
Arguments arguments();

}  // namespace micro
