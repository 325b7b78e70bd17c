// Complex arithmetic. The steps, and when an exact zero or one is skipped, are CRuby's: they decide signs of
// zero and whether a part stays exact.

#include "vm/class.hpp"
#include "vm/core/numeric_ops.hpp"
#include "vm/error.hpp"
#include "vm/vm.hpp"

#include <cmath>

namespace miniyarv {

Value complex_new(VM& vm, Value real, Value imag) {
  auto* c = vm.heap.make<Tuple>(Type::Complex, vm.cComplex, sizeof(Object) + 2 * sizeof(Value));
  c->flags |= Object::kFrozen;
  c->v[0] = real;
  c->v[1] = imag;
  return Value(c);
}

namespace {

constexpr Value kZero = Value::fixnum(0), kOne = Value::fixnum(1);

struct Parts {
  Value real, imag;
};
Parts parts(Value v) { return is_complex(v) ? Parts{complex_real(v), complex_imag(v)} : Parts{v, kZero}; }

/// A number that can be a part: not a Complex.
bool is_real(VM& vm, Value v) {
  return is_core_real(v) || (num_rank(v) == NumRank::Other && kind_of(vm, v, vm.cNumeric) &&
                             vm.send(v, vm.intern("real?")).truthy());
}

Value add(VM& vm, Value a, Value b) {
  if (a == kZero) return b;
  if (b == kZero) return a;
  return num_add(vm, a, b);
}
Value sub(VM& vm, Value a, Value b) { return b == kZero ? a : num_sub(vm, a, b); }
Value mul(VM& vm, Value a, Value b) {
  if ((a == kZero && is_integer(b)) || (b == kZero && is_integer(a))) return kZero;
  if (b == kOne) return a;
  if (a == kOne) return b;
  return num_mul(vm, a, b);
}
Value whole_if_integral(Value v) {
  return is_rational(v) && int_is_one(rational_den(v)) ? rational_num(v) : v;
}

/// a * b where infinity times zero shall be a zero: an infinite or huge factor counts by its sign only.
Value mul_with_zero(VM& vm, Value a, Value b) {
  const bool a_zero = num_is_zero(vm, a), b_zero = num_is_zero(vm, b);
  const auto unit = [&](Value v, bool other_zero, bool own_zero) {
    if (own_zero || !other_zero || !is_float(v) || std::isnan(float_value(v))) return v;
    return float_new(vm, std::signbit(float_value(v)) ? -1.0 : 1.0);
  };
  const Value left = unit(a, b_zero, a_zero);
  return mul(vm, left, unit(b, a_zero, b_zero));
}

Parts multiply(VM& vm, Parts a, Parts b) {
  const Value real = sub(vm, mul_with_zero(vm, a.real, b.real), mul_with_zero(vm, a.imag, b.imag));
  return {real, add(vm, mul_with_zero(vm, a.real, b.imag), mul_with_zero(vm, a.imag, b.real))};
}

Value make(VM& vm, Parts p) { return complex_new(vm, p.real, p.imag); }

} // namespace

Value complex_add(VM& vm, Value a, Value b) {
  const Parts x = parts(a), y = parts(b);
  const Value real = add(vm, x.real, y.real);
  return complex_new(vm, real, add(vm, x.imag, y.imag));
}

Value complex_sub(VM& vm, Value a, Value b) {
  const Parts x = parts(a), y = parts(b);
  const Value real = sub(vm, x.real, y.real);
  return complex_new(vm, real, sub(vm, x.imag, y.imag));
}

Value complex_mul(VM& vm, Value a, Value b) {
  if (is_complex(a) && is_complex(b)) return make(vm, multiply(vm, parts(a), parts(b)));
  const Parts x = parts(is_complex(a) ? a : b);
  const Value factor = is_complex(a) ? b : a;
  const Value real = mul(vm, x.real, factor);
  return complex_new(vm, real, mul(vm, x.imag, factor));
}

Value complex_div(VM& vm, Value a, Value b) {
  const Parts x = parts(a);
  if (!is_complex(b)) {
    const Value real = whole_if_integral(num_quo(vm, x.real, b));
    return complex_new(vm, real, whole_if_integral(num_quo(vm, x.imag, b)));
  }
  const Parts y = parts(b);
  // Smith's method: scale by the ratio of the divisor's smaller part to its larger.
  const bool by_real = num_less(vm, num_abs(vm, y.imag), num_abs(vm, y.real));
  const Value big = by_real ? y.real : y.imag;
  const Value r = num_quo(vm, by_real ? y.imag : y.real, big);
  const Value n = mul(vm, big, add(vm, kOne, mul(vm, r, r)));
  const Value p = by_real ? x.real : x.imag, q = by_real ? x.imag : x.real;
  Value real = num_quo(vm, by_real ? add(vm, p, mul(vm, q, r)) : add(vm, mul(vm, q, r), p), n);
  Value imag = num_quo(vm, by_real ? sub(vm, q, mul(vm, p, r)) : sub(vm, mul(vm, p, r), q), n);
  if (is_exact(real) && is_exact(imag)) {
    real = whole_if_integral(real);
    imag = whole_if_integral(imag);
  }
  return complex_new(vm, real, imag);
}

Value complex_abs(VM& vm, Value c) {
  const auto [real, imag] = parts(c);
  const auto of = [&](Value v, Value other) {
    const Value magnitude = num_abs(vm, v);
    return is_float(other) && is_exact(v) ? float_new(vm, real_to_double(magnitude)) : magnitude;
  };
  if (num_is_zero(vm, real)) return of(imag, real);
  if (num_is_zero(vm, imag)) return of(real, imag);
  return float_new(vm, std::hypot(to_double(vm, real), to_double(vm, imag)));
}

Value complex_arg(VM& vm, Value c) {
  return float_new(vm, std::atan2(to_double(vm, complex_imag(c)), to_double(vm, complex_real(c))));
}

Value complex_polar(VM& vm, Value magnitude, Value angle) {
  const Value zero = float_new(vm, 0.0);
  if (num_is_zero(vm, magnitude) || num_is_zero(vm, angle)) return complex_new(vm, magnitude, zero);
  const double radians = to_double(vm, angle);
  if (radians == M_PI) return complex_new(vm, num_neg(vm, magnitude), zero);
  if (radians == M_PI_2) return complex_new(vm, zero, magnitude);
  const Value real = num_mul(vm, magnitude, float_new(vm, std::cos(radians)));
  return complex_new(vm, real, num_mul(vm, magnitude, float_new(vm, std::sin(radians))));
}

// --- Powers ---

namespace {

/// base ** exponent for a base on an axis or a diagonal and an Integer exponent, kept exact; else Qundef.
Value pow_on_special_angle(VM& vm, Parts base, Value exponent) {
  if (!is_integer(exponent)) return Qundef;
  Value length = base.real; // along the direction
  int direction;            // in eighths of a turn
  if (num_is_zero(vm, base.imag)) {
    direction = 0;
  } else if (num_is_zero(vm, base.real)) {
    length = base.imag;
    direction = 2;
  } else if (num_equal(vm, base.real, base.imag)) {
    direction = 1;
  } else if (num_equal(vm, base.real, num_neg(vm, base.imag))) {
    length = base.imag;
    direction = 3;
  } else {
    return Qundef;
  }
  if (num_negative(vm, length)) {
    length = num_neg(vm, length);
    direction += 4;
  }
  Value power;
  if (direction % 2 == 0) {
    power = num_pow(vm, length, exponent);
  } else {
    const Value square = num_mul(vm, num_mul(vm, Value::fixnum(2), length), length);
    power = num_pow(vm, square, int_div(vm, exponent, Value::fixnum(2)));
    if (int_is_odd(exponent)) power = num_mul(vm, power, length);
  }
  const Value zero = is_float(power) ? float_new(vm, 0.0) : kZero;
  const Value minus = num_neg(vm, power);
  const Value cosines[] = {power, power, zero, minus, minus, minus, zero, power};
  const auto turn =
      int_mod(vm, int_mul(vm, Value::fixnum(direction), exponent), Value::fixnum(8)).to_fixnum();
  return complex_new(vm, cosines[turn], cosines[(turn + 6) % 8]);
}

Value pow_by_squaring(VM& vm, Parts base, int64_t n) {
  Parts result = base;
  while (--n) {
    for (; n % 2 == 0; n /= 2) {
      const Value real = sub(vm, mul(vm, base.real, base.real), mul(vm, base.imag, base.imag));
      base.imag = mul(vm, mul(vm, Value::fixnum(2), base.real), base.imag);
      base.real = real;
    }
    result = multiply(vm, result, base);
  }
  return make(vm, result);
}

/// base ** exponent by logarithms.
Value pow_to_complex(VM& vm, Value base, Parts exponent) {
  const Value r = complex_abs(vm, base), theta = complex_arg(vm, base);
  const Value log_r = float_new(vm, std::log(to_double(vm, r)));
  const Value log = sub(vm, mul(vm, exponent.real, log_r), mul(vm, exponent.imag, theta));
  const Value length = float_new(vm, std::exp(to_double(vm, log)));
  return complex_polar(vm, length, add(vm, mul(vm, theta, exponent.real), mul(vm, exponent.imag, log_r)));
}

} // namespace

Value complex_pow(VM& vm, Value a, Value b) {
  if (exact_zero(b)) return complex_new(vm, kOne, kZero);
  b = whole_if_integral(b);
  if (is_complex(b) && exact_zero(complex_imag(b))) b = complex_real(b);
  if (!is_complex(a)) a = complex_new(vm, a, kZero);
  if (b == kOne) return complex_new(vm, complex_real(a), complex_imag(a));
  const Value special = pow_on_special_angle(vm, parts(a), b);
  if (!special.is_undef()) return special;
  if (is_complex(b)) return pow_to_complex(vm, a, parts(b));
  if (b.is_fixnum()) {
    if (b.to_fixnum() > 0) return pow_by_squaring(vm, parts(a), b.to_fixnum());
    return pow_by_squaring(vm, parts(complex_div(vm, kOne, a)), -b.to_fixnum());
  }
  const Value length = num_pow(vm, complex_abs(vm, a), b);
  return complex_polar(vm, length, mul(vm, complex_arg(vm, a), b));
}

// --- With any other kind of number ---

Value complex_op_other(VM& vm, Value self, Value other, ID op) {
  if (!is_real(vm, other)) return num_coerce_bin(vm, self, other, op);
  const auto [real, imag] = parts(self);
  if (op == ids::op_plus) return complex_new(vm, add(vm, real, other), imag);
  if (op == ids::op_minus) return complex_new(vm, sub(vm, real, other), imag);
  if (op == ids::op_mult) return complex_mul(vm, self, other);
  if (op == ids::op_pow) {
    const Value length = num_pow(vm, complex_abs(vm, self), other);
    return complex_polar(vm, length, mul(vm, complex_arg(vm, self), other));
  }
  return complex_div(vm, self, other);
}

} // namespace miniyarv
