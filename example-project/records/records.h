// A small library that reads records from bytes, in two ways: it is what the suite io.records measures.
//
// The bytes are a sequence of records. A record is one byte for its kind, then its fields; numbers are 8 bytes in the
// machine's order:
//   account   id, length of the name, the name's bytes
//   transfer  from, to, cents
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace records {

enum class Kind : unsigned char { account = 1, transfer = 2 };

class Reader;

// The way of classes: one object on the heap for each record, made by the factory of its kind. It owns what it holds.
class Record {
 public:
  virtual ~Record() = default;
  virtual void read(Reader& in) = 0;
  virtual std::uint64_t checksum() const = 0;
};
std::vector<std::unique_ptr<Record>> deserialize_classes(std::string_view bytes);

// The way of plain records: all of one type, side by side in one block of memory. Names are views into the bytes that
// were read.
struct FlatRecord {
  Kind kind;
  std::uint64_t id;       // account's id; transfer's `from`
  std::uint64_t to;       // 0 in an account
  std::uint64_t cents;    // 0 in an account
  std::string_view name;  // empty in a transfer
};
std::vector<FlatRecord> deserialize_records(std::string_view bytes);

// Both throw std::invalid_argument where the bytes end within a record or a kind is unknown.

// The same for both ways when they read the same.
std::uint64_t checksum(const std::vector<std::unique_ptr<Record>>& records);
std::uint64_t checksum(const std::vector<FlatRecord>& records);

// The bytes of `length` records, half accounts and half transfers, always the same for the same length.
std::string example_bytes(int length);

}  // namespace records
