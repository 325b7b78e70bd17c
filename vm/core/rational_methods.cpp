// Rational's methods and Kernel#Rational. Operators shared with the other numbers are in numeric_ops.cpp.

#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/numeric_ops.hpp"
#include "vm/core/string.hpp"
#include "vm/method.hpp"
#include "vm/native.hpp"

namespace miniyarv {

namespace {

std::string fraction_text(Value v) { return int_to_s(rational_num(v)) + "/" + int_to_s(rational_den(v)); }

String* rat_to_s(VM& vm, Value self) { return str_ascii(vm, fraction_text(self)); }
String* rat_inspect(VM& vm, Value self) { return str_ascii(vm, "(" + fraction_text(self) + ")"); }
Value rat_numerator(VM&, Value self) { return rational_num(self); }
Value rat_denominator(VM&, Value self) { return rational_den(self); }
double rat_to_f(VM&, Value self) { return rational_to_double(self); }
Value rat_self(VM&, Value self) { return self; }
bool rat_is_positive(VM&, Value self) { return int_sign(rational_num(self)) > 0; }
bool rat_is_negative(VM&, Value self) { return int_sign(rational_num(self)) < 0; }
Value rat_abs(VM& vm, Value self) { return num_abs(vm, self); }

Value rat_hash(VM&, Value self) {
  const uint64_t h = int_hash(rational_num(self)) * 31 + int_hash(rational_den(self));
  return Value::fixnum(static_cast<int64_t>(h) >> 2);
}

Value rat_coerce(VM& vm, Value self, Value other) {
  const Value one = Value::fixnum(1);
  switch (num_rank(other)) {
  case NumRank::Integer: return ary_of(vm, rational_raw(vm, other, one), self);
  case NumRank::Rational: return ary_of(vm, other, self);
  case NumRank::Float: return ary_of(vm, other, float_new(vm, rational_to_double(self)));
  case NumRank::Complex:
    if (int_is_zero(complex_imag(other))) {
      const Value real = complex_real(other);
      return ary_of(vm, is_integer(real) ? rational_raw(vm, real, one) : real, self);
    }
    return ary_of(vm, other, complex_new(vm, self, Value::fixnum(0)));
  case NumRank::Other: break;
  }
  raise_type_error(vm,
                   cat(!other.is_object() ? inspect_str(vm, other) : class_path(vm, real_class(vm, other)),
                       " can't be coerced into Rational"));
}

// --- Rounding ---

template <class F> Value to_digits(VM& vm, Value self, std::optional<Value> digits, F round) {
  if (!digits) return round(self);
  if (!is_integer(*digits)) raise_type_error(vm, "not an integer");
  const int64_t places = to_int64(vm, *digits);
  const Value result = rational_to_digits(vm, self, places, round);
  return places < 1 ? rational_num(result) : result;
}

Value rat_floor(VM& vm, Value self, std::optional<Value> digits) {
  return to_digits(vm, self, digits, [&](Value v) { return num_floor(vm, v); });
}
Value rat_ceil(VM& vm, Value self, std::optional<Value> digits) {
  return to_digits(vm, self, digits, [&](Value v) { return num_ceil(vm, v); });
}
Value rat_truncate(VM& vm, Value self, std::optional<Value> digits) {
  return int_sign(rational_num(self)) < 0 ? rat_ceil(vm, self, digits) : rat_floor(vm, self, digits);
}
Value rat_round(VM& vm, Value self, std::optional<Value> digits, Keywords keywords) {
  const RoundMode mode = round_mode(vm, keywords);
  return to_digits(vm, self, digits, [&](Value v) { return rational_round(vm, v, mode); });
}

Value rat_rationalize(VM& vm, Value self, std::optional<Value> precision) {
  if (!precision) return self;
  const bool negative = int_sign(rational_num(self)) < 0;
  const Value magnitude = num_abs(vm, self), e = num_abs(vm, *precision);
  const Value low = num_sub(vm, magnitude, e), high = num_add(vm, magnitude, e);
  if (num_equal(vm, low, high)) return self;
  const Value simplest = simplest_between(vm, low, high);
  return negative ? num_neg(vm, simplest) : simplest;
}

constexpr NativeMethod kMethods[] = {
    {"+", native<num_add>},
    {"-", native<num_sub>},
    {"*", native<num_mul>},
    {"/", native<num_div>},
    {"quo", native<num_quo>},
    {"**", native<num_pow>},
    {"%", native<num_mod>},
    {"modulo", native<num_mod>},
    {"div", native<num_idiv>},
    {"divmod", native<num_divmod>},
    {"remainder", native<num_remainder>},
    {"fdiv", native<num_fdiv>},
    {"-@", native<num_neg>},
    {"==", native<num_eq>},
    {"<=>", native<num_cmp>},
    {"hash", native<rat_hash>},
    {"coerce", native<rat_coerce>},
    {"to_s", native<rat_to_s>},
    {"inspect", native<rat_inspect>},
    {"numerator", native<rat_numerator>},
    {"denominator", native<rat_denominator>},
    {"to_i", native<rat_truncate>},
    {"to_f", native<rat_to_f>},
    {"to_r", native<rat_self>},
    {"rationalize", native<rat_rationalize>},
    {"positive?", native<rat_is_positive>},
    {"negative?", native<rat_is_negative>},
    {"abs", native<rat_abs>},
    {"magnitude", native<rat_abs>},
    {"floor", native<rat_floor>},
    {"ceil", native<rat_ceil>},
    {"round", native<rat_round>},
    {"truncate", native<rat_truncate>},
};

// --- Kernel#Rational ---

/// An argument as the number it stands for; what is none stays as it is.
Value rational_argument(VM& vm, Value v) {
  if (v.is_nil()) raise_cannot_convert(vm, v, "Rational");
  if (is_complex(v) && exact_zero(complex_imag(v))) return complex_real(v);
  if (is_float(v)) return rational_from_double(vm, float_value(v));
  if (is_string(v)) {
    const Value parsed = rational_parse(vm, str_view(v), true);
    if (parsed.is_undef())
      raise_argument_error(vm, cat("invalid value for convert(): ", str_inspect(vm, v.as<String>())));
    return parsed;
  }
  if (!v.is_object() || num_rank(v) != NumRank::Other || respond_to(vm, v, ids::to_r)) return v;
  const Value integer = vm.call_if_responds(v, ids::to_int);
  return is_integer(integer) ? integer : v;
}

Value convert_to_rational(VM& vm, Value v) {
  if (is_integer(v)) return rational_raw(vm, v, Value::fixnum(1));
  if (is_rational(v)) return v;
  const Value result = v.is_object() ? vm.call_if_responds(v, ids::to_r) : Qundef;
  if (!is_rational(result)) raise_cannot_convert(vm, v, "Rational");
  return result;
}

Value make_rational(VM& vm, Value a, std::optional<Value> b) {
  if (a.is_nil()) raise_cannot_convert(vm, a, "Rational");
  a = rational_argument(vm, a);
  if (!b) return convert_to_rational(vm, a);
  const Value divisor = rational_argument(vm, *b);
  if (is_integer(a) && is_integer(divisor)) return rational_new(vm, a, divisor);
  if (kind_of(vm, a, vm.cNumeric) && kind_of(vm, divisor, vm.cNumeric)) return num_quo(vm, a, divisor);
  raise_type_error(vm, "not an integer");
}

Value kernel_rational(VM& vm, Value, Value a, std::optional<Value> b, Keywords keywords) {
  if (exception_wanted(vm, keywords)) return make_rational(vm, a, b);
  Value result = Qnil;
  vm.rescue(vm.eStandardError, [&] { result = make_rational(vm, a, b); });
  return result;
}

constexpr NativeMethod kFunctions[] = {{"Rational", native<kernel_rational>}};

} // namespace

void init_rational(VM& vm) {
  define_natives(vm, vm.cRational, kMethods);
  define_module_functions(vm, vm.mKernel, kFunctions);
}

} // namespace miniyarv
