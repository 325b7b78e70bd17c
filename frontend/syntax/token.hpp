#pragma once

#include "frontend/syntax/ast.hpp"

#include <cstdint>
#include <string_view>

namespace miniyarv {

enum class TokenKind : uint8_t {
#define TOKEN(Kind, description, binding, traits) Kind,
#include "frontend/syntax/tokens.def"
};

/// A token covers the bytes [start, end) of the source.
struct Token {
  TokenKind kind = TokenKind::EndOfInput;
  uint32_t start = 0;
  uint32_t end = 0;

  Location loc() const { return {start, end}; }
};

/// How tightly operators bind, loosest first. Gaps of one leave room for associativity.
enum class Power : uint8_t {
  Unset = 0, ///< not an infix operator
  Statement = 2,
  ModifierRescue = 4,   // a rescue b
  Modifier = 6,         // a if b
  Composition = 8,      // a and b
  Not = 10,             // not a
  Match = 12,           // a => b, a in b
  Defined = 14,         // defined? a
  MultiAssignment = 16, // a, b = c
  Assignment = 18,      // a = b
  Ternary = 20,         // a ? b : c
  Range = 22,           // a .. b
  LogicalOr = 24,       // a || b
  LogicalAnd = 26,      // a && b
  Equality = 28,        // a == b
  Comparison = 30,      // a < b
  BitwiseOr = 32,       // a | b, a ^ b
  BitwiseAnd = 34,      // a & b
  Shift = 36,           // a << b
  Term = 38,            // a + b
  Factor = 40,          // a * b
  Uminus = 42,          // -a
  Exponent = 44,        // a ** b
  Unary = 46,           // !a, ~a, +a
  Index = 48,           // a[b]
  Call = 50,            // a.b, a::b
  Max = 52
};

constexpr Power tighter(Power power) { return static_cast<Power>(static_cast<uint8_t>(power) + 1); }

/// A token as infix operator: it takes a left operand if the context binds no tighter than `left`, and its
/// right operand is parsed with `right`.
struct Binding {
  Power left = Power::Unset;
  Power right = Power::Unset;
  bool binary = false;
  bool nonassociative = false;
};

/// Sets of token kinds.
enum TokenTrait : uint8_t {
  kOperator = 1 << 0,  ///< an operator that can be a method's name
  kKeyword = 1 << 1,   ///< a reserved word that can be a method's name after a dot
  kPrimitive = 1 << 2, ///< begins a value in a pattern
  kParameter = 1 << 3, ///< can begin a parameter
  kPrefix = 1 << 4,    ///< a prefix operator: begins an expression although it has a binding
  kStop = 1 << 5       ///< never begins an expression
};

struct TokenInfo {
  std::string_view description;
  Binding binding;
  uint8_t traits;
};

const TokenInfo& token_info(TokenKind kind);

inline std::string_view describe(TokenKind kind) { return token_info(kind).description; }
inline const Binding& binding_of(TokenKind kind) { return token_info(kind).binding; }
inline bool has_trait(TokenKind kind, TokenTrait trait) { return token_info(kind).traits & trait; }

/// Whether a token can be the first of an expression, which decides if `foo` is followed by an argument.
inline bool begins_expression(TokenKind kind) {
  const TokenInfo& info = token_info(kind);
  if (info.traits & kStop) return false;
  return (info.traits & kPrefix) || info.binding.left == Power::Unset;
}

} // namespace miniyarv
