// Rational: exact fractions.

#include "vm/core/bignum.hpp"
#include "vm/core/numeric_ops.hpp"
#include "vm/error.hpp"
#include "vm/vm.hpp"

#include <cmath>

namespace miniyarv {

Value rational_raw(VM& vm, Value num, Value den) {
  auto* r = vm.heap.make<Tuple>(Type::Rational, vm.cRational, sizeof(Object) + 2 * sizeof(Value));
  r->flags |= Object::kFrozen;
  r->v[0] = num;
  r->v[1] = den;
  return Value(r);
}

Value rational_new(VM& vm, Value num, Value den) {
  if (int_is_zero(den)) raise_zero_division(vm);
  if (int_sign(den) < 0) {
    num = int_neg(vm, num);
    den = int_neg(vm, den);
  }
  const Value gcd = int_gcd(vm, num, den);
  if (int_is_one(gcd)) return rational_raw(vm, num, den);
  num = int_div(vm, num, gcd);
  return rational_raw(vm, num, int_div(vm, den, gcd));
}

namespace {

Value numerator(Value v) { return is_rational(v) ? rational_num(v) : v; }
Value denominator(Value v) { return is_rational(v) ? rational_den(v) : Value::fixnum(1); }

using IntegerOp = Value (*)(VM&, Value, Value);

/// a / b + c / d or a / b - c / d. Dividing by the denominators' gcd first keeps the products small, and the
/// result needs one gcd with it only (Knuth, 4.5.1).
Value add_or_sub(VM& vm, Value x, Value y, IntegerOp op) {
  const Value a = numerator(x), b = denominator(x), c = numerator(y), d = denominator(y);
  const Value gcd = int_gcd(vm, b, d);
  if (int_is_one(gcd)) {
    const Value num = op(vm, int_mul(vm, a, d), int_mul(vm, c, b));
    return rational_raw(vm, num, int_mul(vm, b, d));
  }
  const Value b_part = int_div(vm, b, gcd);
  const Value sum = op(vm, int_mul(vm, a, int_div(vm, d, gcd)), int_mul(vm, c, b_part));
  const Value common = int_gcd(vm, sum, gcd);
  return rational_raw(vm, int_div(vm, sum, common), int_mul(vm, b_part, int_div(vm, d, common)));
}

} // namespace

Value rational_add(VM& vm, Value a, Value b) { return add_or_sub(vm, a, b, int_add); }
Value rational_sub(VM& vm, Value a, Value b) { return add_or_sub(vm, a, b, int_sub); }

Value rational_mul(VM& vm, Value a, Value b) {
  const Value gcd1 = int_gcd(vm, numerator(a), denominator(b));
  const Value gcd2 = int_gcd(vm, numerator(b), denominator(a));
  const Value num = int_mul(vm, int_div(vm, numerator(a), gcd1), int_div(vm, numerator(b), gcd2));
  return rational_raw(vm, num,
                      int_mul(vm, int_div(vm, denominator(a), gcd2), int_div(vm, denominator(b), gcd1)));
}

Value rational_div(VM& vm, Value a, Value b) {
  Value num = denominator(b), den = numerator(b);
  if (int_is_zero(den)) raise_zero_division(vm);
  if (int_sign(den) < 0) {
    num = int_neg(vm, num);
    den = int_neg(vm, den);
  }
  return rational_mul(vm, a, rational_raw(vm, num, den));
}

int rational_compare(VM& vm, Value a, Value b) {
  if (int_equal(denominator(a), denominator(b))) return int_compare(numerator(a), numerator(b));
  const Value left = int_mul(vm, numerator(a), denominator(b));
  return int_compare(left, int_mul(vm, numerator(b), denominator(a)));
}

double rational_to_double(Value v) { return int_fdiv(rational_num(v), rational_den(v)); }

Value rational_from_double(VM& vm, double d) {
  const Value checked = int_from_double(vm, d); // raises for what is not finite
  if (std::trunc(d) == d) return rational_raw(vm, checked, Value::fixnum(1));
  int exponent;
  const double mantissa = std::ldexp(std::frexp(d, &exponent), 53);
  const Value num = int_from_double(vm, mantissa);
  return rational_new(vm, num, int_lshift(vm, Value::fixnum(1), 53 - exponent));
}

Value rational_pow(VM& vm, Value base, Value exponent) {
  if (is_rational(exponent) && int_is_one(rational_den(exponent))) exponent = rational_num(exponent);
  const Value num = numerator(base), den = denominator(base);
  const Value one = Value::fixnum(1);
  if (exact_zero(exponent)) return rational_raw(vm, one, one);
  if (int_is_one(den) && int_is_one(num)) return rational_raw(vm, one, one);
  if (!is_integer(exponent)) {
    if (exact_zero(base) && num_negative(vm, exponent)) raise_zero_division(vm);
    if (exact_zero(base)) return rational_raw(vm, num, one);
    return float_pow(vm, real_to_double(base), rational_to_double(exponent));
  }
  if (int_sign(exponent) > 0) {
    const Value power = int_pow(vm, num, exponent);
    return rational_raw(vm, power, int_pow(vm, den, exponent));
  }
  const Value positive = int_neg(vm, exponent);
  const Value power = int_pow(vm, den, positive);
  return rational_new(vm, power, int_pow(vm, num, positive));
}

Value rational_floor(VM& vm, Value v) { return int_div(vm, rational_num(v), rational_den(v)); }
Value rational_ceil(VM& vm, Value v) {
  return int_neg(vm, int_div(vm, int_neg(vm, rational_num(v)), rational_den(v)));
}
Value rational_truncate(VM& vm, Value v) { return int_truncdiv(vm, rational_num(v), rational_den(v)); }

Value rational_round(VM& vm, Value v, RoundMode mode) {
  // floor((2n + d) / 2d) rounds the magnitude half up; a tie (2n + d divisible by 2d) may go down instead.
  const Value num = int_abs(vm, rational_num(v)), den = rational_den(v);
  const Value twice = int_lshift(vm, den, 1);
  auto [rounded, rest] = int_divmod(vm, int_add(vm, int_lshift(vm, num, 1), den), twice);
  const bool tie = int_is_zero(rest);
  if (tie && (mode == RoundMode::HalfDown || (mode == RoundMode::HalfEven && int_is_odd(rounded))))
    rounded = int_sub(vm, rounded, Value::fixnum(1));
  return int_sign(rational_num(v)) < 0 ? int_neg(vm, rounded) : rounded;
}

} // namespace miniyarv
