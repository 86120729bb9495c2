#include "json/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "platform/files.h"

namespace micro {
namespace {

JsonDocument document(const std::string& text) {
  return {text, "a.json"};
}

template <class Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const JsonError& error) {
    return error.what();
  }
  return "no error";
}

TEST(JsonReading, TypedValues) {
  const JsonDocument doc = document(
      "{\"t\": \"\\u00e4\\u0000b\", \"n\": -1.5, \"i\": -3, \"u\": 18446744073709551615, \"b\": true, \"l\": [\"x\", "
      "\"y\"], \"z\": null, \"o\": {}}");
  const JsonValue root = doc.root();
  EXPECT_TRUE(root.is_object());
  EXPECT_EQ(root.at("t").text(), std::string("ä\0b", 4));
  EXPECT_EQ(root.at("n").number(), -1.5);
  EXPECT_EQ(root.at("i").integer(), -3);
  EXPECT_EQ(root.at("i").number(), -3);
  EXPECT_EQ(root.at("u").unsigned_integer(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_TRUE(root.at("b").boolean());
  EXPECT_EQ(root.at("l").texts(), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(root.at("l").items().size(), 2u);
  EXPECT_TRUE(root.at("z").is_null());
  EXPECT_FALSE(root.find("absent"));
  EXPECT_TRUE(root.at("t").is_text() && root.at("n").is_number() && root.at("b").is_boolean() &&
              root.at("l").is_array());
}

TEST(JsonReading, SmallIntegersAreOf32Bits) {
  const JsonDocument document("[2147483647, -2147483648, 2147483648, 1.5]", "f");
  const JsonItems items = document.root().items();
  EXPECT_EQ(items[0].small_integer(), 2147483647);
  EXPECT_EQ(items[1].small_integer(), -2147483647 - 1);
  EXPECT_THROW((void)items[2].small_integer(), JsonError);
  EXPECT_THROW((void)items[3].small_integer(), JsonError);
}

TEST(JsonReading, NumbersThatJsonLacks) {
  const JsonDocument doc = document("[NaN, Infinity, -Infinity, \"NaN\", \"Infinity\", \"-Infinity\", \"nan\"]");
  const JsonItems values = doc.root().items();
  for (const std::size_t first : {0u, 3u}) {
    EXPECT_TRUE(std::isnan(values[first].number()));
    EXPECT_EQ(values[first + 1].number(), std::numeric_limits<double>::infinity());
    EXPECT_EQ(values[first + 2].number(), -std::numeric_limits<double>::infinity());
  }
  EXPECT_EQ(error_of([&] { (void)values[6].number(); }), "a.json: [6]: expected a number, found a string");
}

TEST(JsonReading, NumbersAreExact) {
  const JsonDocument doc =
      document("[0.1, 5e-324, 1.7976931348623157e308, 123456789012345678901234567890, 2.2250738585072011e-308]");
  const JsonItems values = doc.root().items();
  EXPECT_EQ(values[0].number(), 0.1);
  EXPECT_EQ(values[1].number(), 5e-324);
  EXPECT_EQ(values[2].number(), 1.7976931348623157e308);
  EXPECT_EQ(values[3].number(), 123456789012345678901234567890.0);
  EXPECT_EQ(values[4].number(), 2.2250738585072011e-308);
}

TEST(JsonReading, ARepeatedKeyIsKept) {
  const JsonDocument doc = document("{\"a\": 1, \"b\": 2, \"a\": 3}");
  EXPECT_EQ(doc.root().at("a").integer(), 1) << "the first";
  const auto members = doc.root().members();
  ASSERT_EQ(members.size(), 3u);
  EXPECT_EQ(members[2].first, "a");
  EXPECT_EQ(members[2].second.integer(), 3);
}

TEST(JsonReading, ADocumentTakesOneTextAfterAnother) {
  JsonDocument doc;
  EXPECT_TRUE(doc.root().is_null());
  for (int number = 0; number < 3; ++number) {
    const std::string large(100'000, static_cast<char>('a' + number));
    doc.parse("{\"large\": [\"" + large + "\", 1, 2, 3], \"n\": " + std::to_string(number) + "}", "a.json");
    EXPECT_EQ(doc.root().at("large").items().front().text(), large);
    EXPECT_EQ(doc.root().at("n").integer(), number);
    doc.parse("[\"x\"]", "b.json");
    EXPECT_EQ(doc.root().texts(), std::vector<std::string>{"x"});
    EXPECT_EQ(error_of([&] { (void)doc.root().at("n"); }), "b.json: expected an object, found an array");
    EXPECT_EQ(error_of([&] { doc.parse("[1,", "c.json"); }), "c.json:1:4: not JSON: Invalid value.");
  }
}

TEST(JsonReading, EscapesDoNotMoveThePlaceOfAnError) {
  const std::string text = "[\"a\\n\\u00e4\\nb\",\n \"c\\td\" x]";
  EXPECT_EQ(error_of([&] { document(text); }).substr(0, 12), "a.json:2:9: ") << error_of([&] { document(text); });
}

TEST(JsonReading, ErrorsNameThePlace) {
  const JsonDocument doc = document("{\"suites\": [{\"name\": \"a\"}, {\"name\": 3}], \"n\": -1, \"f\": 1.5}");
  const JsonValue root = doc.root();
  EXPECT_EQ(error_of([&] { (void)root.at("suites").items()[1].at("name").text(); }),
            "a.json: suites[1].name: expected a string, found a number");
  EXPECT_EQ(error_of([&] { (void)root.at("suites").items()[0].at("size"); }), "a.json: suites[0]: has no \"size\"");
  EXPECT_EQ(error_of([&] { (void)root.at("absent"); }), "a.json: has no \"absent\"");
  EXPECT_EQ(error_of([&] { (void)root.at("suites").at("x"); }), "a.json: suites: expected an object, found an array");
  EXPECT_EQ(error_of([&] { (void)root.items(); }), "a.json: expected an array, found an object");
  EXPECT_EQ(error_of([&] { (void)root.at("n").members(); }), "a.json: n: expected an object, found a number");
  EXPECT_EQ(error_of([&] { (void)root.at("n").boolean(); }), "a.json: n: expected true or false, found a number");
  EXPECT_EQ(error_of([&] { (void)root.at("n").unsigned_integer(); }).substr(0, 39),
            "a.json: n: expected a whole number, 0 o");
  EXPECT_EQ(error_of([&] { (void)root.at("f").integer(); }).substr(0, 33), "a.json: f: expected a whole numbe");
  EXPECT_EQ(root.at("n").error("is odd").what(), std::string("a.json: n: is odd"));
}

TEST(JsonReading, WhatIsNotJson) {
  const auto problem = [](const std::string& text) { return error_of([&] { document(text); }); };
  EXPECT_EQ(problem(""), "a.json:1:1: not JSON: The document is empty.");
  EXPECT_EQ(problem("{\n  \"a\": 1,\n  x}"), "a.json:3:3: not JSON: Missing a name for object member.");
  EXPECT_EQ(problem("[1] 2"), "a.json:1:5: not JSON: The document root must not be followed by other values.");
  EXPECT_NE(problem("{\"a\": 1"), "no error");
  EXPECT_NE(problem("[\"a\nb\"]"), "no error") << "raw control bytes";
}

TEST(JsonReading, DepthDoesNotExhaustTheStack) {
  const JsonDocument doc =
      document("{\"deep\": " + std::string(1'000'000, '[') + std::string(1'000'000, ']') + ", \"n\": 1}");
  EXPECT_EQ(error_of([&] { (void)doc.root().at("n").text(); }), "a.json: n: expected a string, found a number");
}

TEST(JsonReading, Files) {
  const TemporaryFolder folder;
  write_file(folder.path() + "/a.json", "{\"a\": 1}");
  EXPECT_EQ(read_json_file(folder.path() + "/a.json").root().at("a").integer(), 1);
  EXPECT_THROW(read_json_file(folder.path() + "/absent.json"), FileError);
}

TEST(JsonWriting, StrictJson) {
  std::string out;
  {
    JsonWriter writer(out);
    writer.begin_object();
    writer.key("t\"").text("\x01 \\ \" \n ä \xE4");
    writer.key("n")
        .begin_array()
        .number(0.1)
        .number(1e300)
        .number(-0.0)
        .integer(-5)
        .unsigned_integer(18446744073709551615u)
        .end_array();
    writer.key("f")
        .begin_array()
        .number(std::nan(""))
        .number(std::numeric_limits<double>::infinity())
        .number(-std::numeric_limits<double>::infinity())
        .end_array();
    writer.key("k\xFF").texts({"a", "b"}).key("b").boolean(false).key("z").null();
    writer.end_object();
  }
  EXPECT_EQ(out,
            "{\"t\\\"\":\"\\u0001 \\\\ \\\" \\n ä "
            "\xEF\xBF\xBD\",\"n\":[0.1,1e300,-0.0,-5,18446744073709551615],\"f\":[\"NaN\",\"Infinity\",\"-Infinity\"],"
            "\"k\xEF\xBF\xBD\":[\"a\",\"b\"],\"b\":false,\"z\":null}");
  EXPECT_EQ(document(out).root().at("n").items()[0].number(), 0.1);
}

// JSON lets them stand; a terminal in which the file is looked at would obey them.
TEST(JsonWriting, WhatWouldBeObeyedIsEscaped) {
  const std::string text = "\"\\\x1b\x7f\u009b\u202eü\u2069\n";
  std::string out;
  {
    JsonWriter json(out);
    json.begin_object().key(text).text(text).key("b").text("c").end_object();
  }
  const std::string literal = R"("\"\\\u001B\u007f\u009b\u202eü\u2069\n")";
  EXPECT_EQ(out, "{" + literal + ":" + literal + R"(,"b":"c"})");
  const JsonDocument document(out, "out");
  EXPECT_EQ(document.root().at(text).text(), text);
}

TEST(ValidUtf8, WhatIsValidStays) {
  for (const std::string text : {"", "a\x7F", "\xC2\x80", "ä", "\xE0\xA0\x80", "€", "\xED\x9F\xBF", "\xEF\xBF\xBD",
                                 "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_EQ(to_valid_utf8(text), text);
  }
}

TEST(ValidUtf8, EachByteThatIsNotIsReplaced) {
  const std::string replacement = "\xEF\xBF\xBD";
  const auto replaced = [&](int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += replacement;
    return text;
  };
  EXPECT_EQ(to_valid_utf8("gr\xF6\xDF"
                          "e"),
            "gr" + replaced(2) + "e");
  EXPECT_EQ(to_valid_utf8("\x80"), replaced(1)) << "continuation alone";
  EXPECT_EQ(to_valid_utf8("\xC3"), replaced(1)) << "cut off";
  EXPECT_EQ(to_valid_utf8("\xE2\x82"), replaced(2)) << "cut off";
  EXPECT_EQ(to_valid_utf8("\xE2\x82"
                          "a"),
            replaced(2) + "a");
  EXPECT_EQ(to_valid_utf8("\xC0\xAF"), replaced(2)) << "longer than needed";
  EXPECT_EQ(to_valid_utf8("\xE0\x9F\xBF"), replaced(3)) << "longer than needed";
  EXPECT_EQ(to_valid_utf8("\xF0\x8F\xBF\xBF"), replaced(4)) << "longer than needed";
  EXPECT_EQ(to_valid_utf8("\xED\xA0\x80"), replaced(3)) << "surrogate";
  EXPECT_EQ(to_valid_utf8("\xF4\x90\x80\x80"), replaced(4)) << "above U+10FFFF";
  EXPECT_EQ(to_valid_utf8("\xF5\x80\x80\x80"), replaced(4)) << "above U+10FFFF";
}

}  // namespace
}  // namespace micro
