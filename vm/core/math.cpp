// Math.

#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/numeric_ops.hpp"
#include "vm/native.hpp"

#include <cmath>

namespace miniyarv {

void raise_math_domain(VM& vm, std::string_view message) {
  const Value error = vm.const_get(vm.mMath, vm.intern("DomainError"));
  raise(vm, error.as<Class>(), message);
}

namespace {

[[noreturn]] void raise_domain(VM& vm, const char* function) {
  raise_math_domain(vm, cat("Numerical argument is out of domain - ", function));
}

constexpr double kInfinity = HUGE_VAL;

template <double (*function)(double)> Value unary(VM& vm, Value, Value x) {
  return float_new(vm, function(to_double(vm, x)));
}

/// A function defined on [low, high] only.
template <double (*function)(double), const char* name, double (*low)(), double (*high)()>
Value bounded(VM& vm, Value, Value x) {
  const double d = to_double(vm, x);
  if (d < low() || d > high()) raise_domain(vm, name);
  return float_new(vm, function(d));
}

double minus_one() { return -1.0; }
double one() { return 1.0; }
double infinity() { return kInfinity; }

constexpr char kAcos[] = "acos", kAsin[] = "asin", kAcosh[] = "acosh", kAtanh[] = "atanh", kLog1p[] = "log1p";

/// glibc's cbrt can be off by a unit of the last place: one step of Newton's method mends it.
double cube_root(double x) {
  const double r = std::cbrt(x);
  return std::isfinite(r) && r != 0 ? (2.0 * r + (x / r / r)) / 3.0 : r;
}

Value math_atan2(VM& vm, Value, double y, double x) { return float_new(vm, std::atan2(y, x)); }
Value math_hypot(VM& vm, Value, double x, double y) { return float_new(vm, std::hypot(x, y)); }

Value math_sqrt(VM& vm, Value, Value x) {
  if (is_complex(x)) {
    // sqrt(a + bi) = sqrt((|z| + a) / 2) + i sign(b) sqrt((|z| - a) / 2)
    const double real = to_double(vm, complex_real(x)), imag = to_double(vm, complex_imag(x));
    const double length = std::hypot(real, imag);
    const Value out = float_new(vm, std::sqrt((length + real) / 2.0));
    return complex_new(vm, out, float_new(vm, std::copysign(std::sqrt((length - real) / 2.0), imag)));
  }
  const double d = to_double(vm, x);
  if (d < 0) raise_domain(vm, "sqrt");
  return float_new(vm, d == 0 ? 0.0 : std::sqrt(d));
}

// --- Logarithms: of Bignums too big for a double as well ---

/// x as mantissa * 2^shift with a mantissa in a double's range. Raises for negative x.
double split(VM& vm, Value x, const char* function, double& shift) {
  shift = 0;
  if (is_bignum(x) && int_sign(x) > 0 && int_bit_length(x) > 1000) {
    const auto excess = static_cast<int64_t>(int_bit_length(x)) - 64;
    shift = static_cast<double>(excess);
    x = int_lshift(vm, x, -excess);
  }
  const double d = to_double(vm, x);
  if (d < 0) raise_domain(vm, function);
  return d;
}

double natural_log(double mantissa, double shift) { return std::log(mantissa) + shift * M_LN2; }

Value math_log(VM& vm, Value, Value x, std::optional<Value> base) {
  double shift, base_shift;
  const double d = split(vm, x, "log", shift);
  if (!base) return float_new(vm, natural_log(d, shift));
  const double b = split(vm, *base, "log", base_shift);
  if (d == 0) return float_new(vm, b == 0 ? std::nan("") : -kInfinity);
  if (b == 0) return float_new(vm, -0.0);
  if (b == 1) return float_new(vm, std::nan(""));
  return float_new(vm, natural_log(d, shift) / natural_log(b, base_shift));
}

Value math_log2(VM& vm, Value, Value x) {
  double shift;
  const double d = split(vm, x, "log2", shift);
  return float_new(vm, std::log2(d) + shift);
}

Value math_log10(VM& vm, Value, Value x) {
  double shift;
  const double d = split(vm, x, "log10", shift);
  return float_new(vm, std::log10(d) + shift * 0.301029995663981195213738894724);
}

// --- Mantissas, gamma ---

Value math_frexp(VM& vm, Value, double x) {
  int exponent;
  const Value fraction = float_new(vm, std::frexp(x, &exponent));
  return ary_of(vm, fraction, Value::fixnum(exponent));
}

Value math_ldexp(VM& vm, Value, double fraction, int64_t exponent) {
  const auto clamped = std::max<int64_t>(-100000, std::min<int64_t>(100000, exponent));
  return float_new(vm, std::ldexp(fraction, static_cast<int>(clamped)));
}

Value math_gamma(VM& vm, Value, double x) {
  // (n - 1)! is exact in a double up to here.
  constexpr int kMaxExact = 23;
  if (x == std::floor(x)) {
    if (x < 0) raise_domain(vm, "gamma");
    if (x >= 1 && x <= kMaxExact) {
      double product = 1;
      for (int i = 2; i < static_cast<int>(x); ++i) product *= i;
      return float_new(vm, product);
    }
  }
  return float_new(vm, std::tgamma(x));
}

Value math_lgamma(VM& vm, Value, double x) {
  if (std::isinf(x)) {
    if (x < 0) raise_domain(vm, "lgamma");
    return ary_of(vm, float_new(vm, kInfinity), Value::fixnum(1));
  }
  if (x == 0) return ary_of(vm, float_new(vm, kInfinity), Value::fixnum(std::signbit(x) ? -1 : 1));
  int sign = 1;
  const Value result = float_new(vm, lgamma_r(x, &sign));
  return ary_of(vm, result, Value::fixnum(sign < 0 ? -1 : 1));
}

constexpr NativeMethod kFunctions[] = {
    {"sin", native<unary<std::sin>>},
    {"cos", native<unary<std::cos>>},
    {"tan", native<unary<std::tan>>},
    {"atan", native<unary<std::atan>>},
    {"sinh", native<unary<std::sinh>>},
    {"cosh", native<unary<std::cosh>>},
    {"tanh", native<unary<std::tanh>>},
    {"asinh", native<unary<std::asinh>>},
    {"exp", native<unary<std::exp>>},
    {"expm1", native<unary<std::expm1>>},
    {"erf", native<unary<std::erf>>},
    {"erfc", native<unary<std::erfc>>},
    {"cbrt", native<unary<cube_root>>},
    {"acos", native<bounded<std::acos, kAcos, minus_one, one>>},
    {"asin", native<bounded<std::asin, kAsin, minus_one, one>>},
    {"acosh", native<bounded<std::acosh, kAcosh, one, infinity>>},
    {"atanh", native<bounded<std::atanh, kAtanh, minus_one, one>>},
    {"log1p", native<bounded<std::log1p, kLog1p, minus_one, infinity>>},
    {"atan2", native<math_atan2>},
    {"hypot", native<math_hypot>},
    {"sqrt", native<math_sqrt>},
    {"log", native<math_log>},
    {"log2", native<math_log2>},
    {"log10", native<math_log10>},
    {"frexp", native<math_frexp>},
    {"ldexp", native<math_ldexp>},
    {"gamma", native<math_gamma>},
    {"lgamma", native<math_lgamma>},
};

} // namespace

void init_math(VM& vm) {
  define_class_under(vm, vm.mMath, "DomainError", vm.eStandardError);
  vm.const_set(vm.mMath, vm.intern("PI"), float_new(vm, M_PI));
  vm.const_set(vm.mMath, vm.intern("E"), float_new(vm, M_E));
  define_module_functions(vm, vm.mMath, kFunctions);
}

} // namespace miniyarv
