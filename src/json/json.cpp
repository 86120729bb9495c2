#include "json/json.h"

#include <fmt/format.h>
#include <rapidjson/error/en.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "platform/files.h"
#include "text/obeyed.h"

namespace micro {

struct JsonDocumentState {
  std::string name;
  std::string text;  // in which the parser has put the strings where they stand
  std::array<char, 32 * 1024> memory;
  rapidjson::MemoryPoolAllocator<> pool{memory.data(), memory.size()};  // of the values: more than `memory` if need be
  rapidjson::Document document{&pool};
};

namespace {

// The path from `from` to the very value `wanted`, such as ".suites[2].name"; nothing if it is not in there, or deeper
// than `depth`: depth of nesting in a stranger's file must not be depth of our stack.
std::optional<std::string> path_to(const rapidjson::Value& from, const rapidjson::Value* wanted, int depth = 100) {
  if (&from == wanted) return "";
  if (depth == 0) return std::nullopt;
  if (from.IsObject()) {
    for (const auto& member : from.GetObject()) {
      if (const auto rest = path_to(member.value, wanted, depth - 1)) {
        return fmt::format(".{}{}", std::string_view(member.name.GetString(), member.name.GetStringLength()), *rest);
      }
    }
  } else if (from.IsArray()) {
    for (rapidjson::SizeType i = 0; i < from.Size(); ++i) {
      if (const auto rest = path_to(from[i], wanted, depth - 1)) return fmt::format("[{}]{}", i, *rest);
    }
  }
  return std::nullopt;
}

const char* type_name(const rapidjson::Value& value) {
  switch (value.GetType()) {
    case rapidjson::kNullType:
      return "null";
    case rapidjson::kFalseType:
    case rapidjson::kTrueType:
      return "a boolean";
    case rapidjson::kObjectType:
      return "an object";
    case rapidjson::kArrayType:
      return "an array";
    case rapidjson::kStringType:
      return "a string";
    case rapidjson::kNumberType:
      return "a number";
  }
  return "something else";
}

std::string to_string(const rapidjson::Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

// Length of the well-formed UTF-8 sequence at the start of `text` (table 3-7 of the Unicode standard), or 0.
std::size_t utf8_sequence(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto continues = [&](std::size_t i, unsigned char low, unsigned char high) {
    return i < text.size() && byte(i) >= low && byte(i) <= high;
  };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1, 0x80, 0xBF) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned char low = lead == 0xE0 ? 0xA0 : 0x80;
    const unsigned char high = lead == 0xED ? 0x9F : 0xBF;
    return continues(1, low, high) && continues(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned char low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char high = lead == 0xF4 ? 0x8F : 0xBF;
    return continues(1, low, high) && continues(2, 0x80, 0xBF) && continues(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::size_t valid_utf8_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size()) {
    // Eight characters of ASCII at once.
    std::uint64_t eight = 0;
    if (text.size() - length >= sizeof eight) {
      std::memcpy(&eight, text.data() + length, sizeof eight);
      if ((eight & 0x8080808080808080) == 0) {
        length += sizeof eight;
        continue;
      }
    }
    const std::size_t sequence = utf8_sequence(text.substr(length));
    if (sequence == 0) break;
    length += sequence;
  }
  return length;
}

std::string to_valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (true) {
    const std::size_t valid = valid_utf8_length(text);
    out += text.substr(0, valid);
    if (valid == text.size()) return out;
    out += "\xEF\xBF\xBD";
    text.remove_prefix(valid + 1);
  }
}

std::string beginning(std::string_view text) {
  constexpr std::size_t shown = 60;
  std::string line;
  for (const unsigned char c : text.substr(0, 4 * shown)) {
    const bool is_blank = c <= 0x20 || c == 0x7F;
    if (!is_blank) {
      line += static_cast<char>(c);
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  return to_valid_utf8(std::string_view(line).substr(0, shown));
}

JsonError JsonValue::error(const std::string& problem) const {
  std::string path = path_to(document_->document, value_).value_or("");
  if (!path.empty() && path.front() == '.') path.erase(0, 1);
  return JsonError(fmt::format("{}: {}{}{}", document_->name, path, path.empty() ? "" : ": ", problem));
}

void JsonValue::expected(const char* what) const {
  throw error(fmt::format("expected {}, found {}", what, type_name(*value_)));
}

std::string JsonValue::text() const {
  if (!value_->IsString()) expected("a string");
  return to_string(*value_);
}

double JsonValue::number() const {
  if (value_->IsNumber()) return value_->GetDouble();
  if (value_->IsString()) {
    const std::string text = to_string(*value_);
    if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
    if (text == "Infinity") return std::numeric_limits<double>::infinity();
    if (text == "-Infinity") return -std::numeric_limits<double>::infinity();
  }
  expected("a number");
}

std::int64_t JsonValue::integer() const {
  if (!value_->IsInt64()) expected("a whole number");
  return value_->GetInt64();
}

int JsonValue::small_integer() const {
  if (!value_->IsInt()) expected("a whole number of 32 bits");
  return value_->GetInt();
}

std::uint64_t JsonValue::unsigned_integer() const {
  if (!value_->IsUint64()) expected("a whole number, 0 or more");
  return value_->GetUint64();
}

bool JsonValue::boolean() const {
  if (!value_->IsBool()) expected("true or false");
  return value_->GetBool();
}

JsonItems JsonValue::items() const {
  if (!value_->IsArray()) expected("an array");
  return {value_, document_};
}

std::vector<std::string> JsonValue::texts() const {
  std::vector<std::string> texts;
  for (const JsonValue& item : items()) texts.push_back(item.text());
  return texts;
}

std::vector<std::pair<std::string, JsonValue>> JsonValue::members() const {
  if (!value_->IsObject()) expected("an object");
  std::vector<std::pair<std::string, JsonValue>> members;
  members.reserve(value_->MemberCount());
  for (const auto& member : value_->GetObject()) {
    members.emplace_back(to_string(member.name), JsonValue(&member.value, document_));
  }
  return members;
}

std::optional<JsonValue> JsonValue::find(std::string_view key) const {
  if (!value_->IsObject()) expected("an object");
  for (const auto& member : value_->GetObject()) {
    if (key == std::string_view(member.name.GetString(), member.name.GetStringLength())) {
      return JsonValue(&member.value, document_);
    }
  }
  return std::nullopt;
}

JsonValue JsonValue::at(std::string_view key) const {
  const std::optional<JsonValue> member = find(key);
  if (!member) throw error(fmt::format("has no \"{}\"", key));
  return *member;
}

JsonDocument::JsonDocument() : state_(std::make_unique<JsonDocumentState>()) {}

JsonDocument::JsonDocument(std::string_view text, std::string name) : JsonDocument() {
  parse(text, std::move(name));
}

void JsonDocument::parse(std::string_view text, std::string name) {
  // What is written of it is UTF-8, whatever a stranger's file holds.
  if (valid_utf8_length(text) < text.size()) return parse(to_valid_utf8(text), std::move(name));
  state_->name = std::move(name);
  state_->text.assign(text).append(16, '\0');  // which may be read beyond the end at once
  rapidjson::Document& document = state_->document;
  document.SetNull();
  state_->pool.Clear();
  // Iterative parsing: depth of nesting in a stranger's file must not be depth of our stack.
  document.ParseInsitu<rapidjson::kParseNanAndInfFlag | rapidjson::kParseIterativeFlag |
                       rapidjson::kParseFullPrecisionFlag>(state_->text.data());
  if (!document.HasParseError()) return;
  const std::size_t offset = std::min(document.GetErrorOffset(), text.size());
  const std::string_view before = text.substr(0, offset);
  const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t start = before.rfind('\n');
  const std::size_t column = start == std::string_view::npos ? offset + 1 : offset - start;
  throw JsonError(fmt::format("{}:{}:{}: not JSON: {}", state_->name, line, column,
                              rapidjson::GetParseError_En(document.GetParseError())));
}

JsonDocument::~JsonDocument() = default;
JsonDocument::JsonDocument(JsonDocument&&) noexcept = default;
JsonDocument& JsonDocument::operator=(JsonDocument&&) noexcept = default;

JsonValue JsonDocument::root() const {
  return {&state_->document, state_.get()};
}

JsonDocument read_json_file(const std::string& path) {
  return {read_file(path), path};
}

struct JsonWriter::Implementation {
  // Appends to a std::string; RapidJSON's own buffer would be one more copy.
  struct Stream {
    using Ch = char;
    std::string* out;
    void Put(char c) { out->push_back(c); }
    void Flush() {}
  };
  Stream stream;
  rapidjson::Writer<Stream> writer;
  explicit Implementation(std::string& out) : stream{&out}, writer(stream) {}

  void put(std::string_view text) {
    const std::string valid = to_valid_utf8(text);
    if (!has_obeyed_beyond_c0(valid)) {
      writer.String(valid.data(), static_cast<rapidjson::SizeType>(valid.size()));
      return;
    }
    const std::string escaped = escaped_literal(valid);
    writer.RawValue(escaped.data(), escaped.size(), rapidjson::kStringType);
  }

  // The writer leaves characters that JSON allows, but that whoever looks at the file in a terminal must not get.
  static std::string escaped_literal(std::string_view valid) {
    std::string literal;
    Implementation plain(literal);
    plain.writer.String(valid.data(), static_cast<rapidjson::SizeType>(valid.size()));
    std::string escaped;
    for (std::size_t i = 0; i < literal.size();) {
      const Obeyed obeyed = obeyed_at(std::string_view(literal).substr(i));
      escaped +=
          obeyed.length == 0 ? literal.substr(i, 1) : fmt::format("\\u{:04x}", static_cast<unsigned>(obeyed.code));
      i += std::max<std::size_t>(1, obeyed.length);
    }
    return escaped;
  }
};

JsonWriter::JsonWriter(std::string& out) : implementation_(std::make_unique<Implementation>(out)) {}
JsonWriter::~JsonWriter() = default;

JsonWriter& JsonWriter::begin_object() {
  implementation_->writer.StartObject();
  return *this;
}
JsonWriter& JsonWriter::end_object() {
  implementation_->writer.EndObject();
  return *this;
}
JsonWriter& JsonWriter::begin_array() {
  implementation_->writer.StartArray();
  return *this;
}
JsonWriter& JsonWriter::end_array() {
  implementation_->writer.EndArray();
  return *this;
}
JsonWriter& JsonWriter::key(std::string_view name) {
  implementation_->put(name);
  return *this;
}
JsonWriter& JsonWriter::text(std::string_view value) {
  implementation_->put(value);
  return *this;
}
JsonWriter& JsonWriter::number(double value) {
  if (std::isnan(value)) return text("NaN");
  if (std::isinf(value)) return text(value > 0 ? "Infinity" : "-Infinity");
  implementation_->writer.Double(value);
  return *this;
}
JsonWriter& JsonWriter::integer(std::int64_t value) {
  implementation_->writer.Int64(value);
  return *this;
}
JsonWriter& JsonWriter::unsigned_integer(std::uint64_t value) {
  implementation_->writer.Uint64(value);
  return *this;
}
JsonWriter& JsonWriter::boolean(bool value) {
  implementation_->writer.Bool(value);
  return *this;
}
JsonWriter& JsonWriter::null() {
  implementation_->writer.Null();
  return *this;
}
JsonWriter& JsonWriter::texts(const std::vector<std::string>& values) {
  begin_array();
  for (const std::string& value : values) text(value);
  return end_array();
}

}  // namespace micro
