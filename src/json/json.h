// Reading and writing JSON: the one place that knows the JSON library.
//
// Reading is typed and names the place of a problem: Value::text() on a number throws
// JsonError "session.json: suites[2].name: expected a string, found a number".
// Writing gives strict JSON: infinities and NaN become the strings "Infinity", "-Infinity" and "NaN",
// which Value::number() takes back.
#pragma once

#if defined(__SSE2__)
#define RAPIDJSON_SSE2  // strings by sixteen characters at once
#endif
#include <rapidjson/document.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace micro {

// What a document does wrong: where (document and path in it), and which rule it breaks.
class JsonError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class JsonDocument;
class JsonItems;
struct JsonDocumentState;

// One value inside a JsonDocument, which must outlive it.
class JsonValue {
 public:
  [[nodiscard]] bool is_null() const { return value_->IsNull(); }
  [[nodiscard]] bool is_object() const { return value_->IsObject(); }
  [[nodiscard]] bool is_array() const { return value_->IsArray(); }
  [[nodiscard]] bool is_text() const { return value_->IsString(); }
  [[nodiscard]] bool is_number() const { return value_->IsNumber(); }
  [[nodiscard]] bool is_boolean() const { return value_->IsBool(); }

  // The value in the type that is wanted; JsonError if it has another.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] double number() const;  // takes the strings "NaN", "Infinity", "-Infinity", too
  [[nodiscard]] std::int64_t integer() const;
  [[nodiscard]] int small_integer() const;  // of 32 bits
  [[nodiscard]] std::uint64_t unsigned_integer() const;
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] JsonItems items() const;
  [[nodiscard]] std::vector<std::string> texts() const;
  // Members in the order of the document; a repeated key appears as often as it stands there.
  [[nodiscard]] std::vector<std::pair<std::string, JsonValue>> members() const;

  // Calls f(std::string_view name, JsonValue) for each of them: without copies, for what is read many times.
  template <typename Function>
  void for_each_member(Function&& f) const {
    if (!value_->IsObject()) expected("an object");
    for (const auto& member : value_->GetObject()) {
      f(std::string_view(member.name.GetString(), member.name.GetStringLength()), JsonValue(&member.value, document_));
    }
  }

  // The first member of that name: JsonError if there is none, or nothing.
  [[nodiscard]] JsonValue at(std::string_view key) const;
  [[nodiscard]] std::optional<JsonValue> find(std::string_view key) const;

  // A JsonError that names this value's place.
  [[nodiscard]] JsonError error(const std::string& problem) const;

 private:
  friend class JsonDocument;
  friend class JsonItems;
  JsonValue(const rapidjson::Value* value, const JsonDocumentState* document) : value_(value), document_(document) {}
  [[noreturn]] void expected(const char* what) const;

  const rapidjson::Value* value_;
  const JsonDocumentState* document_;  // searched for the path of value_ only when there is an error to report
};

// The items of an array, to be walked through.
class JsonItems {
 public:
  class Iterator {
   public:
    JsonValue operator*() const { return {value_, document_}; }
    Iterator& operator++() {
      ++value_;
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    friend class JsonItems;
    Iterator(const rapidjson::Value* value, const JsonDocumentState* document) : value_(value), document_(document) {}
    const rapidjson::Value* value_;
    const JsonDocumentState* document_;
  };

  [[nodiscard]] Iterator begin() const { return {array_->Begin(), document_}; }
  [[nodiscard]] Iterator end() const { return {array_->End(), document_}; }
  [[nodiscard]] std::size_t size() const { return array_->Size(); }
  [[nodiscard]] bool empty() const { return array_->Empty(); }
  [[nodiscard]] JsonValue front() const { return (*this)[0]; }
  [[nodiscard]] JsonValue operator[](std::size_t index) const { return {array_->Begin() + index, document_}; }

 private:
  friend class JsonValue;
  JsonItems(const rapidjson::Value* array, const JsonDocumentState* document) : array_(array), document_(document) {}

  const rapidjson::Value* array_;
  const JsonDocumentState* document_;
};

// A parsed document. `name` (a file, usually) begins each error message.
class JsonDocument {
 public:
  JsonDocument();  // nothing is in it
  JsonDocument(std::string_view text, std::string name);
  ~JsonDocument();

  // Takes the place of what was there before, whose values are gone, and uses its memory: of many lines, one document
  // is parsed much faster than many are. The text is copied. JsonError with line and column if it is not JSON. Bare
  // NaN, Infinity and -Infinity are taken as numbers; bytes that are not UTF-8 become U+FFFD.
  void parse(std::string_view text, std::string name);
  JsonDocument(JsonDocument&&) noexcept;
  JsonDocument& operator=(JsonDocument&&) noexcept;
  [[nodiscard]] JsonValue root() const;

 private:
  std::unique_ptr<JsonDocumentState> state_;
};

// Reads a whole file into memory and parses it; FileError if it cannot be read, JsonError if it is no JSON.
JsonDocument read_json_file(const std::string& path);

// Writes JSON text piece by piece; calls must nest properly.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out);
  ~JsonWriter();
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  JsonWriter& begin_object();
  JsonWriter& end_object();
  JsonWriter& begin_array();
  JsonWriter& end_array();
  JsonWriter& key(std::string_view name);
  JsonWriter& text(std::string_view value);  // bytes that are not UTF-8 become U+FFFD; text/obeyed.h is escaped
  JsonWriter& number(double value);
  JsonWriter& integer(std::int64_t value);
  JsonWriter& unsigned_integer(std::uint64_t value);
  JsonWriter& boolean(bool value);
  JsonWriter& null();
  JsonWriter& texts(const std::vector<std::string>& values);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// How much of the text, from its start, is valid UTF-8.
std::size_t valid_utf8_length(std::string_view text);

// The text with each byte that is not part of valid UTF-8 replaced by U+FFFD.
std::string to_valid_utf8(std::string_view text);

// The start of a text on one line, from which people can see what kind of file it is.
std::string beginning(std::string_view text);

}  // namespace micro
