// Complex's methods and Kernel#Complex. Operators shared with the other numbers are in numeric_ops.cpp; what
// can be said in Ruby is in complex.rb.

#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/numeric_ops.hpp"
#include "vm/core/string.hpp"
#include "vm/method.hpp"
#include "vm/native.hpp"

#include <cmath>

namespace miniyarv {

namespace {

Value real_of(VM&, Value self) { return complex_real(self); }
Value imag_of(VM&, Value self) { return complex_imag(self); }

// --- Text ---

/// "a+bi"; parts that do not end in a digit are set off: "0+NaN*i".
String* to_text(VM& vm, Value self, String* (*render)(VM&, Value), bool parentheses) {
  const Value imag = complex_imag(self);
  std::string out = parentheses ? "(" : "";
  out += render(vm, complex_real(self))->view();
  out += num_negative(vm, imag) ? "-" : "+";
  const Value magnitude = num_abs(vm, imag);
  out += render(vm, magnitude)->view();
  if (out.back() < '0' || out.back() > '9') out += "*";
  out += parentheses ? "i)" : "i";
  return str_ascii(vm, out);
}
String* comp_to_s(VM& vm, Value self) { return to_text(vm, self, to_s, false); }
String* comp_inspect(VM& vm, Value self) { return to_text(vm, self, inspect, true); }

// --- Comparison ---

bool comp_eql(VM& vm, Value self, Value other) {
  if (!is_complex(other)) return false;
  const auto same_class = [&](Value a, Value b) { return vm.class_of(a) == vm.class_of(b); };
  return same_class(complex_real(self), complex_real(other)) &&
         same_class(complex_imag(self), complex_imag(other)) && num_equal(vm, self, other);
}

Value comp_hash(VM& vm, Value self) {
  const uint64_t h = value_hash(vm, complex_real(self)) * 31 + value_hash(vm, complex_imag(self));
  return Value::fixnum(static_cast<int64_t>(h) >> 2);
}

Value comp_cmp(VM& vm, Value self, Value other) {
  if (!kind_of(vm, other, vm.cNumeric)) return num_coerce_cmp(vm, self, other, ids::op_cmp);
  if (!num_is_zero(vm, complex_imag(self))) return Qnil;
  if (is_complex(other)) {
    if (!num_is_zero(vm, complex_imag(other))) return Qnil;
    other = complex_real(other);
  }
  return vm.send(complex_real(self), ids::op_cmp, other);
}

Value comp_coerce(VM& vm, Value self, Value other) {
  if (is_complex(other)) return ary_of(vm, other, self);
  if (kind_of(vm, other, vm.cNumeric)) return ary_of(vm, complex_new(vm, other, Value::fixnum(0)), self);
  raise_type_error(vm,
                   cat(!other.is_object() ? inspect_str(vm, other) : class_path(vm, real_class(vm, other)),
                       " can't be coerced into Complex"));
}

// --- Conversion to real numbers ---

[[noreturn]] void raise_not_real(VM& vm, Value self, const char* target) {
  raise(vm, vm.eRangeError, cat("can't convert ", comp_to_s(vm, self)->view(), " into ", target));
}

/// The real part of a Complex whose imaginary part is an exact zero.
Value exact_real(VM& vm, Value self, const char* target) {
  if (!exact_zero(complex_imag(self))) raise_not_real(vm, self, target);
  return complex_real(self);
}

Value comp_to_i(VM& vm, Value self) { return vm.send(exact_real(vm, self, "Integer"), ids::to_i); }
Value comp_to_f(VM& vm, Value self) { return vm.send(exact_real(vm, self, "Float"), ids::to_f); }
Value comp_to_r(VM& vm, Value self) {
  const Value imag = complex_imag(self);
  if (!(is_float(imag) && float_value(imag) == 0) && !exact_zero(imag)) raise_not_real(vm, self, "Rational");
  return vm.send(complex_real(self), ids::to_r);
}
Value comp_rationalize(VM& vm, Value self, Rest args) {
  return vm.call(exact_real(vm, self, "Rational"), vm.intern("rationalize"), args.span());
}

// --- Making ---

Value checked_real(VM& vm, Value v) {
  if (is_core_real(v)) return v;
  if (num_rank(v) == NumRank::Complex || !kind_of(vm, v, vm.cNumeric) ||
      !vm.send(v, vm.intern("real?")).truthy())
    raise_type_error(vm, "not a real");
  return v;
}

Value comp_s_rect(VM& vm, Value, Value real, std::optional<Value> imag) {
  checked_real(vm, real);
  return complex_new(vm, real, checked_real(vm, imag.value_or(Value::fixnum(0))));
}

Value comp_s_polar(VM& vm, Value, Value magnitude, std::optional<Value> angle) {
  checked_real(vm, magnitude);
  return complex_polar(vm, magnitude, checked_real(vm, angle.value_or(Value::fixnum(0))));
}

/// An argument of Complex() as the number it stands for; what is none stays as it is.
Value complex_argument(VM& vm, Value v) {
  if (is_string(v)) {
    const Value parsed = complex_parse(vm, str_view(v), true);
    if (parsed.is_undef())
      raise_argument_error(vm, cat("invalid value for convert(): ", str_inspect(vm, v.as<String>())));
    v = parsed;
  }
  return is_complex(v) && exact_zero(complex_imag(v)) ? complex_real(v) : v;
}

Value make_complex(VM& vm, Value a, std::optional<Value> b) {
  if (a.is_nil() || (b && b->is_nil())) raise_cannot_convert(vm, Qnil, "Complex");
  a = complex_argument(vm, a);
  const Value zero = Value::fixnum(0);
  if (!b) {
    if (is_complex(a)) return a;
    if (kind_of(vm, a, vm.cNumeric)) return complex_new(vm, a, zero);
    const Value result = a.is_object() ? vm.call_if_responds(a, ids::to_c) : Qundef;
    if (!is_complex(result)) raise_cannot_convert(vm, a, "Complex");
    return result;
  }
  const Value imag = complex_argument(vm, *b);
  if (is_complex(a) && exact_zero(imag)) return a;
  if (is_complex(a) || is_complex(imag)) {
    checked_real(vm, is_complex(a) ? complex_real(a) : a);
    checked_real(vm, is_complex(imag) ? complex_real(imag) : imag);
    return num_add(vm, a, num_mul(vm, imag, complex_new(vm, zero, Value::fixnum(1))));
  }
  return comp_s_rect(vm, Qnil, a, imag);
}

Value kernel_complex(VM& vm, Value, Value a, std::optional<Value> b, Keywords keywords) {
  if (exception_wanted(vm, keywords)) return make_complex(vm, a, b);
  Value result = Qnil;
  vm.rescue(vm.eStandardError, [&] { result = make_complex(vm, a, b); });
  return result;
}

constexpr NativeMethod kMethods[] = {
    {"real", native<real_of>},
    {"imaginary", native<imag_of>},
    {"imag", native<imag_of>},
    {"+", native<num_add>},
    {"-", native<num_sub>},
    {"*", native<num_mul>},
    {"/", native<num_div>},
    {"quo", native<num_quo>},
    {"**", native<num_pow>},
    {"pow", native<num_pow>},
    {"-@", native<num_neg>},
    {"==", native<num_eq>},
    {"<=>", native<comp_cmp>},
    {"eql?", native<comp_eql>},
    {"hash", native<comp_hash>},
    {"coerce", native<comp_coerce>},
    {"abs", native<complex_abs>},
    {"magnitude", native<complex_abs>},
    {"arg", native<complex_arg>},
    {"angle", native<complex_arg>},
    {"phase", native<complex_arg>},
    {"to_s", native<comp_to_s>},
    {"inspect", native<comp_inspect>},
    {"to_i", native<comp_to_i>},
    {"to_f", native<comp_to_f>},
    {"to_r", native<comp_to_r>},
    {"rationalize", native<comp_rationalize>},
};

constexpr NativeMethod kSingletonMethods[] = {
    {"rect", native<comp_s_rect>},
    {"rectangular", native<comp_s_rect>},
    {"polar", native<comp_s_polar>},
};

constexpr NativeMethod kFunctions[] = {{"Complex", native<kernel_complex>}};

} // namespace

void init_complex(VM& vm) {
  define_natives(vm, vm.cComplex, kMethods);
  define_singleton_natives(vm, vm.cComplex, kSingletonMethods);
  define_module_functions(vm, vm.mKernel, kFunctions);
  vm.const_set(vm.cComplex, vm.intern("I"), complex_new(vm, Value::fixnum(0), Value::fixnum(1)));
}

} // namespace miniyarv
