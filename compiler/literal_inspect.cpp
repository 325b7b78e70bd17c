#include "compiler/literal_inspect.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace miniyarv {

namespace {

constexpr char kHexDigits[] = "0123456789ABCDEF";

std::string hex_byte(unsigned char byte) { return {'\\', 'x', kHexDigits[byte >> 4], kHexDigits[byte & 15]}; }

struct Character {
  uint32_t code = 0;
  size_t length = 0; ///< 0: not a valid character
};

Character decode_utf8(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {};
  uint32_t code = lead & (0x7f >> length);
  for (size_t i = 1; i < length; i++) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr std::array<uint32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kSmallest[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return {};
  return {code, length};
}

/// Characters that are shown as they are. Unassigned ones are not told apart.
bool is_printable(uint32_t code) {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return false;
  if (code == 0x2028 || code == 0x2029 || code == 0xfeff || code == 0x200b) return false;
  return (code & 0xfffe) != 0xfffe;
}

std::string unicode_escape(uint32_t code) {
  std::string digits;
  for (uint32_t rest = code; rest || digits.size() < 4; rest >>= 4)
    digits.insert(0, 1, kHexDigits[rest & 15]);
  return code > 0xffff ? "\\u{" + digits + "}" : "\\u" + digits;
}

const char* short_escape(uint32_t code) {
  switch (code) {
  case '\n': return "\\n";
  case '\r': return "\\r";
  case '\t': return "\\t";
  case '\f': return "\\f";
  case '\v': return "\\v";
  case '\b': return "\\b";
  case '\a': return "\\a";
  case 27: return "\\e";
  case '"': return "\\\"";
  case '\\': return "\\\\";
  case 0x7f: return "\\x7F";
  default: return nullptr;
  }
}

bool starts_interpolation(std::string_view rest) {
  return rest.size() > 1 && rest[0] == '#' && (rest[1] == '{' || rest[1] == '$' || rest[1] == '@');
}

bool is_identifier_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_identifier_char(char c) { return is_identifier_start(c) || (c >= '0' && c <= '9'); }

bool is_operator(std::string_view text) {
  static constexpr std::array<std::string_view, 28> kOperators = {
      "+", "-",  "*", "/", "%",  "**", "==", "!=",  "===", "=~", "!~", "<=>", "<", "<=",
      ">", ">=", "!", "~", "+@", "-@", "[]", "[]=", "<<",  ">>", "&",  "|",   "^", "`"};
  return std::ranges::find(kOperators, text) != kOperators.end();
}

bool is_global(std::string_view text) {
  if (text.size() < 2 || text[0] != '$') return false;
  if (is_identifier(text.substr(1))) return true;
  const bool number = std::ranges::all_of(text.substr(1), [](char c) { return c >= '0' && c <= '9'; });
  if (number) return text[1] != '0' || text.size() == 2;
  if (text.size() == 3 && text[1] == '-') return is_identifier_char(text[2]);
  return text.size() == 2 &&
         std::string_view("~*$?!@/\\;,.=:<>\"&`'+").find(text[1]) != std::string_view::npos;
}

/// Whether a hash shows `{key: ...}` with the key in quotes.
bool key_needs_quotes(std::string_view text) {
  if (text.empty() || !is_plain_symbol(text)) return true;
  if (text[0] == '@' || text[0] == '$' || text[0] == '!') return true;
  return std::string_view("+-*/`%^&|]<=>~@").find(text.back()) != std::string_view::npos;
}

} // namespace

bool is_identifier(std::string_view text) {
  return !text.empty() && is_identifier_start(text[0]) && std::ranges::all_of(text, is_identifier_char);
}

bool is_plain_symbol(std::string_view text) {
  if (is_operator(text) || is_global(text)) return true;
  if (text.starts_with("@@")) return is_identifier(text.substr(2));
  if (text.starts_with("@")) return is_identifier(text.substr(1));
  if (!text.empty() && (text.back() == '?' || text.back() == '!' || text.back() == '='))
    text.remove_suffix(1);
  return is_identifier(text);
}

std::string inspect_string(std::string_view bytes, TextEncoding encoding) {
  std::string out = "\"";
  while (!bytes.empty()) {
    const auto first = static_cast<unsigned char>(bytes[0]);
    Character c =
        encoding == TextEncoding::Utf8 ? decode_utf8(bytes) : Character{first, first < 0x80 ? 1u : 0u};
    if (starts_interpolation(bytes)) {
      out += "\\#";
    } else if (c.length == 0) {
      out += hex_byte(first);
      c.length = 1;
    } else if (const char* escape = short_escape(c.code)) {
      out += escape;
    } else if (is_printable(c.code)) {
      out += bytes.substr(0, c.length);
    } else {
      out += encoding == TextEncoding::Utf8 ? unicode_escape(c.code) : hex_byte(first);
    }
    bytes.remove_prefix(c.length);
  }
  return out + '"';
}

std::string inspect_symbol(std::string_view text) {
  if (is_plain_symbol(text)) return ":" + std::string(text);
  return ":" + inspect_string(text);
}

std::string inspect_float(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  std::array<char, 32> buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value),
                                    std::chars_format::scientific);
  const std::string_view text(buffer.data(), static_cast<size_t>(result.ptr - buffer.data()));
  const size_t e = text.find('e');
  std::string digits(text.substr(0, 1));
  if (e > 2) digits += text.substr(2, e - 2);
  int exponent = 0;
  const std::string_view exponent_text = text.substr(e + (text[e + 1] == '+' ? 2 : 1));
  std::from_chars(exponent_text.data(), exponent_text.data() + exponent_text.size(), exponent);
  const std::string sign = std::signbit(value) ? "-" : "";
  const int point = exponent + 1; // digits in front of the decimal point
  const int count = static_cast<int>(digits.size());
  if (value == 0) return sign + "0.0";
  if (point > 0 && point <= 16) {
    if (count <= point) return sign + digits + std::string(static_cast<size_t>(point - count), '0') + ".0";
    return sign + digits.insert(static_cast<size_t>(point), ".");
  }
  if (point > -4 && point <= 0) return sign + "0." + std::string(static_cast<size_t>(-point), '0') + digits;
  if (count == 1) digits += '0';
  digits.insert(1, ".");
  const std::string magnitude = std::to_string(std::abs(exponent));
  return sign + digits + (exponent < 0 ? "e-" : "e+") + (magnitude.size() < 2 ? "0" : "") + magnitude;
}

