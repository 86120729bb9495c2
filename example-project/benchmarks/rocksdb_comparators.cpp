// Question: what does the comparator that orders a RocksDB database's keys cost a put and a get? RocksDB has two of its
// own; the third is written here, as users write them.
//
// The keys stay in the memtable, where finding one of 5,000 is little but comparisons. A put replaces the value in
// place, so that the database is the same after the millionth put as after the first. Log, compaction and flush answer
// other questions and are off.

#include <benchmark/benchmark.h>
#include <rocksdb/comparator.h>
#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>
#include <stdlib.h>  // mkdtemp

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

// Orders ASCII letters without regard to their case.
class CaseInsensitive final : public rocksdb::Comparator {
 public:
  const char* Name() const override { return "example.CaseInsensitive"; }

  int Compare(const rocksdb::Slice& a, const rocksdb::Slice& b) const override {
    const std::size_t common = std::min(a.size(), b.size());
    for (std::size_t i = 0; i < common; ++i) {
      const int difference = lower(a[i]) - lower(b[i]);
      if (difference != 0) return difference;
    }
    return a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
  }

  // RocksDB permits both to leave the key as it is; they only make index blocks smaller.
  void FindShortestSeparator(std::string*, const rocksdb::Slice&) const override {}
  void FindShortSuccessor(std::string*) const override {}

 private:
  static int lower(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : static_cast<unsigned char>(c); }
};

const std::vector<std::string>& keys() {
  static const std::vector<std::string> keys = [] {
    std::mt19937_64 random(20191113);
    std::vector<std::string> made(5'000);
    for (std::string& key : made) {
      char text[32];
      std::snprintf(text, sizeof text, "User/%016llx", static_cast<unsigned long long>(random()));
      key = text;
    }
    return made;
  }();
  return keys;
}

// All of one length: only a value that is not longer than the old one is replaced in place.
const std::string value(100, 'v');

rocksdb::WriteOptions without_log() {
  rocksdb::WriteOptions options;
  options.disableWAL = true;
  return options;
}

// A database with all keys in a folder of its own, which goes when the database does. An error is kept for the
// benchmarks to report.
class Database {
 public:
  explicit Database(const rocksdb::Comparator* comparator) : status_(open(comparator)) {}

  ~Database() {
    db_.reset();
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
  }

  const rocksdb::Status& status() const { return status_; }
  rocksdb::DB& operator*() const { return *db_; }

 private:
  rocksdb::Status open(const rocksdb::Comparator* comparator) {
    std::error_code error;
    std::string folder = std::filesystem::temp_directory_path(error) / "rocksdb.comparators-XXXXXX";
    if (error) return rocksdb::Status::IOError("TMPDIR", error.message());
    if (mkdtemp(folder.data()) == nullptr) return rocksdb::Status::IOError(folder, std::strerror(errno));
    folder_ = folder;

    rocksdb::Options options;
    options.comparator = comparator;
    options.create_if_missing = true;
    options.inplace_update_support = true;
    options.allow_concurrent_memtable_write = false;  // RocksDB demands it for updates in place
    options.disable_auto_compactions = true;
    options.avoid_flush_during_shutdown = true;
    options.stats_dump_period_sec = 0;
    options.stats_persist_period_sec = 0;
    rocksdb::DB* opened = nullptr;
    rocksdb::Status status = rocksdb::DB::Open(options, folder_, &opened);
    db_.reset(opened);
    if (!status.ok()) return status;

    rocksdb::WriteBatch batch;
    for (const std::string& key : keys()) batch.Put(key, value);
    return db_->Write(without_log(), &batch);
  }

  std::string folder_;
  std::unique_ptr<rocksdb::DB> db_;
  rocksdb::Status status_;  // last: open() fills the other two
};

// Google Benchmark calls a benchmark several times until it has run long enough, so a database is opened by the first
// call and stays open for the process. Each is a static of its own: constructed after the statics that RocksDB makes
// while it opens one, it is destroyed before them.
Database& bytewise() {
  static Database database(rocksdb::BytewiseComparator());
  return database;
}

Database& reverse_bytewise() {
  static Database database(rocksdb::ReverseBytewiseComparator());
  return database;
}

Database& case_insensitive() {
  static const CaseInsensitive comparator;
  static Database database(&comparator);
  return database;
}

// Measures `operation(db, key)`, which is one put or one get.
template <class Operation>
void for_each_key(benchmark::State& state, const Database& database, Operation operation) {
  if (!database.status().ok()) {
    state.SkipWithError(database.status().ToString().c_str());
    return;
  }
  auto key = keys().begin();
  for (auto _ : state) {
    const rocksdb::Status status = operation(*database, *key);
    if (!status.ok()) {
      state.SkipWithError(status.ToString().c_str());
      break;
    }
    if (++key == keys().end()) key = keys().begin();
  }
}

void put(benchmark::State& state, Database& (*database)()) {
  const rocksdb::WriteOptions options = without_log();
  for_each_key(state, database(), [&](rocksdb::DB& db, const std::string& key) { return db.Put(options, key, value); });
}

void get(benchmark::State& state, Database& (*database)()) {
  const rocksdb::ReadOptions options;
  std::string found;
  for_each_key(state, database(),
               [&](rocksdb::DB& db, const std::string& key) { return db.Get(options, key, &found); });
}

// Google Benchmark's own parameters are numbers. One that is a string is written into the benchmark's name in the form
// that ArgName gives to those.
BENCHMARK_CAPTURE(put, bytewise, bytewise)->Name("put/comparator:bytewise");
BENCHMARK_CAPTURE(put, reverse_bytewise, reverse_bytewise)->Name("put/comparator:reverse_bytewise");
BENCHMARK_CAPTURE(put, case_insensitive, case_insensitive)->Name("put/comparator:case_insensitive");
BENCHMARK_CAPTURE(get, bytewise, bytewise)->Name("get/comparator:bytewise");
BENCHMARK_CAPTURE(get, reverse_bytewise, reverse_bytewise)->Name("get/comparator:reverse_bytewise");
BENCHMARK_CAPTURE(get, case_insensitive, case_insensitive)->Name("get/comparator:case_insensitive");

}  // namespace
