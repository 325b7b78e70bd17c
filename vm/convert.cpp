#include "vm/convert.hpp"

#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/string.hpp"
#include "vm/method.hpp"
#include "vm/vm.hpp"

#include <bit>
#include <cmath>
#include <cstdio>

namespace miniyarv {
namespace {

bool is_special(Value v) { return v.is_nil() || v.is_true() || v.is_false(); }

/// A conversion that Ruby does implicitly: the type wanted, its name, the method that gives it.
struct Conversion {
  bool (*accepts)(Value);
  const char* target;
  ID method;
};

constexpr Conversion kToStr{is_string, "String", ids::to_str};
constexpr Conversion kToAry{is_array, "Array", ids::to_ary};
constexpr Conversion kToHash{is_hash, "Hash", ids::to_hash};
constexpr Conversion kToInt{is_integer, "Integer", ids::to_int};
constexpr Conversion kToA{is_array, "Array", ids::to_a};

[[noreturn]] void raise_bad_conversion(VM& vm, Value v, const Conversion& conversion, Value result) {
  const std::string name = class_path(vm, real_class(vm, v));
  raise_type_error(vm,
                   cat("can't convert ", name, " to ", conversion.target, " (", name, "#",
                       vm.name(conversion.method), " gives ", class_path(vm, real_class(vm, result)), ")"));
}

/// Qundef when `v` does not respond, Qnil when it answers nil.
Value try_convert(VM& vm, Value v, const Conversion& conversion) {
  const Value result = vm.call_if_responds(v, conversion.method);
  if (result.is_undef() || result.is_nil() || conversion.accepts(result)) return result;
  raise_bad_conversion(vm, v, conversion, result);
}

Value convert(VM& vm, Value v, const Conversion& conversion) {
  if (conversion.accepts(v)) return v;
  const Value result = is_special(v) ? Qundef : try_convert(vm, v, conversion);
  if (result.is_undef()) raise_no_conversion(vm, v, conversion.target);
  if (result.is_nil()) raise_bad_conversion(vm, v, conversion, result);
  return result;
}

template <class T> T* try_as(VM& vm, Value v, const Conversion& conversion) {
  if (conversion.accepts(v)) return reinterpret_cast<T*>(v.object());
  const Value result = is_special(v) ? Qnil : try_convert(vm, v, conversion);
  return result.is_undef() || result.is_nil() ? nullptr : reinterpret_cast<T*>(result.object());
}

int64_t double_to_int64(VM& vm, double d) {
  if (d >= -0x1p63 && d < 0x1p63) return static_cast<int64_t>(d);
  char text[40];
  std::snprintf(text, sizeof text, "%-.10g", d);
  const std::string shown = std::isnan(d) ? "NaN" : std::isinf(d) ? (d < 0 ? "-Inf" : "Inf") : text;
  raise(vm, vm.eRangeError, cat("float ", shown, " out of range of integer"));
}

int64_t integer_to_int64(VM& vm, Value v) {
  if (v.is_fixnum()) return v.to_fixnum();
  // The integers just beyond the fixnums are Bignums that still fit.
  const Value low = int_and(vm, v, Value::fixnum(0xffffffff));
  const Value high = int_lshift(vm, v, -32);
  if (high.is_fixnum() && high.to_fixnum() >= INT32_MIN && high.to_fixnum() <= INT32_MAX)
    return static_cast<int64_t>(static_cast<uint64_t>(high.to_fixnum()) << 32 |
                                static_cast<uint64_t>(low.to_fixnum()));
  raise(vm, vm.eRangeError, "bignum too big to convert into 'long'");
}

} // namespace

int64_t to_int64(VM& vm, Value v) {
  if (v.is_fixnum()) return v.to_fixnum();
  if (is_float(v)) return double_to_int64(vm, float_value(v));
  if (v.is_nil()) raise_type_error(vm, "no implicit conversion from nil to integer");
  return integer_to_int64(vm, convert(vm, v, kToInt));
}

Value to_integer(VM& vm, Value v) {
  if (is_float(v)) return int_from_double(vm, float_value(v));
  return convert(vm, v, kToInt);
}

double to_double(VM& vm, Value v) {
  if (is_float(v)) return float_value(v);
  if (is_integer(v)) return int_to_double(v);
  if (v.is_object() && v.object()->is(Type::String)) raise_type_error(vm, "can't convert String into Float");
  if (!kind_of(vm, v, vm.cNumeric))
    raise_type_error(vm, cat("can't convert ", describe_for_conversion(vm, v), " into Float"));
  const Value result = vm.send(v, ids::to_f);
  if (!is_float(result)) raise_bad_conversion(vm, v, {is_float, "Float", ids::to_f}, result);
  return float_value(result);
}

String* to_str(VM& vm, Value v) { return convert(vm, v, kToStr).as<String>(); }
Array* to_ary(VM& vm, Value v) { return convert(vm, v, kToAry).as<Array>(); }
Hash* to_hash(VM& vm, Value v) { return convert(vm, v, kToHash).as<Hash>(); }

String* try_to_str(VM& vm, Value v) { return try_as<String>(vm, v, kToStr); }
Array* try_to_ary(VM& vm, Value v) { return try_as<Array>(vm, v, kToAry); }
Hash* try_to_hash(VM& vm, Value v) { return try_as<Hash>(vm, v, kToHash); }

ID to_id(VM& vm, Value v) {
  if (v.is_symbol()) return v.to_id();
  if (String* s = try_to_str(vm, v)) return str_intern(vm, s).to_id();
  raise_type_error(vm, cat(inspect_str(vm, v), " is not a symbol nor a string"));
}

Class* to_class_or_module(VM& vm, Value v) {
  if (is_class_or_module(v)) return v.as<Class>();
  raise_type_error(
      vm, cat("wrong argument type ", class_path(vm, real_class(vm, v)), " (expected Class or Module)"));
}

Array* splat_to_array(VM& vm, Value v, bool fresh) {
  if (is_array(v)) return fresh ? ary_dup(vm, v.as<Array>()) : v.as<Array>();
  if (v.is_nil()) return ary_new(vm);
  const Value result = try_convert(vm, v, kToA);
  if (result.is_undef() || result.is_nil()) return ary_of(vm, v);
  return fresh ? ary_dup(vm, result.as<Array>()) : result.as<Array>();
}

String* to_s(VM& vm, Value v) {
  if (is_string(v)) return v.as<String>();
  const Value result = vm.send(v, ids::to_s);
  return is_string(result) ? result.as<String>() : any_to_s(vm, v);
}

String* inspect(VM& vm, Value v) { return to_s(vm, vm.send(v, ids::inspect)); }

std::string inspect_str(VM& vm, Value v) {
  if (v.is_nil()) return "nil";
  if (v.is_fixnum()) return std::to_string(v.to_fixnum());
  return std::string(inspect(vm, v)->view());
}

String* any_to_s(VM& vm, Value v) {
  const std::string name = class_path(vm, real_class(vm, v));
  return str_new(vm,
                 v.is_object() ? cat("#<", name, ":", address_of(v.object()), ">") : cat("#<", name, ">"));
}

std::string describe_for_conversion(VM& vm, Value v) {
  if (v.is_nil()) return "nil";
  if (v.is_true()) return "true";
  if (v.is_false()) return "false";
  return class_path(vm, real_class(vm, v));
}

bool values_equal(VM& vm, Value a, Value b) {
  if (a == b) return true;
  if (a.is_fixnum() && b.is_fixnum()) return false;
  if (a.is_symbol() && !b.is_object()) return false;
  if (is_string(a) && is_string(b)) return str_equal(a.as<String>(), b.as<String>());
  return vm.send(a, ids::op_eq, b).truthy();
}

bool values_eql(VM& vm, Value a, Value b) {
  if (a == b) return true;
  if (a.is_fixnum() || a.is_symbol() || is_special(a)) return false;
  if (is_float(a)) return is_float(b) && float_value(a) == float_value(b);
  if (is_string(a) && is_string(b)) return str_equal(a.as<String>(), b.as<String>());
  return vm.send(a, ids::eql_p, b).truthy();
}

namespace {

uint64_t mix(uint64_t bits) {
  bits *= 0x9E3779B97F4A7C15;
  return bits ^ bits >> 32;
}

/// Any integer a `hash` method returned, folded to a word.
uint64_t fold_hash(VM& vm, Value v) {
  if (v.is_fixnum()) return static_cast<uint64_t>(v.to_fixnum());
  return static_cast<uint64_t>(int_and(vm, v, Value::fixnum(Value::kFixnumMax)).to_fixnum());
}

int sign_of(VM& vm, Value result) {
  if (result.is_fixnum()) return result.to_fixnum() > 0 ? 1 : result.to_fixnum() < 0 ? -1 : 0;
  const Value zero = Value::fixnum(0);
  if (vm.send(result, ids::op_gt, zero).truthy()) return 1;
  return vm.send(result, ids::op_lt, zero).truthy() ? -1 : 0;
}

} // namespace

uint64_t value_hash(VM& vm, Value v) {
  if (is_string(v)) return str_hash(vm, v.as<String>());
  if (is_float(v)) return mix(std::bit_cast<uint64_t>(float_value(v) + 0.0));
  if (!v.is_object()) return mix(v.bits);
  return fold_hash(vm, to_integer(vm, vm.send(v, ids::hash)));
}

int compare(VM& vm, Value a, Value b) {
  if (a.is_fixnum() && b.is_fixnum())
    return a.to_fixnum() < b.to_fixnum() ? -1 : a.to_fixnum() > b.to_fixnum();
  if (is_string(a) && is_string(b)) return str_compare(a.as<String>(), b.as<String>());
  const Value result = vm.send(a, ids::op_cmp, b);
  if (result.is_nil()) raise_comparison_failed(vm, a, b);
  return sign_of(vm, result);
}

bool case_equal(VM& vm, Value pattern, Value v) {
  if (is_class_or_module(pattern) && has_builtin_method(vm, pattern, ids::op_eqq))
    return kind_of(vm, v, pattern.as<Class>());
  return vm.send(pattern, ids::op_eqq, v).truthy();
}

} // namespace miniyarv
