// Question: how large must a cache be before its sweeper stops costing anything? The program is one, and runs under
// several sets of flags (--capacity=BYTES, --sweep-below=PERCENT): a matrix of variants, with the plain default among
// them, "to see that there is no regression in the main use case". Beside the time it counts what the sweeper does.

#include <benchmark/benchmark.h>
#include <micro/arguments.h>

#include <cstdlib>
#include <cstring>
#include <list>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

// Code of a just-in-time compiler, say: entries of different size, the least recently used ones swept when it is full.
class Cache {
 public:
  Cache(std::size_t capacity, int sweep_below) : capacity_(capacity), goal_(capacity / 100 * sweep_below) {}

  // True if it was there.
  bool use(int key, std::size_t bytes) {
    if (const auto found = places_.find(key); found != places_.end()) {
      entries_.splice(entries_.begin(), entries_, found->second);
      return true;
    }
    if (used_ + bytes > capacity_) sweep();
    entries_.push_front({key, bytes});
    places_[key] = entries_.begin();
    used_ += bytes;
    return false;
  }

  std::size_t used() const { return used_; }
  std::size_t sweeps() const { return sweeps_; }
  std::size_t reclaimed() const { return reclaimed_; }

 private:
  struct Entry {
    int key;
    std::size_t bytes;
  };

  void sweep() {
    ++sweeps_;
    while (used_ > goal_ && !entries_.empty()) {
      used_ -= entries_.back().bytes;
      places_.erase(entries_.back().key);
      entries_.pop_back();
      ++reclaimed_;
    }
  }

  std::size_t capacity_;
  std::size_t goal_;
  std::size_t used_ = 0;
  std::size_t sweeps_ = 0;
  std::size_t reclaimed_ = 0;
  std::list<Entry> entries_;
  std::unordered_map<int, std::list<Entry>::iterator> places_;
};

// The value of --name=NUMBER among the program's arguments.
long argument(const char* name, long fallback) {
  const std::size_t length = std::strlen(name);
  for (const char* word : micro::arguments()) {
    if (std::strncmp(word, name, length) == 0 && word[length] == '=') return std::atol(word + length + 1);
  }
  return fallback;
}

// Few keys are used often, many seldom.
std::vector<int> requests(std::size_t count) {
  std::mt19937 random(2020);
  std::geometric_distribution<int> distribution(0.001);
  std::vector<int> keys(count);
  for (int& key : keys) key = distribution(random);
  return keys;
}

void use(benchmark::State& state) {
  Cache cache(static_cast<std::size_t>(argument("--capacity", 480'000)),
              static_cast<int>(argument("--sweep-below", 90)));
  const std::vector<int> keys = requests(1 << 16);
  std::size_t next = 0;
  for (auto _ : state) {
    const int key = keys[next++ % keys.size()];
    benchmark::DoNotOptimize(cache.use(key, 100 + static_cast<std::size_t>(key) % 200));
  }
  // Per 1000 uses, so that a longer iteration has no larger numbers.
  const double uses = static_cast<double>(state.iterations()) / 1000;
  state.counters["sweeps"] = static_cast<double>(cache.sweeps()) / uses;
  state.counters["reclaimed"] = static_cast<double>(cache.reclaimed()) / uses;
  state.counters["used"] = static_cast<double>(cache.used());
}

BENCHMARK(use);

}  // namespace
