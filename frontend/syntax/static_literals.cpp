#include "frontend/syntax/static_literals.hpp"

#include "frontend/syntax/characters.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>

namespace miniyarv {
namespace {

std::string integer_text(const IntegerLiteral& value) {
  if (!value.is_big()) return std::to_string(value.value);
  std::string text = value.negative ? "-" : "";
  if (value.base == 16) text += "0x";
  if (value.base == 8) text += "0o";
  if (value.base == 2) text += "0b";
  return text += value.digits;
}

/// The bytes of a string, escaped as in Ruby source.
std::string escape(std::string_view bytes) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  static constexpr std::string_view kControls = "\a\b\t\n\v\f\r";
  static constexpr std::string_view kLetters = "abtnvfr";
  std::string out;
  for (size_t i = 0; i < bytes.size(); i++) {
    const char c = bytes[i];
    const auto byte = static_cast<unsigned char>(c);
    const size_t control = kControls.find(c);
    const char next = i + 1 < bytes.size() ? bytes[i + 1] : '\0';
    if (control != std::string_view::npos) {
      out += {'\\', kLetters[control]};
    } else if (byte < 0x20 || byte >= 0x7f) {
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    } else {
      if (c == '"' || c == '\\' || (c == '#' && (next == '{' || next == '@' || next == '$'))) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string float_text(double value, bool negative) {
  if (std::isinf(value)) return negative ? "-Infinity" : "Infinity";
  if (value == 0.0) return negative ? "-0.0" : "0.0";
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%g", value);
  std::string text = buffer;
  if (text.find('.') == std::string::npos) text.insert(std::min(text.find('e'), text.size()), ".0");
  return text;
}

bool is_negative(const Node* node, const Source& source) { return source.text()[node->loc.start] == '-'; }

/// A key that is equal for equal literals; empty for anything else.
std::string key_of(const Node* node, const Source& source) {
  switch (node->kind) {
  case NodeKind::Integer: return "i" + integer_text(as<IntegerNode>(node)->value);
  case NodeKind::SourceLine: return "i" + std::to_string(source.line(node->loc.start));
  case NodeKind::Float: {
    const double value = as<FloatNode>(node)->value;
    std::string key(1 + sizeof value, 'f');
    std::memcpy(key.data() + 1, &value, sizeof value);
    return key;
  }
  case NodeKind::Rational: {
    auto* rational = as<RationalNode>(node);
    return "r" + integer_text(rational->numerator) + "/" + integer_text(rational->denominator);
  }
  case NodeKind::Imaginary: return "c" + key_of(as<ImaginaryNode>(node)->numeric, source);
  case NodeKind::String: return "s" + std::string(as<StringNode>(node)->unescaped);
  case NodeKind::SourceFile: return "s" + std::string(as<SourceFileNode>(node)->filepath);
  case NodeKind::RegularExpression:
    return "x" + std::to_string(node->flags) + "/" + std::string(as<RegularExpressionNode>(node)->unescaped);
  case NodeKind::Symbol: return ":" + std::string(as<SymbolNode>(node)->unescaped);
  case NodeKind::True: return "t";
  case NodeKind::False: return "F";
  case NodeKind::Nil: return "n";
  case NodeKind::SourceEncoding: return "e";
  default: return {};
  }
}

} // namespace

const Node* StaticLiterals::add(const Node* node, bool replace) {
  std::string key = key_of(node, source_);
  if (key.empty()) return nullptr;
  auto [it, added] = seen_.try_emplace(std::move(key), node);
  if (added) return nullptr;
  const Node* earlier = it->second;
  if (replace) it->second = node;
  return earlier;
}

std::string inspect_literal(const Node* node, const Source& source) {
  switch (node->kind) {
  case NodeKind::True: return "true";
  case NodeKind::False: return "false";
  case NodeKind::Nil: return "nil";
  case NodeKind::Integer: return integer_text(as<IntegerNode>(node)->value);
  case NodeKind::SourceLine: return std::to_string(source.line(node->loc.start));
  case NodeKind::Float: return float_text(as<FloatNode>(node)->value, is_negative(node, source));
  case NodeKind::Rational: {
    auto* rational = as<RationalNode>(node);
    return "(" + integer_text(rational->numerator) + "/" + integer_text(rational->denominator) + ")";
  }
  case NodeKind::Imaginary: {
    const Node* numeric = as<ImaginaryNode>(node)->numeric;
    std::string text = is_negative(numeric, source) ? "(0" : "(0+";
    text += inspect_literal(numeric, source);
    return text + (is<RationalNode>(numeric) ? "*i)" : "i)");
  }
  case NodeKind::String: return "\"" + escape(as<StringNode>(node)->unescaped) + "\"";
  case NodeKind::SourceFile: return "\"" + escape(as<SourceFileNode>(node)->filepath) + "\"";
  case NodeKind::Symbol: return ":" + escape(as<SymbolNode>(node)->unescaped);
  case NodeKind::SourceEncoding: return "#<Encoding:UTF-8>";
  case NodeKind::RegularExpression: {
    auto* regexp = as<RegularExpressionNode>(node);
    std::string text = "/" + escape(regexp->unescaped) + "/";
    if (regexp->has(RegexpFlag::MultiLine)) text += "m";
    if (regexp->has(RegexpFlag::IgnoreCase)) text += "i";
    if (regexp->has(RegexpFlag::Extended)) text += "x";
    if (regexp->has(RegexpFlag::Ascii8bit)) text += "n";
    return text;
  }
  default: return {};
  }
}

} // namespace miniyarv
