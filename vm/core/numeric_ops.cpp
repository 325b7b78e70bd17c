// Arithmetic between any two numbers: see numeric_ops.hpp.

#include "vm/core/numeric_ops.hpp"

#include "vm/class.hpp"
#include "vm/core/array.hpp"
#include "vm/error.hpp"
#include "vm/vm.hpp"

#include <cmath>

namespace miniyarv {

double real_to_double(Value v) {
  switch (num_rank(v)) {
  case NumRank::Integer: return int_to_double(v);
  case NumRank::Rational: return rational_to_double(v);
  default: return float_value(v);
  }
}

namespace {

using IntegerOp = Value (*)(VM&, Value, Value);

/// What an operator does at each rank. `name` is for operands that are none of ours.
struct Operator {
  ID name;
  IntegerOp on_integers;
  IntegerOp on_rationals;
  double (*on_doubles)(double, double);
  IntegerOp on_complexes;
};

/// One operand is no core number: a's method if it is a, else b's coerce.
Value apply_to_other(VM& vm, Value a, Value b, ID op) {
  if (num_rank(a) == NumRank::Other) return vm.send(a, op, b);
  return is_complex(a) ? complex_op_other(vm, a, b, op) : num_coerce_bin(vm, a, b, op);
}

Value apply(VM& vm, const Operator& op, Value a, Value b) {
  switch (num_rank(a, b)) {
  case NumRank::Integer: return op.on_integers(vm, a, b);
  case NumRank::Rational: return op.on_rationals(vm, a, b);
  case NumRank::Float: return float_new(vm, op.on_doubles(real_to_double(a), real_to_double(b)));
  case NumRank::Complex: return op.on_complexes(vm, a, b);
  case NumRank::Other: break;
  }
  return apply_to_other(vm, a, b, op.name);
}

constexpr Operator kAdd{ids::op_plus, int_add, rational_add, [](double a, double b) { return a + b; },
                        complex_add};
constexpr Operator kSub{ids::op_minus, int_sub, rational_sub, [](double a, double b) { return a - b; },
                        complex_sub};
constexpr Operator kMul{ids::op_mult, int_mul, rational_mul, [](double a, double b) { return a * b; },
                        complex_mul};
constexpr Operator kDiv{ids::op_div, int_div, rational_div, [](double a, double b) { return a / b; },
                        complex_div};
constexpr Operator kQuo{ids::quo, rational_div, rational_div, [](double a, double b) { return a / b; },
                        complex_div};

} // namespace

Value num_add(VM& vm, Value a, Value b) { return apply(vm, kAdd, a, b); }
Value num_sub(VM& vm, Value a, Value b) { return apply(vm, kSub, a, b); }
Value num_mul(VM& vm, Value a, Value b) { return apply(vm, kMul, a, b); }
Value num_div(VM& vm, Value a, Value b) { return apply(vm, kDiv, a, b); }
Value num_quo(VM& vm, Value a, Value b) { return apply(vm, kQuo, a, b); }

Value num_pow(VM& vm, Value a, Value b) {
  switch (num_rank(a, b)) {
  case NumRank::Integer: return int_pow(vm, a, b);
  case NumRank::Rational: return rational_pow(vm, a, b);
  case NumRank::Float: return float_pow(vm, real_to_double(a), real_to_double(b));
  case NumRank::Complex: return complex_pow(vm, a, b);
  case NumRank::Other: break;
  }
  return apply_to_other(vm, a, b, ids::op_pow);
}

Value num_neg(VM& vm, Value a) {
  switch (num_rank(a)) {
  case NumRank::Integer: return int_neg(vm, a);
  case NumRank::Rational: return rational_raw(vm, int_neg(vm, rational_num(a)), rational_den(a));
  case NumRank::Float: return float_new(vm, -float_value(a));
  case NumRank::Complex: {
    const Value real = num_neg(vm, complex_real(a));
    return complex_new(vm, real, num_neg(vm, complex_imag(a)));
  }
  case NumRank::Other: break;
  }
  return vm.send(a, ids::op_uminus);
}

// --- Division with remainder ---

namespace {

/// A whole number as an Integer.
Value whole(VM& vm, double d) { return int_from_double(vm, d); }

double checked_float_mod(VM& vm, double a, double b) {
  if (b == 0) raise_zero_division(vm);
  return float_mod(a, b);
}

/// floor(a / b), consistent with float_mod.
double float_floor_quotient(VM& vm, double a, double b) {
  if (b == 0) raise_zero_division(vm);
  if (std::isinf(b) && std::isfinite(a)) return a == 0 || (a < 0) == (b < 0) ? 0.0 : -1.0;
  const double mod = std::fmod(a, b);
  const double quotient = std::round(std::isinf(a) ? a : (a - mod) / b);
  return b * mod < 0 ? quotient - 1 : quotient;
}

Value pair(VM& vm, Value first, Value second) { return ary_of(vm, first, second); }

} // namespace

Value num_mod(VM& vm, Value a, Value b) {
  switch (num_rank(a, b)) {
  case NumRank::Integer: return int_mod(vm, a, b);
  case NumRank::Rational: return rational_sub(vm, a, rational_mul(vm, b, num_idiv(vm, a, b)));
  case NumRank::Float: return float_new(vm, checked_float_mod(vm, real_to_double(a), real_to_double(b)));
  default: return num_coerce_bin(vm, a, b, ids::op_mod);
  }
}

Value num_idiv(VM& vm, Value a, Value b) {
  switch (num_rank(a, b)) {
  case NumRank::Integer: return int_div(vm, a, b);
  case NumRank::Rational: return rational_floor(vm, rational_div(vm, a, b));
  case NumRank::Float: {
    const double divisor = real_to_double(b);
    if (divisor == 0) raise_zero_division(vm);
    return whole(vm, std::floor(real_to_double(a) / divisor));
  }
  default: return num_coerce_bin(vm, a, b, ids::div);
  }
}

Value num_divmod(VM& vm, Value a, Value b) {
  switch (num_rank(a, b)) {
  case NumRank::Integer: {
    const auto [quotient, remainder] = int_divmod(vm, a, b);
    return pair(vm, quotient, remainder);
  }
  case NumRank::Rational: {
    const Value quotient = num_idiv(vm, a, b);
    return pair(vm, quotient, rational_sub(vm, a, rational_mul(vm, b, quotient)));
  }
  case NumRank::Float: {
    const double x = real_to_double(a), y = real_to_double(b);
    const Value quotient = whole(vm, float_floor_quotient(vm, x, y));
    return pair(vm, quotient, float_new(vm, float_mod(x, y)));
  }
  default: return num_coerce_bin(vm, a, b, ids::divmod);
  }
}

Value num_remainder(VM& vm, Value a, Value b) {
  if (num_rank(a, b) > NumRank::Float && !kind_of(vm, b, vm.cNumeric)) {
    const auto both = num_coerce(vm, a, b);
    a = both.first, b = both.second;
  }
  const Value rest = vm.send(a, ids::op_mod, b);
  if (num_is_zero(vm, rest) || num_negative(vm, a) == num_negative(vm, b)) return rest;
  if (is_float(b) && std::isinf(float_value(b))) return a;
  return num_sub(vm, rest, b);
}

Value num_fdiv(VM& vm, Value a, Value b) {
  switch (num_rank(a, b)) {
  case NumRank::Integer: return float_new(vm, int_fdiv(a, b));
  case NumRank::Rational:
    if (exact_zero(b)) return float_new(vm, real_to_double(a) / 0.0);
    return float_new(vm, rational_to_double(rational_div(vm, a, b)));
  case NumRank::Float: return float_new(vm, real_to_double(a) / real_to_double(b));
  default: return float_new(vm, to_double(vm, num_coerce_bin(vm, a, b, ids::fdiv)));
  }
}

// --- Comparison ---

std::partial_ordering real_compare(VM& vm, Value a, Value b) {
  const auto order = [](int sign) { return sign <=> 0; };
  switch (num_rank(a, b)) {
  case NumRank::Integer: return order(int_compare(a, b));
  case NumRank::Rational: return order(rational_compare(vm, a, b));
  default: break;
  }
  if (is_integer(a) || is_integer(b)) {
    const double d = float_value(is_integer(a) ? b : a);
    if (std::isnan(d)) return std::partial_ordering::unordered;
    return is_integer(a) ? order(int_compare_double(a, d)) : 0 <=> int_compare_double(b, d);
  }
  return real_to_double(a) <=> real_to_double(b);
}

Value num_cmp(VM& vm, Value a, Value b) {
  if (num_rank(a, b) > NumRank::Float) return num_coerce_cmp(vm, a, b, ids::op_cmp);
  const auto order = real_compare(vm, a, b);
  if (order == std::partial_ordering::unordered) return Qnil;
  return Value::fixnum(order < 0 ? -1 : order > 0);
}

namespace {

template <class Test> Value relation(VM& vm, Value a, Value b, ID op, Test test) {
  if (num_rank(a, b) > NumRank::Float) return num_coerce_relop(vm, a, b, op);
  return Value::boolean(test(real_compare(vm, a, b)));
}

} // namespace

Value num_lt(VM& vm, Value a, Value b) {
  return relation(vm, a, b, ids::op_lt, [](auto order) { return order < 0; });
}
Value num_le(VM& vm, Value a, Value b) {
  return relation(vm, a, b, ids::op_le, [](auto order) { return order <= 0; });
}
Value num_gt(VM& vm, Value a, Value b) {
  return relation(vm, a, b, ids::op_gt, [](auto order) { return order > 0; });
}
Value num_ge(VM& vm, Value a, Value b) {
  return relation(vm, a, b, ids::op_ge, [](auto order) { return order >= 0; });
}

bool num_equal(VM& vm, Value a, Value b) {
  switch (num_rank(a, b)) {
  case NumRank::Integer: return int_equal(a, b);
  case NumRank::Rational:
  case NumRank::Float: return real_compare(vm, a, b) == 0;
  case NumRank::Complex: {
    const auto real = [](Value v) { return is_complex(v) ? complex_real(v) : v; };
    const auto imag = [](Value v) { return is_complex(v) ? complex_imag(v) : Value::fixnum(0); };
    return num_equal(vm, real(a), real(b)) && num_equal(vm, imag(a), imag(b));
  }
  case NumRank::Other: break;
  }
  if (a == b) return true;
  // The operand that is not ours decides.
  return num_rank(a) == NumRank::Other ? vm.send(a, ids::op_eq, b).truthy()
                                       : vm.send(b, ids::op_eq, a).truthy();
}

Value num_eq(VM& vm, Value a, Value b) { return Value::boolean(num_equal(vm, a, b)); }

bool num_less(VM& vm, Value a, Value b) { return num_lt(vm, a, b).truthy(); }

bool num_negative(VM& vm, Value v) {
  switch (num_rank(v)) {
  case NumRank::Integer: return int_sign(v) < 0;
  case NumRank::Rational: return int_sign(rational_num(v)) < 0;
  case NumRank::Float: return std::signbit(float_value(v)) && !std::isnan(float_value(v));
  default: return vm.send(v, ids::op_lt, Value::fixnum(0)).truthy();
  }
}

bool num_is_zero(VM& vm, Value v) {
  if (is_core_real(v)) return is_float(v) ? float_value(v) == 0 : exact_zero(v);
  return num_equal(vm, v, Value::fixnum(0));
}

Value num_abs(VM& vm, Value v) {
  if (is_float(v)) return float_new(vm, std::fabs(float_value(v)));
  if (is_exact(v)) return num_negative(vm, v) ? num_neg(vm, v) : v;
  return vm.send(v, ids::abs);
}

Value num_floor(VM& vm, Value v) {
  switch (num_rank(v)) {
  case NumRank::Integer: return v;
  case NumRank::Rational: return rational_floor(vm, v);
  case NumRank::Float: return whole(vm, std::floor(float_value(v)));
  default: return vm.send(v, ids::floor);
  }
}

Value num_ceil(VM& vm, Value v) {
  switch (num_rank(v)) {
  case NumRank::Integer: return v;
  case NumRank::Rational: return rational_ceil(vm, v);
  case NumRank::Float: return whole(vm, std::ceil(float_value(v)));
  default: return vm.send(v, vm.intern("ceil"));
  }
}

// --- Powers of floats ---

Value float_pow(VM& vm, double a, double b) {
  if (!(a < 0 && std::isfinite(b) && b != std::round(b))) return float_new(vm, std::pow(a, b));
  const double magnitude = std::pow(-a, b);
  double turns;
  const double part = std::modf(b, &turns);
  if (std::fabs(part) == 0.5) {
    const bool odd = std::fmod(turns, 2.0) != 0;
    return complex_new(vm, float_new(vm, 0.0), float_new(vm, odd != (part < 0) ? -magnitude : magnitude));
  }
  const Value real = float_new(vm, magnitude * std::cos(M_PI * b));
  return complex_new(vm, real, float_new(vm, magnitude * std::sin(M_PI * b)));
}

// --- The simplest fraction in an interval, by continued fractions ---

Value simplest_between(VM& vm, Value a, Value b) {
  const Value one = Value::fixnum(1), zero = Value::fixnum(0);
  Value p0 = zero, p1 = one, q0 = one, q1 = zero, c;
  for (;;) {
    c = num_ceil(vm, a);
    if (!num_less(vm, b, c)) break;
    const Value k = int_sub(vm, c, one);
    const Value p2 = int_add(vm, int_mul(vm, k, p1), p0), q2 = int_add(vm, int_mul(vm, k, q1), q0);
    const Value next = num_quo(vm, one, num_sub(vm, b, k));
    b = num_quo(vm, one, num_sub(vm, a, k));
    a = next;
    p0 = p1, q0 = q1, p1 = p2, q1 = q2;
  }
  const Value p = int_add(vm, int_mul(vm, c, p1), p0);
  return rational_new(vm, p, int_add(vm, int_mul(vm, c, q1), q0));
}

} // namespace miniyarv
