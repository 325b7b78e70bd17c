#pragma once

#include "compiler/iseq.hpp"

#include <string>
#include <string_view>

namespace miniyarv {

// The texts that `inspect` gives, for literals of a unit and for plain data.

std::string inspect_literal(const UnlinkedUnit& unit, LiteralId id);
/// `"text"` with escapes; bytes that are not valid in the encoding become `\xNN`.
std::string inspect_string(std::string_view bytes, TextEncoding encoding = TextEncoding::Utf8);
/// `:name`, or `:"name"` if it needs quotes.
std::string inspect_symbol(std::string_view text);
/// The shortest text that reads back as the same number, with Ruby's choice between `1.5` and `1.0e+20`.
std::string inspect_float(double value);
std::string inspect_regexp(std::string_view source, uint32_t options);

/// Whether `:text` is written without quotes.
bool is_plain_symbol(std::string_view text);
/// Whether `text` is the name of a local variable (or of a constant).
bool is_identifier(std::string_view text);

} // namespace miniyarv
