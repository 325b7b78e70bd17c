#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace miniyarv {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_octal_digit(char c) { return c >= '0' && c <= '7'; }
constexpr bool is_binary_digit(char c) { return c == '0' || c == '1'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_letter(char c) { return is_upper(c) || is_lower(c); }
constexpr bool is_alphanumeric(char c) { return is_letter(c) || is_digit(c); }
constexpr bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
constexpr bool is_non_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }
/// Space, but no line end.
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r'; }
constexpr bool is_space(char c) { return is_blank(c) || c == '\n'; }

/// Value of a hexadecimal digit.
constexpr uint32_t hex_value(char c) {
  return static_cast<uint32_t>(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
}

/// What the bytes of a source mean.
enum class Encoding : uint8_t { Utf8, UsAscii, Binary };

/// Bytes of the character at the start of `bytes`, or 0 if it is not valid UTF-8.
size_t utf8_width(std::string_view bytes);

/// Bytes of the character at the start of `bytes`, or 0 if it is not valid.
inline size_t character_width(Encoding encoding, std::string_view bytes) {
  if (bytes.empty()) return 0;
  if (!is_non_ascii(bytes[0])) return 1;
  if (encoding == Encoding::Utf8) return utf8_width(bytes);
  return encoding == Encoding::Binary ? 1 : 0;
}

/// Bytes of the identifier character at the start of `bytes`, or 0. Digits count.
inline size_t identifier_width(Encoding encoding, std::string_view bytes) {
  if (bytes.empty()) return 0;
  if (!is_non_ascii(bytes[0])) return is_alphanumeric(bytes[0]) || bytes[0] == '_';
  return character_width(encoding, bytes);
}

/// The same for a character that can begin an identifier.
inline size_t identifier_start_width(Encoding encoding, std::string_view bytes) {
  return bytes.empty() || is_digit(bytes[0]) ? 0 : identifier_width(encoding, bytes);
}

/// Whether `bytes` begin with an uppercase letter, which makes an identifier a constant.
bool begins_uppercase(Encoding encoding, std::string_view bytes);

/// Appends a code point as UTF-8. False, appending nothing, if it is no code point.
template <class String> bool append_utf8(String& out, uint32_t code) {
  auto put = [&](uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | code >> 6);
    put(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    put(0xe0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  } else if (code <= 0x10ffff) {
    put(0xf0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3f));
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  } else {
    return false;
  }
  return true;
}

} // namespace miniyarv
