#include "vm/core/callable.hpp"

#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/method_object.hpp"
#include "vm/native.hpp"
#include "vm/parameters.hpp"

namespace miniyarv {
namespace {

bool is_lambda(Value callable) {
  const Proc* proc = as_proc(callable);
  return !proc || proc->lambda;
}

Value call_callable(VM& vm, Value callable, std::span<const Value> args, const CallOptions& options = {}) {
  if (as_proc(callable)) return vm.call_proc(callable, args, options);
  return vm.call(callable, ids::call, args, options);
}

// --- Composition ---

/// data: [first, second]
Value call_composed(VM& vm, Value data, const Value* argv, int argc, BlockHandler block) {
  CallOptions options;
  options.block = block;
  options.keywords = vm.keywords_given();
  const Value between =
      call_callable(vm, ary_entry(data.as<Array>(), 0), {argv, static_cast<size_t>(argc)}, options);
  return call_callable(vm, ary_entry(data.as<Array>(), 1), std::span<const Value>(&between, 1));
}

Value compose(VM& vm, Value self, Value first, Value second, Value other) {
  if (!as_proc(other) && !is_method_object(other) && !respond_to(vm, other, ids::call))
    raise_type_error(vm, "callable object is expected");
  return proc_from_native(vm, call_composed, ary_of(vm, first, second), 0, -1, is_lambda(self));
}

// --- Currying ---

Value curried(VM& vm, Value callable, int64_t arity, Array* passed);

/// data: [callable, arity, arguments so far]
Value call_curried(VM& vm, Value data, const Value* argv, int argc, BlockHandler) {
  const Array* parts = data.as<Array>();
  const Value callable = ary_entry(parts, 0);
  const int64_t arity = ary_entry(parts, 1).to_fixnum();
  Array* passed = ary_dup(vm, ary_entry(parts, 2).as<Array>());
  ary_append(vm, passed, {argv, static_cast<size_t>(argc)});
  if (static_cast<int64_t>(passed->size()) < arity) return curried(vm, callable, arity, passed);
  const std::vector<Value> args(passed->values().begin(), passed->values().end());
  return call_callable(vm, callable, args);
}

Value curried(VM& vm, Value callable, int64_t arity, Array* passed) {
  Array* data = ary_of(vm, callable, Value::fixnum(arity), Value(passed));
  return proc_from_native(vm, call_curried, data, 0, -1, is_lambda(callable));
}

} // namespace

Value callable_then(VM& vm, Value self, Value next) { return compose(vm, self, self, next, next); }
Value callable_after(VM& vm, Value self, Value previous) {
  return compose(vm, self, previous, self, previous);
}

Value callable_curry(VM& vm, Value self, std::optional<Value> given) {
  const Proc* proc = as_proc(self);
  const ArityRange range = proc ? proc_arity_range(vm, proc) : method_arity_range(method_object(self).me);
  int64_t arity = range.min;
  if (given && !given->is_nil()) {
    arity = to_int64(vm, *given);
    if (is_lambda(self) && (arity < range.min || (range.max >= 0 && arity > range.max)))
      raise_arity(vm, static_cast<int>(arity), range.min, range.max);
  }
  if (arity <= 0) return call_callable(vm, self, {});
  return curried(vm, self, arity, ary_new(vm));
}

} // namespace miniyarv
