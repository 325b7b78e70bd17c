#pragma once

#include "gc/object.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace miniyarv {

// Bytes seen as text. Nothing here allocates on the heap or raises.

/// True when no byte has its high bit set.
bool is_ascii(std::string_view bytes);
/// What a scan finds; never Unknown.
CodeRange scan_code_range(std::string_view bytes, Encoding);

inline bool ascii_space(unsigned char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
inline bool ascii_digit(unsigned char c) { return c >= '0' && c <= '9'; }
inline bool ascii_upper(unsigned char c) { return c >= 'A' && c <= 'Z'; }
inline bool ascii_lower(unsigned char c) { return c >= 'a' && c <= 'z'; }
inline bool ascii_alpha(unsigned char c) { return ascii_upper(c) || ascii_lower(c); }
inline bool ascii_alnum(unsigned char c) { return ascii_alpha(c) || ascii_digit(c); }
inline char ascii_to_lower(char c) {
  return ascii_upper(static_cast<unsigned char>(c)) ? static_cast<char>(c + 32) : c;
}
inline char ascii_to_upper(char c) {
  return ascii_lower(static_cast<unsigned char>(c)) ? static_cast<char>(c - 32) : c;
}
std::string hex_digits(uint32_t n, int min_width = 1); ///< upper case
/// 0-35 for an ASCII digit or letter, else 99.
int digit_value(char c);

namespace utf8 {

inline bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }
/// Length of the well-formed character at p (1 to 4); 0 when the bytes there are malformed or cut short.
int char_length(const char* p, const char* end);
/// The same, counting a malformed byte as a character of its own.
inline int step(const char* p, const char* end) {
  if (static_cast<signed char>(*p) >= 0) return 1;
  const int n = char_length(p, end);
  return n ? n : 1;
}
/// Code point of the well-formed character of `length` bytes at p.
uint32_t decode(const char* p, int length);
/// Writes the character's bytes (1 to 4) and returns their number. Precondition: codepoint <= 0x10ffff.
int encode(uint32_t codepoint, char out[4]);
void append(std::string& out, uint32_t codepoint);
inline bool valid_codepoint(uint32_t c) { return c <= 0x10ffff && (c < 0xd800 || c > 0xdfff); }
/// Start of the character that ends at `p`; malformed bytes are characters of one byte.
const char* previous(const char* begin, const char* p, const char* end);

/// Number of characters of well-formed text.
size_t count_valid(std::string_view text);
/// Number of characters, each malformed byte counting as one.
size_t count(std::string_view text);
/// Byte offset of character `chars` of well-formed text, or its size when it has fewer.
size_t offset_valid(std::string_view text, size_t chars);
/// The same for any text.
size_t offset(std::string_view text, size_t chars);

} // namespace utf8

namespace unicode {

/// Whether String#inspect shows the character as it is.
bool printable(uint32_t codepoint);
bool is_space(uint32_t codepoint);
bool is_alpha(uint32_t codepoint);
bool is_digit(uint32_t codepoint);
bool is_upper(uint32_t codepoint);
bool is_lower(uint32_t codepoint);

} // namespace unicode

} // namespace miniyarv
