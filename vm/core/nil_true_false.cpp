#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"

namespace miniyarv {
namespace {

Value constant_string(VM& vm, std::string_view text) { return str_fstring(vm, text, Encoding::UsAscii); }

Value nil_to_s(VM& vm, Value) { return constant_string(vm, ""); }
Value nil_inspect(VM& vm, Value) { return str_new_class(vm, vm.cString, "nil", Encoding::UsAscii); }
Value nil_to_a(VM& vm, Value) { return ary_new(vm); }
Value nil_to_h(VM& vm, Value) { return hash_new(vm); }
int64_t nil_to_i(VM&, Value) { return 0; }
double nil_to_f(VM&, Value) { return 0.0; }
Value nil_to_r(VM& vm, Value) { return rational_new(vm, Value::fixnum(0), Value::fixnum(1)); }
Value nil_rationalize(VM& vm, Value self, std::optional<Value>) { return nil_to_r(vm, self); }
Value nil_to_c(VM& vm, Value) { return complex_new(vm, Value::fixnum(0), Value::fixnum(0)); }
Value nil_match(VM&, Value, Value) { return Qnil; }
bool always_true(VM&, Value) { return true; }

Value true_to_s(VM& vm, Value) { return constant_string(vm, "true"); }
Value false_to_s(VM& vm, Value) { return constant_string(vm, "false"); }

bool false_and(VM&, Value, Value) { return false; }
bool true_or(VM&, Value, Value) { return true; }
bool truth_of(VM&, Value, Value other) { return other.truthy(); }
bool negation_of(VM&, Value, Value other) { return other.falsy(); }
bool same(VM&, Value self, Value other) { return self == other; }

constexpr NativeMethod kNilMethods[] = {
    {"to_s", native<nil_to_s>},    {"inspect", native<nil_inspect>},
    {"to_a", native<nil_to_a>},    {"to_h", native<nil_to_h>},
    {"to_i", native<nil_to_i>},    {"to_f", native<nil_to_f>},
    {"to_r", native<nil_to_r>},    {"rationalize", native<nil_rationalize>},
    {"to_c", native<nil_to_c>},    {"=~", native<nil_match>},
    {"nil?", native<always_true>}, {"&", native<false_and>},
    {"|", native<truth_of>},       {"^", native<truth_of>},
    {"===", native<same>},
};

constexpr NativeMethod kTrueMethods[] = {
    {"to_s", native<true_to_s>}, {"inspect", native<true_to_s>}, {"&", native<truth_of>},
    {"|", native<true_or>},      {"^", native<negation_of>},     {"===", native<same>},
};

constexpr NativeMethod kFalseMethods[] = {
    {"to_s", native<false_to_s>}, {"inspect", native<false_to_s>}, {"&", native<false_and>},
    {"|", native<truth_of>},      {"^", native<truth_of>},         {"===", native<same>},
};

} // namespace

void init_nil_true_false(VM& vm) {
  for (Class* c : {vm.cNilClass, vm.cTrueClass, vm.cFalseClass}) class_undef_allocator(vm, c);
  define_natives(vm, vm.cNilClass, kNilMethods);
  define_natives(vm, vm.cTrueClass, kTrueMethods);
  define_natives(vm, vm.cFalseClass, kFalseMethods);
}

} // namespace miniyarv
