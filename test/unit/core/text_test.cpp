#include "test/unit/catch.hpp"
#include "vm/core/case_mapping.hpp"
#include "vm/core/string_table.hpp"
#include "vm/core/text.hpp"
#include "vm/core/transcode.hpp"

#include <set>

using namespace miniyarv;

namespace {

std::string encoded(uint32_t c) {
  std::string out;
  utf8::append(out, c);
  return out;
}

int length_of(std::string_view s) { return utf8::char_length(s.data(), s.data() + s.size()); }

} // namespace

TEST_CASE("every character is encoded and decoded", "[text]") {
  for (uint32_t c = 0; c <= 0x10ffff; c += c < 0x3000 ? 1 : 101) {
    if (!utf8::valid_codepoint(c)) continue;
    const std::string bytes = encoded(c);
    REQUIRE(length_of(bytes) == static_cast<int>(bytes.size()));
    REQUIRE(utf8::decode(bytes.data(), length_of(bytes)) == c);
  }
}

TEST_CASE("malformed bytes are no characters", "[text]") {
  for (const std::string_view bad :
       {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xe3\x81", "\xc3"})
    CHECK(length_of(bad) == 0);
}

TEST_CASE("code ranges", "[text]") {
  CHECK(scan_code_range("", Encoding::Utf8) == CodeRange::SevenBit);
  CHECK(scan_code_range(std::string(100, 'a'), Encoding::Utf8) == CodeRange::SevenBit);
  for (size_t at = 0; at < 70; ++at) {
    std::string text(70, 'x');
    text.replace(at, 1, "é");
    REQUIRE(scan_code_range(text, Encoding::Utf8) == CodeRange::Valid);
    REQUIRE(scan_code_range(text, Encoding::Binary) == CodeRange::Valid);
    REQUIRE(scan_code_range(text, Encoding::UsAscii) == CodeRange::Broken);
    REQUIRE_FALSE(is_ascii(text));
    text[at] = '\xff';
    REQUIRE(scan_code_range(text, Encoding::Utf8) == CodeRange::Broken);
  }
}

TEST_CASE("counting and finding characters", "[text]") {
  std::string text;
  std::vector<size_t> offsets;
  const uint32_t some[] = {'a', 0xe9, 0x3042, 0x1f600, 'z'};
  for (int i = 0; i < 50; ++i) {
    offsets.push_back(text.size());
    text += encoded(some[i * i % 5]);
  }
  CHECK(utf8::count_valid(text) == 50);
  CHECK(utf8::count(text) == 50);
  for (size_t i = 0; i < offsets.size(); ++i) {
    REQUIRE(utf8::offset_valid(text, i) == offsets[i]);
    REQUIRE(utf8::offset(text, i) == offsets[i]);
    REQUIRE(utf8::count_valid(std::string_view(text).substr(0, offsets[i])) == i);
  }
  CHECK(utf8::offset_valid(text, 50) == text.size());
  CHECK(utf8::offset_valid(text, 99) == text.size());
  CHECK(utf8::count("a\xff\xe3\x81z") == 5);
}

TEST_CASE("walking back over characters", "[text]") {
  const std::string text = "a\xff\xc3\xa9\xf0\x9f\x98\x80\xa9";
  std::vector<long> starts;
  for (const char *begin = text.data(), *end = begin + text.size(), *p = end; p > begin;) {
    p = utf8::previous(begin, p, end);
    starts.push_back(p - begin);
  }
  CHECK(starts == std::vector<long>{8, 4, 2, 1, 0});
}

TEST_CASE("case mapping", "[text]") {
  const auto map = [](std::string_view s, CaseOp op, CaseMode mode = CaseMode::Full) {
    return map_case(s, op, mode);
  };
  CHECK(map("Straße ŉ", CaseOp::Upcase) == "STRASSE ʼN");
  CHECK(map("ÀÉΣ", CaseOp::Downcase) == "àéσ");
  CHECK(map("ǆabC", CaseOp::Capitalize) == "ǅabc");
  CHECK(map("ßSS", CaseOp::Fold) == "ssss");
  CHECK(map("aÀ", CaseOp::Swapcase) == "Aà");
  CHECK(map("iI", CaseOp::Upcase, CaseMode::Turkic) == "İI");
  CHECK(map("Iİ", CaseOp::Downcase, CaseMode::Turkic) == "ıi");
}

TEST_CASE("printable characters", "[text]") {
  CHECK(unicode::printable('a'));
  CHECK(unicode::printable(0x1f600));
  CHECK_FALSE(unicode::printable(0x7f));
  CHECK_FALSE(unicode::printable(0x85));
  CHECK_FALSE(unicode::printable(0xfffff));
}

TEST_CASE("hashes differ where bytes do", "[text]") {
  std::set<uint64_t> hashes;
  std::string text;
  for (int i = 0; i < 200; ++i) {
    hashes.insert(hash_bytes(text, 1));
    text += 'a';
  }
  CHECK(hashes.size() == 200);
  CHECK(hash_bytes("abc", 1) != hash_bytes("abc", 2));
}

TEST_CASE("decoding other charsets", "[text]") {
  using Kind = DecodedChar::Kind;
  const auto check = [](const char* name, std::string_view bytes, Kind kind, uint32_t codepoint, int length) {
    const DecodedChar c = decode_char(*find_charset(name), bytes);
    CHECK(c.kind == kind);
    if (kind == Kind::Character) CHECK(c.codepoint == codepoint);
    CHECK(c.length == length);
  };
  check("iso-8859-1", "\xe9", Kind::Character, 0xe9, 1);
  check("windows-1252", "\x80", Kind::Character, 0x20ac, 1);
  check("CP1252", "\x81", Kind::Undefined, 0, 1);
  check("UTF-16LE", std::string_view("\x3d\xd8\x00\xde", 4), Kind::Character, 0x1f600, 4);
  check("UTF-16BE", "\xd8\x3d", Kind::Incomplete, 0, 2);
  check("UTF-32BE", std::string_view("\0\0\0a", 4), Kind::Character, 'a', 4);
  check("UTF-8", "\xe3\x81", Kind::Incomplete, 0, 2);
  check("UTF-8", "\xe3\x81z", Kind::Invalid, 0, 2);
  check("UTF-8", "\xffz", Kind::Invalid, 0, 1);
  CHECK_FALSE(find_charset("nonsense").has_value());
}
