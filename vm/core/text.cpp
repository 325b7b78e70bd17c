#include "vm/core/text.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <oniguruma.h>

namespace miniyarv {

namespace {

constexpr uint64_t kHighBits = 0x8080808080808080;

uint64_t load64(const char* p) {
  uint64_t word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

/// End of the run of ASCII bytes that starts at p.
const char* skip_ascii(const char* p, const char* end) {
  for (; end - p >= 32; p += 32)
    if ((load64(p) | load64(p + 8) | load64(p + 16) | load64(p + 24)) & kHighBits) break;
  for (; end - p >= 8; p += 8)
    if (const uint64_t high = load64(p) & kHighBits) return p + std::countr_zero(high) / 8;
  while (p < end && static_cast<signed char>(*p) >= 0) ++p;
  return p;
}

/// Bytes of the word that are not UTF-8 continuation bytes.
int count_leads(uint64_t word) {
  const uint64_t continuation = (word >> 7) & (~word >> 6) & 0x0101010101010101;
  return 8 - std::popcount(continuation);
}

bool ctype(uint32_t codepoint, unsigned kind) {
  return ONIGENC_IS_CODE_CTYPE(ONIG_ENCODING_UTF8, codepoint, kind);
}

} // namespace

bool is_ascii(std::string_view bytes) {
  const char* end = bytes.data() + bytes.size();
  return skip_ascii(bytes.data(), end) == end;
}

CodeRange scan_code_range(std::string_view bytes, Encoding encoding) {
  const char* const end = bytes.data() + bytes.size();
  const char* p = skip_ascii(bytes.data(), end);
  if (p == end) return CodeRange::SevenBit;
  if (encoding == Encoding::Binary) return CodeRange::Valid;
  if (encoding == Encoding::UsAscii) return CodeRange::Broken;
  while (p < end) {
    if (static_cast<signed char>(*p) >= 0) {
      p = skip_ascii(p, end);
      continue;
    }
    const int n = utf8::char_length(p, end);
    if (n == 0) return CodeRange::Broken;
    p += n;
  }
  return CodeRange::Valid;
}

std::string hex_digits(uint32_t n, int min_width) {
  std::string out;
  int width = 1;
  while (width < 8 && n >> (4 * width)) ++width;
  for (int i = std::max(width, min_width) - 1; i >= 0; --i) out += "0123456789ABCDEF"[n >> (4 * i) & 0xf];
  return out;
}

int digit_value(char c) {
  if (ascii_digit(static_cast<unsigned char>(c))) return c - '0';
  const char lower = ascii_to_lower(c);
  return lower >= 'a' && lower <= 'z' ? lower - 'a' + 10 : 99;
}

namespace utf8 {

int char_length(const char* p, const char* end) {
  const auto b0 = static_cast<unsigned char>(*p);
  if (b0 < 0x80) return 1;
  const ptrdiff_t left = end - p;
  if (b0 < 0xc2 || left < 2) return 0;
  const auto b1 = static_cast<unsigned char>(p[1]);
  if (b0 < 0xe0) return is_continuation(p[1]) ? 2 : 0;
  if (b0 < 0xf0) {
    // Overlong forms and surrogates are excluded by the range of the second byte.
    const unsigned lo = b0 == 0xe0 ? 0xa0 : 0x80, hi = b0 == 0xed ? 0x9f : 0xbf;
    return left >= 3 && b1 >= lo && b1 <= hi && is_continuation(p[2]) ? 3 : 0;
  }
  if (b0 > 0xf4) return 0;
  const unsigned lo = b0 == 0xf0 ? 0x90 : 0x80, hi = b0 == 0xf4 ? 0x8f : 0xbf;
  return left >= 4 && b1 >= lo && b1 <= hi && is_continuation(p[2]) && is_continuation(p[3]) ? 4 : 0;
}

uint32_t decode(const char* p, int length) {
  const auto byte = [p](int i) { return static_cast<uint32_t>(static_cast<unsigned char>(p[i])); };
  switch (length) {
  case 1: return byte(0);
  case 2: return (byte(0) & 0x1f) << 6 | (byte(1) & 0x3f);
  case 3: return (byte(0) & 0x0f) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
  default: return (byte(0) & 0x07) << 18 | (byte(1) & 0x3f) << 12 | (byte(2) & 0x3f) << 6 | (byte(3) & 0x3f);
  }
}

int encode(uint32_t c, char out[4]) {
  const auto tail = [c](int shift) { return static_cast<char>(0x80 | ((c >> shift) & 0x3f)); };
  if (c < 0x80) {
    out[0] = static_cast<char>(c);
    return 1;
  }
  if (c < 0x800) {
    out[0] = static_cast<char>(0xc0 | c >> 6);
    out[1] = tail(0);
    return 2;
  }
  if (c < 0x10000) {
    out[0] = static_cast<char>(0xe0 | c >> 12);
    out[1] = tail(6);
    out[2] = tail(0);
    return 3;
  }
  out[0] = static_cast<char>(0xf0 | c >> 18);
  out[1] = tail(12);
  out[2] = tail(6);
  out[3] = tail(0);
  return 4;
}

void append(std::string& out, uint32_t codepoint) {
  char bytes[4];
  out.append(bytes, static_cast<size_t>(encode(codepoint, bytes)));
}

const char* previous(const char* begin, const char* p, const char* end) {
  for (int back = 1; back <= 4 && p - back >= begin; ++back) {
    const char* start = p - back;
    if (is_continuation(*start)) continue;
    return char_length(start, end) == back ? start : p - 1;
  }
  return p - 1;
}

size_t count_valid(std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  size_t n = 0;
  for (; end - p >= 8; p += 8) n += static_cast<size_t>(count_leads(load64(p)));
  for (; p < end; ++p) n += !is_continuation(*p);
  return n;
}

size_t count(std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  size_t n = 0;
  while (p < end) {
    const char* const run = skip_ascii(p, end);
    n += static_cast<size_t>(run - p);
    p = run;
    if (p < end) {
      p += step(p, end);
      ++n;
    }
  }
  return n;
}

size_t offset_valid(std::string_view text, size_t chars) {
  const char* p = text.data();
  const char* const end = p + text.size();
  // Words are consumed while all the characters that start in them come before the one sought.
  while (end - p >= 8) {
    const auto leads = static_cast<size_t>(count_leads(load64(p)));
    if (leads > chars) break;
    chars -= leads;
    p += 8;
  }
  for (; p < end; ++p) {
    if (is_continuation(*p)) continue;
    if (chars == 0) break;
    --chars;
  }
  return static_cast<size_t>(p - text.data());
}

size_t offset(std::string_view text, size_t chars) {
  const char* p = text.data();
  const char* const end = p + text.size();
  for (; p < end && chars > 0; --chars) p += step(p, end);
  return static_cast<size_t>(p - text.data());
}

} // namespace utf8

namespace unicode {

bool is_space(uint32_t c) { return ctype(c, ONIGENC_CTYPE_SPACE); }
bool is_alpha(uint32_t c) { return ctype(c, ONIGENC_CTYPE_ALPHA); }
bool is_digit(uint32_t c) { return ctype(c, ONIGENC_CTYPE_DIGIT); }
bool is_upper(uint32_t c) { return ctype(c, ONIGENC_CTYPE_UPPER); }
bool is_lower(uint32_t c) { return ctype(c, ONIGENC_CTYPE_LOWER); }

} // namespace unicode

} // namespace miniyarv
