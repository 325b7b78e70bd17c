// Comparable: everything from <=>.

#include "vm/convert.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/range.hpp"
#include "vm/core/recursion.hpp"
#include "vm/core/sort.hpp"
#include "vm/native.hpp"

namespace miniyarv {

namespace {

bool equal(VM& vm, Value self, Value other) {
  if (self == other) return true;
  RecursionGuard guard(vm, Walk::Equal, self, other);
  if (guard.recursive()) return false;
  const Value order = vm.send(self, ids::op_cmp, other);
  return !order.is_nil() && block_order(vm, order, self, other) == 0;
}

bool lt(VM& vm, Value self, Value other) { return compare_elements(vm, self, other) < 0; }
bool le(VM& vm, Value self, Value other) { return compare_elements(vm, self, other) <= 0; }
bool gt(VM& vm, Value self, Value other) { return compare_elements(vm, self, other) > 0; }
bool ge(VM& vm, Value self, Value other) { return compare_elements(vm, self, other) >= 0; }

bool between(VM& vm, Value self, Value min, Value max) {
  return compare_elements(vm, self, min) >= 0 && compare_elements(vm, self, max) <= 0;
}

Value clamp(VM& vm, Value self, Value min, std::optional<Value> upper) {
  Value max = upper.value_or(Qnil);
  if (!upper) {
    if (!is_range(min))
      raise_type_error(vm,
                       cat("wrong argument type ", class_path(vm, real_class(vm, min)), " (expected Range)"));
    const Value range = min;
    min = range_begin(range);
    max = range_end(range);
    if (!max.is_nil() && range_excludes_end(range))
      raise_argument_error(vm, "cannot clamp with an exclusive range");
  }
  if (!min.is_nil() && !max.is_nil() && compare_elements(vm, min, max) > 0)
    raise_argument_error(vm, "min argument must be less than or equal to max argument");
  if (!min.is_nil()) {
    const int order = compare_elements(vm, self, min);
    if (order == 0) return self;
    if (order < 0) return min;
  }
  return !max.is_nil() && compare_elements(vm, self, max) > 0 ? max : self;
}

constexpr NativeMethod kMethods[] = {
    {"==", native<equal>},    {"<", native<lt>},  {"<=", native<le>},
    {">", native<gt>},        {">=", native<ge>}, {"between?", native<between>},
    {"clamp", native<clamp>},
};

} // namespace

void init_comparable(VM& vm) { define_natives(vm, vm.mComparable, kMethods); }

} // namespace miniyarv
