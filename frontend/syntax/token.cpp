#include "frontend/syntax/token.hpp"

namespace miniyarv {
namespace {

constexpr Binding kNone{};

constexpr Binding binding(Power left, Power right) { return {left, right, true, false}; }
constexpr Binding left_associative(Power power) { return {power, tighter(power), true, false}; }
constexpr Binding right_associative(Power power) { return {power, power, true, false}; }
constexpr Binding non_associative(Power power) { return {power, tighter(power), true, true}; }
constexpr Binding prefix(Power left, Power right) { return {left, right, false, false}; }

constexpr TokenInfo kTokens[] = {
#define NONE kNone
#define ASSIGN binding(Power::Unary, Power::Assignment)
#define BINDING(left, right) binding(Power::left, Power::right)
#define LEFT(power) left_associative(Power::power)
#define RIGHT(power) right_associative(Power::power)
#define NONASSOC(power) non_associative(Power::power)
#define UNARY(power) prefix(Power::power, Power::power)
#define UNARY2(left, right) prefix(Power::left, Power::right)
#define TOKEN(Kind, description, binding, traits) {description, binding, static_cast<uint8_t>(traits)},
#include "frontend/syntax/tokens.def"
#undef NONE
#undef ASSIGN
#undef BINDING
#undef LEFT
#undef RIGHT
#undef NONASSOC
#undef UNARY
#undef UNARY2
};

} // namespace

const TokenInfo& token_info(TokenKind kind) { return kTokens[static_cast<size_t>(kind)]; }

} // namespace miniyarv
