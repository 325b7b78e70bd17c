// The coerce protocol: operators between numbers of different classes.

#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/numeric_ops.hpp"
#include "vm/error.hpp"
#include "vm/vm.hpp"

#include <optional>
#include <utility>

namespace miniyarv {

namespace {

/// How coercion and comparison errors name an operand: simple values by themselves, others by class.
std::string operand_name(VM& vm, Value v) {
  if (!v.is_object() || is_float(v)) return inspect_str(vm, v);
  return class_path(vm, real_class(vm, v));
}

[[noreturn]] void raise_coerce_failed(VM& vm, Value x, Value y) {
  raise_type_error(vm,
                   cat(operand_name(vm, y), " can't be coerced into ", class_path(vm, real_class(vm, x))));
}

/// `[x', y'] = y.coerce(x)`; nothing when y does not coerce, or answers nil and `strict` is off.
std::optional<std::pair<Value, Value>> coerce(VM& vm, Value x, Value y, bool strict) {
  const Value args[] = {x};
  const Value pair = vm.call_if_responds(y, ids::coerce, args);
  if (pair.is_undef()) {
    if (!strict) return std::nullopt;
    raise_coerce_failed(vm, x, y);
  }
  if (!strict && pair.is_nil()) return std::nullopt;
  if (!is_array(pair) || pair.as<Array>()->size() != 2) raise_type_error(vm, "coerce must return [x, y]");
  const auto* both = pair.as<Array>();
  return std::pair{both->data()[0], both->data()[1]};
}

} // namespace

void raise_comparison_failed(VM& vm, Value a, Value b) {
  raise_argument_error(
      vm, cat("comparison of ", class_path(vm, real_class(vm, a)), " with ", operand_name(vm, b), " failed"));
}

Value num_coerce_bin(VM& vm, Value a, Value b, ID op) {
  const auto both = coerce(vm, a, b, true);
  return vm.send(both->first, op, both->second);
}

Value num_coerce_bit(VM& vm, Value a, Value b, ID op) {
  const auto both = coerce(vm, a, b, true);
  const Value args[] = {both->second};
  // Floats and the like coerce but have no bits.
  const Value result = vm.call_if_responds(both->first, op, args);
  if (result.is_undef()) raise_coerce_failed(vm, a, b);
  return result;
}

std::pair<Value, Value> num_coerce(VM& vm, Value a, Value b) { return *coerce(vm, a, b, true); }

Value num_coerce_cmp(VM& vm, Value a, Value b, ID op) {
  const auto both = coerce(vm, a, b, false);
  return both ? vm.send(both->first, op, both->second) : Qnil;
}

Value num_coerce_relop(VM& vm, Value a, Value b, ID op) {
  const Value result = num_coerce_cmp(vm, a, b, op);
  if (result.is_nil()) raise_comparison_failed(vm, a, b);
  return result;
}

} // namespace miniyarv