std::string inspect_regexp(std::string_view source, uint32_t options) {
  std::string out = "/";
  for (size_t i = 0; i < source.size(); i++) {
    const char c = source[i];
    if (c == '\\' && i + 1 < source.size()) {
      out += c;
      out += source[++i];
    } else if (c == '/') {
      out += "\\/";
    } else if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  out += '/';
  if (options & regexp_option::kMultiLine) out += 'm';
  if (options & regexp_option::kIgnoreCase) out += 'i';
  if (options & regexp_option::kExtended) out += 'x';
  if (options & regexp_option::kNoEncoding) out += 'n';
  return out;
}

namespace {

std::string inspect_list(const UnlinkedUnit& unit, std::span<const LiteralId> elements) {
  std::string out = "[";
  for (size_t i = 0; i < elements.size(); i++) {
    if (i) out += ", ";
    out += inspect_literal(unit, elements[i]);
  }
  return out + "]";
}

std::string inspect_pairs(const UnlinkedUnit& unit, std::span<const LiteralId> elements) {
  std::string out = "{";
  for (size_t i = 0; i < elements.size(); i += 2) {
    if (i) out += ", ";
    const Literal& key = unit.literal(elements[i]);
    if (key.kind == LiteralKind::Symbol) {
      const std::string_view text = unit.name(key.name);
      out += key_needs_quotes(text) ? inspect_string(text) : std::string(text);
      out += ": ";
    } else {
      out += inspect_literal(unit, elements[i]) + " => ";
    }
    out += inspect_literal(unit, elements[i + 1]);
  }
  return out + "}";
}

std::string inspect_range(const UnlinkedUnit& unit, const Literal& range) {
  const std::span<const LiteralId> ends = unit.elements(range);
  const bool no_begin = unit.literal(ends[0]).kind == LiteralKind::Nil;
  const bool no_end = unit.literal(ends[1]).kind == LiteralKind::Nil;
  std::string out;
  if (!no_begin || no_end) out += inspect_literal(unit, ends[0]);
  out += range.options ? "..." : "..";
  if (no_begin || !no_end) out += inspect_literal(unit, ends[1]);
  return out;
}

std::string inspect_imaginary(const UnlinkedUnit& unit, LiteralId part) {
  const std::string text = inspect_literal(unit, part);
  const bool negative = text[0] == '-';
  const bool rational = unit.literal(part).kind == LiteralKind::Rational;
  return "(0" + std::string(negative ? "" : "+") + text + (rational ? "*i)" : "i)");
}

} // namespace

std::string inspect_literal(const UnlinkedUnit& unit, LiteralId id) {
  const Literal& literal = unit.literal(id);
  switch (literal.kind) {
  case LiteralKind::Nil: return "nil";
  case LiteralKind::True: return "true";
  case LiteralKind::False: return "false";
  case LiteralKind::Integer: return std::to_string(literal.integer);
  case LiteralKind::BigInteger: return std::string(unit.bytes(literal));
  case LiteralKind::Float: return inspect_float(literal.real);
  case LiteralKind::Rational: {
    const std::span<const LiteralId> parts = unit.elements(literal);
    return "(" + inspect_literal(unit, parts[0]) + "/" + inspect_literal(unit, parts[1]) + ")";
  }
  case LiteralKind::Complex: return inspect_imaginary(unit, unit.elements(literal)[0]);
  case LiteralKind::String: return inspect_string(unit.bytes(literal), literal.encoding);
  case LiteralKind::Symbol: return inspect_symbol(unit.name(literal.name));
  case LiteralKind::Regexp: return inspect_regexp(unit.bytes(literal), literal.options);
  case LiteralKind::Array: return inspect_list(unit, unit.elements(literal));
  case LiteralKind::Hash: return literal.count ? inspect_pairs(unit, unit.elements(literal)) : "{}";
  case LiteralKind::Range: return inspect_range(unit, literal);
  case LiteralKind::CoreClass: return std::string(unit.name(literal.name));
  case LiteralKind::Encoding: return "#<Encoding:" + std::string(unit.name(literal.name)) + ">";
  }
  return {};
}

} // namespace miniyarv
