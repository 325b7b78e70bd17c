#pragma once

#include "gc/object.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace miniyarv {

/// Byte layouts text can be converted from. Strings themselves are only ever in the first three.
enum class Charset : uint8_t {
  Utf8,
  UsAscii,
  Binary,
  Latin1,
  Windows1252,
  Utf16Le,
  Utf16Be,
  Utf32Le,
  Utf32Be
};

std::optional<Charset> find_charset(std::string_view name);
const char* charset_name(Charset);
inline Charset charset_of(Encoding e) { return static_cast<Charset>(e); }

/// A character read from bytes, or what kept it from being one.
struct DecodedChar {
  enum class Kind : uint8_t {
    Character,
    Invalid,    ///< bytes that start no character
    Incomplete, ///< the text ends within a character
    Undefined   ///< a byte without a character, as 0x81 of Windows-1252 or any above ASCII of BINARY
  };
  Kind kind;
  uint32_t codepoint;
  int length; ///< bytes consumed
};

/// Reads the character at the start of `bytes`, which are not empty.
DecodedChar decode_char(Charset, std::string_view bytes);

/// Length of the maximal part of an ill-formed UTF-8 sequence that could start a character; at least 1. What
/// scrub and conversions replace as one.
int ill_formed_length(std::string_view bytes);

} // namespace miniyarv
