#include "vm/core/transcode.hpp"

#include "vm/core/text.hpp"

#include <algorithm>

namespace miniyarv {

namespace {

using Kind = DecodedChar::Kind;

struct CharsetName {
  const char* name;
  Charset charset;
};
constexpr CharsetName kCharsets[] = {
    {"UTF-8", Charset::Utf8},         {"CP65001", Charset::Utf8},      {"US-ASCII", Charset::UsAscii},
    {"ASCII", Charset::UsAscii},      {"ASCII-8BIT", Charset::Binary}, {"BINARY", Charset::Binary},
    {"ISO-8859-1", Charset::Latin1},  {"ISO8859-1", Charset::Latin1},  {"Windows-1252", Charset::Windows1252},
    {"CP1252", Charset::Windows1252}, {"UTF-16LE", Charset::Utf16Le},  {"UTF-16BE", Charset::Utf16Be},
    {"UCS-2BE", Charset::Utf16Be},    {"UTF-32LE", Charset::Utf32Le},  {"UCS-4LE", Charset::Utf32Le},
    {"UTF-32BE", Charset::Utf32Be},   {"UCS-4BE", Charset::Utf32Be},
};

/// Characters of bytes 0x80 to 0x9f in Windows-1252; 0: none.
constexpr uint16_t kWindows1252[] = {
    0x20ac, 0,      0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6,  0x2030, 0x160,
    0x2039, 0x152,  0,      0x17d,  0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0,      0x17e,  0x178,
};

uint32_t unit(std::string_view bytes, size_t at, int size, bool big) {
  uint32_t out = 0;
  for (int i = 0; i < size; ++i) {
    const int byte = big ? i : size - 1 - i;
    out = out << 8 | static_cast<unsigned char>(bytes[at + static_cast<size_t>(byte)]);
  }
  return out;
}

DecodedChar decode_utf8(std::string_view bytes) {
  const int n = utf8::char_length(bytes.data(), bytes.data() + bytes.size());
  if (n) return {Kind::Character, utf8::decode(bytes.data(), n), n};
  const int bad = ill_formed_length(bytes);
  // Cut short rather than wrong: what is there could start a character.
  const auto lead = static_cast<unsigned char>(bytes[0]);
  const size_t needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const bool incomplete =
      static_cast<size_t>(bad) == bytes.size() && bytes.size() < needed && lead >= 0xc2 && lead <= 0xf4;
  return {incomplete ? Kind::Incomplete : Kind::Invalid, 0, bad};
}

DecodedChar decode_utf16(std::string_view bytes, bool big) {
  if (bytes.size() < 2) return {Kind::Incomplete, 0, static_cast<int>(bytes.size())};
  const uint32_t high = unit(bytes, 0, 2, big);
  if (high < 0xd800 || high > 0xdfff) return {Kind::Character, high, 2};
  if (high > 0xdbff) return {Kind::Invalid, 0, 2};
  if (bytes.size() < 4) return {Kind::Incomplete, 0, static_cast<int>(bytes.size())};
  const uint32_t low = unit(bytes, 2, 2, big);
  if (low < 0xdc00 || low > 0xdfff) return {Kind::Invalid, 0, 2};
  return {Kind::Character, 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00), 4};
}

DecodedChar decode_utf32(std::string_view bytes, bool big) {
  if (bytes.size() < 4) return {Kind::Incomplete, 0, static_cast<int>(bytes.size())};
  const uint32_t c = unit(bytes, 0, 4, big);
  return {utf8::valid_codepoint(c) ? Kind::Character : Kind::Invalid, c, 4};
}

DecodedChar decode_byte(Charset charset, unsigned char byte) {
  if (byte < 0x80 || charset == Charset::Latin1) return {Kind::Character, byte, 1};
  if (charset == Charset::UsAscii) return {Kind::Invalid, 0, 1};
  if (charset == Charset::Binary) return {Kind::Undefined, byte, 1};
  const uint32_t c = byte < 0xa0 ? kWindows1252[byte - 0x80] : byte;
  return {c ? Kind::Character : Kind::Undefined, c ? c : byte, 1};
}

} // namespace

std::optional<Charset> find_charset(std::string_view name) {
  const auto same = [name](const CharsetName& entry) {
    const std::string_view other = entry.name;
    return std::equal(name.begin(), name.end(), other.begin(), other.end(),
                      [](char a, char b) { return ascii_to_lower(a) == ascii_to_lower(b); });
  };
  const auto* const found = std::find_if(std::begin(kCharsets), std::end(kCharsets), same);
  if (found == std::end(kCharsets)) return std::nullopt;
  return found->charset;
}

const char* charset_name(Charset charset) {
  const auto* const found =
      std::find_if(std::begin(kCharsets), std::end(kCharsets),
                   [charset](const CharsetName& entry) { return entry.charset == charset; });
  return found->name;
}

DecodedChar decode_char(Charset charset, std::string_view bytes) {
  switch (charset) {
  case Charset::Utf8: return decode_utf8(bytes);
  case Charset::Utf16Le: return decode_utf16(bytes, false);
  case Charset::Utf16Be: return decode_utf16(bytes, true);
  case Charset::Utf32Le: return decode_utf32(bytes, false);
  case Charset::Utf32Be: return decode_utf32(bytes, true);
  default: return decode_byte(charset, static_cast<unsigned char>(bytes[0]));
  }
}

int ill_formed_length(std::string_view bytes) {
  const auto lead = static_cast<unsigned char>(bytes[0]);
  if (lead < 0xe0 || lead > 0xf4 || bytes.size() < 2) return 1;
  const auto second = static_cast<unsigned char>(bytes[1]);
  const unsigned lo = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const unsigned hi = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  if (second < lo || second > hi) return 1;
  if (lead >= 0xf0 && bytes.size() > 2 && utf8::is_continuation(bytes[2])) return 3;
  return 2;
}

} // namespace miniyarv
