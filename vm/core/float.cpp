// Float: the method table and what is specific to floats. Operators shared with the other numbers are in
// numeric_ops.cpp, rounding in float_round.cpp, text in float_text.cpp.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/numeric_ops.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"

#include <cfloat>
#include <cmath>
#include <limits>

namespace miniyarv {

namespace {

String* flo_to_s(VM& vm, Value self) { return str_ascii(vm, float_to_s(float_value(self))); }
Value flo_self(VM&, Value self) { return self; }
Value flo_to_i(VM& vm, Value self) { return int_from_double(vm, float_value(self)); }
Value flo_to_r(VM& vm, Value self) { return rational_from_double(vm, float_value(self)); }
Value flo_abs(VM& vm, Value self) { return float_new(vm, std::fabs(float_value(self))); }

bool flo_is_nan(VM&, Value self) { return std::isnan(float_value(self)); }
bool flo_is_finite(VM&, Value self) { return std::isfinite(float_value(self)); }
bool flo_is_zero(VM&, Value self) { return float_value(self) == 0; }
bool flo_is_positive(VM&, Value self) { return float_value(self) > 0; }
bool flo_is_negative(VM&, Value self) { return float_value(self) < 0; }
Value flo_infinite(VM&, Value self) {
  const double d = float_value(self);
  return std::isinf(d) ? Value::fixnum(d < 0 ? -1 : 1) : Qnil;
}

bool flo_eql(VM&, Value self, Value other) {
  return is_float(other) && float_value(self) == float_value(other);
}
Value flo_hash(VM& vm, Value self) { return Value::fixnum(static_cast<int64_t>(value_hash(vm, self)) >> 2); }

Value flo_coerce(VM& vm, Value self, Value other) { return ary_of(vm, kernel_float(vm, other), self); }

double flo_next(VM&, Value self) {
  return std::nextafter(float_value(self), std::numeric_limits<double>::infinity());
}
double flo_prev(VM&, Value self) {
  return std::nextafter(float_value(self), -std::numeric_limits<double>::infinity());
}

Value flo_arg(VM& vm, Value self) {
  const double d = float_value(self);
  if (std::isnan(d)) return self;
  return std::signbit(d) ? float_new(vm, M_PI) : Value::fixnum(0);
}

// --- Rounding ---

Value flo_round(VM& vm, Value self, std::optional<Value> digits, Keywords keywords) {
  const int64_t places = digits ? to_int32(vm, *digits) : 0;
  return float_round(vm, float_value(self), places, round_mode(vm, keywords));
}
Value flo_floor(VM& vm, Value self, std::optional<Value> digits) {
  return float_floor(vm, float_value(self), digits ? to_int32(vm, *digits) : 0);
}
Value flo_ceil(VM& vm, Value self, std::optional<Value> digits) {
  return float_ceil(vm, float_value(self), digits ? to_int32(vm, *digits) : 0);
}
Value flo_truncate(VM& vm, Value self, std::optional<Value> digits) {
  return float_value(self) > 0 ? flo_floor(vm, self, digits) : flo_ceil(vm, self, digits);
}

// --- Fractions ---

/// The simplest fraction that reads back as the same float: it lies within half a unit of the last place.
Value simplest_rational(VM& vm, double d) {
  const Value exact = rational_from_double(vm, d);
  if (int_is_one(rational_den(exact))) return exact;
  int exponent;
  const double mantissa = std::ldexp(std::frexp(d, &exponent), DBL_MANT_DIG);
  const Value twice = int_lshift(vm, int_from_double(vm, mantissa), 1);
  const Value den = int_lshift(vm, Value::fixnum(1), 1 + DBL_MANT_DIG - exponent);
  const Value low = rational_new(vm, int_sub(vm, twice, Value::fixnum(1)), den);
  return simplest_between(vm, low, rational_new(vm, int_add(vm, twice, Value::fixnum(1)), den));
}

Value flo_rationalize(VM& vm, Value self, std::optional<Value> precision) {
  const double d = float_value(self);
  const Value magnitude = flo_abs(vm, self);
  Value result;
  if (precision) {
    const Value e = num_abs(vm, *precision);
    const Value low = num_sub(vm, magnitude, e), high = num_add(vm, magnitude, e);
    result =
        num_equal(vm, low, high) ? rational_from_double(vm, std::fabs(d)) : simplest_between(vm, low, high);
  } else {
    result = simplest_rational(vm, std::fabs(d));
  }
  return d < 0 ? num_neg(vm, result) : result;
}

Value flo_numerator(VM& vm, Value self) {
  return std::isfinite(float_value(self)) ? rational_num(flo_to_r(vm, self)) : self;
}
Value flo_denominator(VM& vm, Value self) {
  return std::isfinite(float_value(self)) ? rational_den(flo_to_r(vm, self)) : Value::fixnum(1);
}

constexpr NativeMethod kMethods[] = {
    {"+", native<num_add>},
    {"-", native<num_sub>},
    {"*", native<num_mul>},
    {"/", native<num_div>},
    {"quo", native<num_div>},
    {"fdiv", native<num_div>},
    {"%", native<num_mod>},
    {"modulo", native<num_mod>},
    {"divmod", native<num_divmod>},
    {"**", native<num_pow>},
    {"-@", native<num_neg>},
    {"==", native<num_eq>},
    {"===", native<num_eq>},
    {"<=>", native<num_cmp>},
    {"<", native<num_lt>},
    {"<=", native<num_le>},
    {">", native<num_gt>},
    {">=", native<num_ge>},
    {"eql?", native<flo_eql>},
    {"hash", native<flo_hash>},
    {"coerce", native<flo_coerce>},
    {"to_s", native<flo_to_s>},
    {"inspect", native<flo_to_s>},
    {"to_f", native<flo_self>},
    {"to_i", native<flo_to_i>},
    {"to_int", native<flo_to_i>},
    {"to_r", native<flo_to_r>},
    {"rationalize", native<flo_rationalize>},
    {"numerator", native<flo_numerator>},
    {"denominator", native<flo_denominator>},
    {"abs", native<flo_abs>},
    {"magnitude", native<flo_abs>},
    {"arg", native<flo_arg>},
    {"angle", native<flo_arg>},
    {"phase", native<flo_arg>},
    {"nan?", native<flo_is_nan>},
    {"finite?", native<flo_is_finite>},
    {"infinite?", native<flo_infinite>},
    {"zero?", native<flo_is_zero>},
    {"positive?", native<flo_is_positive>},
    {"negative?", native<flo_is_negative>},
    {"next_float", native<flo_next>},
    {"prev_float", native<flo_prev>},
    {"round", native<flo_round>},
    {"floor", native<flo_floor>},
    {"ceil", native<flo_ceil>},
    {"truncate", native<flo_truncate>},
};

void define_constants(VM& vm) {
  const auto integer = [&](const char* name, int64_t i) {
    vm.const_set(vm.cFloat, vm.intern(name), Value::fixnum(i));
  };
  const auto number = [&](const char* name, double d) {
    vm.const_set(vm.cFloat, vm.intern(name), float_new(vm, d));
  };
  integer("RADIX", FLT_RADIX);
  integer("MANT_DIG", DBL_MANT_DIG);
  integer("DIG", DBL_DIG);
  integer("MIN_EXP", DBL_MIN_EXP);
  integer("MAX_EXP", DBL_MAX_EXP);
  integer("MIN_10_EXP", DBL_MIN_10_EXP);
  integer("MAX_10_EXP", DBL_MAX_10_EXP);
  number("MIN", DBL_MIN);
  number("MAX", DBL_MAX);
  number("EPSILON", DBL_EPSILON);
  number("INFINITY", std::numeric_limits<double>::infinity());
  number("NAN", std::numeric_limits<double>::quiet_NaN());
}

} // namespace

void init_float(VM& vm) {
  define_natives(vm, vm.cFloat, kMethods);
  define_constants(vm);
}

} // namespace miniyarv
