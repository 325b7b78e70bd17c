// Kernel's conversions to numbers: Integer() and Float(). Rational() and Complex() are with their classes.

#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/numeric_ops.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"

namespace miniyarv {

bool exception_wanted(VM& vm, const Keywords& keywords) {
  keywords.allow_only(vm, {"exception"});
  const Value wanted = keywords.get(vm, "exception");
  if (wanted.is_undef() || wanted.is_true()) return true;
  if (wanted.is_false()) return false;
  raise_argument_error(vm, cat("expected true or false as exception: ", inspect_str(vm, wanted)));
}

void raise_cannot_convert(VM& vm, Value v, std::string_view target) {
  raise_type_error(vm, cat("can't convert ", describe_for_conversion(vm, v), " into ", target));
}

namespace {

[[noreturn]] void raise_gives(VM& vm, Value v, const char* target, const char* method, Value result) {
  const std::string name = class_path(vm, real_class(vm, v));
  raise_type_error(vm, cat("can't convert ", name, " to ", target, " (", name, "#", method, " gives ",
                           class_path(vm, real_class(vm, result)), ")"));
}

Value string_to_integer(VM& vm, String* s, int64_t base) {
  if (base == 1 || base > 36 || base < -36 || base == -1)
    raise_argument_error(vm, cat("invalid radix ", base < 0 ? -base : base));
  const Value result = int_parse(vm, s->view(), static_cast<int>(base), true);
  if (result.is_undef()) raise_argument_error(vm, cat("invalid value for Integer(): ", str_inspect(vm, s)));
  return result;
}

Value object_to_integer(VM& vm, Value v) {
  const Value by_to_int = vm.call_if_responds(v, ids::to_int);
  if (is_integer(by_to_int)) return by_to_int;
  if (String* s = try_to_str(vm, v)) return string_to_integer(vm, s, 0);
  const Value by_to_i = vm.call_if_responds(v, ids::to_i);
  if (by_to_i.is_undef()) raise_cannot_convert(vm, v, "Integer");
  if (!is_integer(by_to_i)) raise_gives(vm, v, "Integer", "to_i", by_to_i);
  return by_to_i;
}

Value convert_to_integer(VM& vm, Value v, int64_t base) {
  if (base != 0) {
    String* s = is_string(v)                        ? v.as<String>()
                : v.is_object() && !is_core_real(v) ? try_to_str(vm, v)
                                                    : nullptr;
    if (!s) raise_argument_error(vm, "base specified for non string value");
    return string_to_integer(vm, s, base);
  }
  if (is_integer(v)) return v;
  if (is_float(v)) return int_from_double(vm, float_value(v));
  if (is_string(v)) return string_to_integer(vm, v.as<String>(), 0);
  if (v.is_nil()) raise_cannot_convert(vm, v, "Integer");
  return object_to_integer(vm, v);
}

/// Runs a conversion; with exception: false a failure is nil.
template <class F> Value converting(VM& vm, const Keywords& keywords, F&& convert) {
  if (exception_wanted(vm, keywords)) return convert();
  Value result = Qnil;
  vm.rescue(vm.eStandardError, [&] { result = convert(); });
  return result;
}

Value kernel_integer_m(VM& vm, Value, Value v, std::optional<Value> base, Keywords keywords) {
  const int64_t radix = base ? to_int32(vm, *base) : 0;
  return converting(vm, keywords, [&] { return convert_to_integer(vm, v, radix); });
}

Value string_to_float(VM& vm, String* s) {
  if (s->view().find('\0') != std::string_view::npos)
    raise_argument_error(vm, "string for Float contains null byte");
  double d;
  if (!float_parse(s->view(), true, d))
    raise_argument_error(vm, cat("invalid value for Float(): ", str_inspect(vm, s)));
  return float_new(vm, d);
}

Value kernel_float_m(VM& vm, Value, Value v, Keywords keywords) {
  return converting(vm, keywords, [&] { return kernel_float(vm, v); });
}

constexpr NativeMethod kFunctions[] = {
    {"Integer", native<kernel_integer_m>},
    {"Float", native<kernel_float_m>},
};

} // namespace

Value kernel_integer(VM& vm, Value v) { return convert_to_integer(vm, v, 0); }

Value kernel_float(VM& vm, Value v) {
  if (is_float(v)) return v;
  if (is_core_real(v)) return float_new(vm, real_to_double(v));
  if (is_string(v)) return string_to_float(vm, v.as<String>());
  if (v.is_nil()) raise_cannot_convert(vm, v, "Float");
  if (String* s = kind_of(vm, v, vm.cNumeric) ? nullptr : try_to_str(vm, v)) return string_to_float(vm, s);
  const Value result = v.is_object() ? vm.call_if_responds(v, ids::to_f) : Qundef;
  if (result.is_undef()) raise_cannot_convert(vm, v, "Float");
  if (!is_float(result)) raise_gives(vm, v, "Float", "to_f", result);
  return result;
}

void init_kernel_numbers(VM& vm) { define_module_functions(vm, vm.mKernel, kFunctions); }

} // namespace miniyarv
