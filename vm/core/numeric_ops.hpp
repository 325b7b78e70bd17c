#pragma once

// Arithmetic between any two numbers. One function an operator serves Integer, Float, Rational and Complex,
// as a method of each and for computing with values whose class is not known. All may allocate; with an
// operand that is none of these four they call its methods (coerce, or the operator itself).

#include "vm/core/bignum.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/numeric_classes.hpp"

#include <compare>
#include <optional>
#include <utility>

namespace miniyarv {

/// Core number classes in order of precedence: a result is of the higher of its operands' ranks.
enum class NumRank : uint8_t { Integer, Rational, Float, Complex, Other };

inline NumRank num_rank(Value v) {
  if (v.is_fixnum()) return NumRank::Integer;
  if (v.is_flonum()) return NumRank::Float;
  if (!v.is_object()) return NumRank::Other;
  switch (v.object()->type()) {
  case Type::Bignum: return NumRank::Integer;
  case Type::Rational: return NumRank::Rational;
  case Type::Float: return NumRank::Float;
  case Type::Complex: return NumRank::Complex;
  default: return NumRank::Other;
  }
}
inline NumRank num_rank(Value a, Value b) { return std::max(num_rank(a), num_rank(b)); }
inline bool is_core_real(Value v) { return num_rank(v) <= NumRank::Float; }
/// Precondition: is_core_real(v).
double real_to_double(Value v);

Value num_add(VM&, Value a, Value b);
Value num_sub(VM&, Value a, Value b);
Value num_mul(VM&, Value a, Value b);
Value num_div(VM&, Value a, Value b); ///< `/`: floors between integers
Value num_quo(VM&, Value a, Value b); ///< exact: a Rational between integers
Value num_pow(VM&, Value a, Value b);
Value num_neg(VM&, Value a);
Value num_mod(VM&, Value a, Value b);
Value num_idiv(VM&, Value a, Value b); ///< floor(a / b) as an Integer
Value num_divmod(VM&, Value a, Value b);
Value num_remainder(VM&, Value a, Value b); ///< sign of a
Value num_fdiv(VM&, Value a, Value b);

/// b.coerce(a), or TypeError.
std::pair<Value, Value> num_coerce(VM&, Value a, Value b);
/// For & | ^ of an Integer and something else.
Value num_coerce_bit(VM&, Value a, Value b, ID op);

Value num_eq(VM&, Value a, Value b);
Value num_cmp(VM&, Value a, Value b); ///< <=>
Value num_lt(VM&, Value a, Value b);
Value num_le(VM&, Value a, Value b);
Value num_gt(VM&, Value a, Value b);
Value num_ge(VM&, Value a, Value b);
/// Order of two core reals, exact between integers and floats.
std::partial_ordering real_compare(VM&, Value a, Value b);

// For composing: of any number, by the same rules.
bool num_equal(VM&, Value a, Value b);
bool num_less(VM&, Value a, Value b);
bool num_negative(VM&, Value); ///< for a Float -0.0 too: the sign
bool num_is_zero(VM&, Value);
Value num_abs(VM&, Value);
Value num_floor(VM&, Value);
Value num_ceil(VM&, Value);
inline bool exact_zero(Value v) { return int_is_zero(v) || (is_rational(v) && int_is_zero(rational_num(v))); }
inline bool exact_one(Value v) {
  return int_is_one(v) || (is_rational(v) && int_is_one(rational_num(v)) && int_is_one(rational_den(v)));
}
inline bool is_exact(Value v) { return num_rank(v) <= NumRank::Rational; }

/// a ** b for a negative a and a b that is no integer: |a|^b at the angle b * pi.
Value float_pow(VM&, double a, double b);
Value rational_pow(VM&, Value a, Value b);

// Complex arithmetic; at least one operand is a Complex, the other any number.
Value complex_add(VM&, Value a, Value b);
Value complex_sub(VM&, Value a, Value b);
Value complex_mul(VM&, Value a, Value b);
Value complex_div(VM&, Value a, Value b);
Value complex_pow(VM&, Value a, Value b);
/// A Complex and a number of a class that is not ours.
Value complex_op_other(VM&, Value self, Value other, ID op);
Value complex_polar(VM&, Value magnitude, Value angle);
Value complex_abs(VM&, Value);
Value complex_arg(VM&, Value);

// Rounding.
enum class RoundMode : uint8_t { HalfUp, HalfEven, HalfDown };
/// A count of digits: an int in CRuby ("integer 4294967296 too big to convert to 'int'").
int64_t to_int32(VM&, Value);
/// The `half:` keyword; ArgumentError "invalid rounding mode: x".
struct Keywords;
RoundMode round_mode(VM&, const Keywords&);
Value int_round(VM&, Value, int64_t digits, RoundMode);
Value int_floor(VM&, Value, int64_t digits);
Value int_ceil(VM&, Value, int64_t digits);
Value float_round(VM&, double, int64_t digits, RoundMode);
Value float_floor(VM&, double, int64_t digits);
Value float_ceil(VM&, double, int64_t digits);
Value rational_round(VM&, Value, RoundMode); ///< to an Integer
Value rational_floor(VM&, Value);
Value rational_ceil(VM&, Value);
Value rational_truncate(VM&, Value);
/// Rounds to `digits` decimals with one of the above, `round`.
template <class F> Value rational_to_digits(VM& vm, Value v, int64_t digits, F round) {
  const Value unit = int_pow10(vm, static_cast<uint64_t>(digits < 0 ? -digits : digits));
  if (digits >= 0) return rational_new(vm, round(rational_mul(vm, v, unit)), unit);
  return rational_raw(vm, int_mul(vm, round(rational_div(vm, v, unit)), unit), Value::fixnum(1));
}

// Kernel's conversions.
struct Keywords;
bool exception_wanted(VM&, const Keywords&); ///< the `exception:` keyword, the only one allowed
/// "can't convert nil into Integer"
[[noreturn]] void raise_cannot_convert(VM&, Value, std::string_view target);
Value kernel_float(VM&, Value);                                     ///< Float(v)
Value kernel_integer(VM&, Value);                                   ///< Integer(v)
[[noreturn]] void raise_math_domain(VM&, std::string_view message); ///< Math::DomainError

/// The simplest fraction within [a, b].
Value simplest_between(VM&, Value a, Value b);

} // namespace miniyarv
