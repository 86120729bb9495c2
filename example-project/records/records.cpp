#include "records.h"

#include <array>
#include <cstring>
#include <random>
#include <stdexcept>

namespace records {

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  bool at_end() const { return rest_.empty(); }

  std::string_view text(std::uint64_t size) {
    if (size > rest_.size()) throw std::invalid_argument("records: the bytes end within a record");
    std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::uint64_t number() {
    std::uint64_t value = 0;
    std::memcpy(&value, text(sizeof value).data(), sizeof value);
    return value;
  }

  Kind kind() { return static_cast<Kind>(text(1).front()); }

 private:
  std::string_view rest_;
};

namespace {

[[noreturn]] void unknown_kind() {
  throw std::invalid_argument("records: unknown kind of record");
}

std::uint64_t sum(std::string_view name) {
  std::uint64_t sum = 0;
  for (unsigned char c : name) sum = sum * 31 + c;
  return sum;
}

class Account final : public Record {
 public:
  void read(Reader& in) override {
    id_ = in.number();
    name_ = in.text(in.number());
  }
  std::uint64_t checksum() const override { return id_ + sum(name_); }

 private:
  std::uint64_t id_ = 0;
  std::string name_;
};

class Transfer final : public Record {
 public:
  void read(Reader& in) override {
    from_ = in.number();
    to_ = in.number();
    cents_ = in.number();
  }
  std::uint64_t checksum() const override { return from_ + 3 * to_ + 5 * cents_; }

 private:
  std::uint64_t from_ = 0;
  std::uint64_t to_ = 0;
  std::uint64_t cents_ = 0;
};

class Factory {
 public:
  virtual ~Factory() = default;
  virtual std::unique_ptr<Record> make() const = 0;
};

template <class Made>
class FactoryOf final : public Factory {
 public:
  std::unique_ptr<Record> make() const override { return std::make_unique<Made>(); }
};

const Factory& factory(Kind kind) {
  static const FactoryOf<Account> accounts;
  static const FactoryOf<Transfer> transfers;
  static const std::array<const Factory*, 3> factories{nullptr, &accounts, &transfers};
  auto index = static_cast<std::size_t>(kind);
  if (index >= factories.size() || factories[index] == nullptr) unknown_kind();
  return *factories[index];
}

void append(std::string& bytes, std::uint64_t number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

}  // namespace

std::vector<std::unique_ptr<Record>> deserialize_classes(std::string_view bytes) {
  std::vector<std::unique_ptr<Record>> records;
  for (Reader in(bytes); !in.at_end();) {
    records.push_back(factory(in.kind()).make());
    records.back()->read(in);
  }
  return records;
}

std::vector<FlatRecord> deserialize_records(std::string_view bytes) {
  std::vector<FlatRecord> records;
  for (Reader in(bytes); !in.at_end();) {
    FlatRecord& record = records.emplace_back();
    record.kind = in.kind();
    switch (record.kind) {
      case Kind::account:
        record.id = in.number();
        record.name = in.text(in.number());
        break;
      case Kind::transfer:
        record.id = in.number();
        record.to = in.number();
        record.cents = in.number();
        break;
      default:
        unknown_kind();
    }
  }
  return records;
}

std::uint64_t checksum(const std::vector<std::unique_ptr<Record>>& records) {
  std::uint64_t sum = 0;
  for (const auto& record : records) sum = sum * 31 + record->checksum();
  return sum;
}

std::uint64_t checksum(const std::vector<FlatRecord>& records) {
  std::uint64_t total = 0;
  for (const FlatRecord& record : records) {
    total = total * 31 + record.id + 3 * record.to + 5 * record.cents + sum(record.name);
  }
  return total;
}

std::string example_bytes(int length) {
  std::mt19937_64 random(20200917);
  std::string bytes;
  for (int i = 0; i < length; ++i) {
    if (i % 2 == 0) {
      std::string name(8 + random() % 24, 'n');
      for (char& c : name) c = static_cast<char>('a' + random() % 26);
      bytes += static_cast<char>(Kind::account);
      append(bytes, random());
      append(bytes, name.size());
      bytes += name;
    } else {
      bytes += static_cast<char>(Kind::transfer);
      append(bytes, random());
      append(bytes, random());
      append(bytes, random() % 1'000'000);
    }
  }
  return bytes;
}

}  // namespace records
