// Rounding floats to a number of decimals. CRuby scales by a power of ten and corrects the result so that it
// is right for the decimal number the float stands for; the same steps are taken here, in the same order,
// since they decide the last digit.

#include "vm/core/numeric_ops.hpp"
#include "vm/vm.hpp"

#include <cfloat>
#include <cmath>

namespace miniyarv {

namespace {

/// Scaled by `s`, `x` rounds to the returned whole number; ties away from zero.
double half_up(double x, double s) {
  double f = std::round(x * s);
  if (s == 1.0) return f;
  if (x > 0) {
    if ((f + 0.5) / s <= x) f += 1;
  } else if ((f - 0.5) / s >= x) {
    f -= 1;
  }
  return f;
}

double half_down(double x, double s) {
  double f = std::round(x * s);
  if (x > 0) {
    if ((f - 0.5) / s >= x) f -= 1;
  } else if ((f + 0.5) / s <= x) {
    f += 1;
  }
  return f;
}

double half_even(double x, double s) {
  const double magnitude = std::fabs(x);
  const double f = std::floor(magnitude * s);
  double d = magnitude * s - f;
  if (d > 0.5)
    d = 1.0;
  else if (d == 0.5 || (f + 0.5) / s <= magnitude)
    d = std::fmod(f, 2.0);
  else
    d = 0.0;
  return std::copysign(f + d, x);
}

double round_scaled(double x, double s, RoundMode mode) {
  switch (mode) {
  case RoundMode::HalfEven: return half_even(x, s);
  case RoundMode::HalfDown: return half_down(x, s);
  default: return half_up(x, s);
  }
}

/// The float has no digit beyond `digits` decimals.
bool beyond_precision(int64_t digits, int exponent) {
  return digits >= (DBL_DIG + 2) - (exponent > 0 ? exponent / 4 : exponent / 3 - 1);
}
/// The float is far less than half a unit of the last decimal kept.
bool below_precision(int64_t digits, int exponent) {
  return digits < -(exponent > 0 ? exponent / 3 + 1 : exponent / 4);
}

/// Powers of ten above this are inexact doubles: round the exact value instead.
constexpr int64_t kMaxExactDigits = 14;

int binary_exponent(double d) {
  int exponent;
  std::frexp(d, &exponent);
  return exponent;
}

template <class F> Value by_rational(VM& vm, double d, int64_t digits, F round) {
  return float_new(vm,
                   rational_to_double(rational_to_digits(vm, rational_from_double(vm, d), digits, round)));
}

} // namespace

Value float_round(VM& vm, double d, int64_t digits, RoundMode mode) {
  if (digits == 0) return int_from_double(vm, round_scaled(d, 1.0, mode));
  if (digits < 0) return int_round(vm, int_from_double(vm, d), digits, mode);
  if (d == 0 || !std::isfinite(d)) return float_new(vm, d);
  const int exponent = binary_exponent(d);
  if (beyond_precision(digits, exponent)) return float_new(vm, d);
  if (below_precision(digits, exponent)) return float_new(vm, 0.0);
  if (digits > kMaxExactDigits)
    return by_rational(vm, d, digits, [&](Value v) { return rational_round(vm, v, mode); });
  const double scale = std::pow(10.0, static_cast<double>(digits));
  return float_new(vm, round_scaled(d, scale, mode) / scale);
}

Value float_floor(VM& vm, double d, int64_t digits) {
  if (digits <= 0) return int_floor(vm, int_from_double(vm, std::floor(d)), digits);
  if (d == 0 || !std::isfinite(d)) return float_new(vm, d);
  const int exponent = binary_exponent(d);
  if (beyond_precision(digits, exponent)) return float_new(vm, d);
  if (d > 0 && below_precision(digits, exponent)) return float_new(vm, 0.0);
  if (digits > kMaxExactDigits)
    return by_rational(vm, d, digits, [&](Value v) { return rational_floor(vm, v); });
  const double scale = std::pow(10.0, static_cast<double>(digits));
  const double whole = std::floor(d * scale);
  const double next = (whole + 1) / scale;
  return float_new(vm, next > d ? whole / scale : next);
}

Value float_ceil(VM& vm, double d, int64_t digits) {
  if (digits <= 0) return int_ceil(vm, int_from_double(vm, std::ceil(d)), digits);
  if (d == 0 || !std::isfinite(d)) return float_new(vm, d);
  const int exponent = binary_exponent(d);
  if (beyond_precision(digits, exponent)) return float_new(vm, d);
  if (d < 0 && below_precision(digits, exponent)) return float_new(vm, 0.0);
  if (digits > kMaxExactDigits)
    return by_rational(vm, d, digits, [&](Value v) { return rational_ceil(vm, v); });
  const double scale = std::pow(10.0, static_cast<double>(digits));
  const double whole = std::ceil(d * scale);
  const double previous = (whole - 1) / scale;
  return float_new(vm, previous < d ? whole / scale : previous);
}

} // namespace miniyarv
