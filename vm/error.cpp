#include "vm/error.hpp"
#include "vm/frames.hpp"

#include "vm/backtrace.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/exception.hpp"
#include "vm/core/string.hpp"
#include "vm/method.hpp"
#include "vm/vm.hpp"

namespace miniyarv {

// --- Creating ---

Value exception_new(VM& vm, Class* klass, Value message) {
  const Value e = object_allocate(vm, klass);
  vm.heap.ivar_set(e.object(), ids::iv_mesg, message);
  return e;
}

Value exception_new(VM& vm, Class* klass, std::string_view message) {
  return exception_new(vm, klass, Value(str_new(vm, message)));
}

// --- Raising ---

namespace {

bool has_backtrace(VM& vm, Value e) {
  const Value bt = vm.heap.ivar_get(e.object(), ids::iv_bt);
  return !bt.is_undef() && !bt.is_nil();
}

void set_cause(VM& vm, Value e, Value cause) {
  const bool given = !cause.is_undef();
  if (!given && !vm.heap.ivar_get(e.object(), ids::iv_cause).is_undef()) return;
  const Value value = given ? cause : current_error(vm);
  if (value != e) vm.heap.ivar_set(e.object(), ids::iv_cause, value);
}

} // namespace

void prepare_raise_with_cause(VM& vm, Value e, Value cause, ControlFrame* from) {
  if (!e.object()->frozen()) {
    if (!has_backtrace(vm, e)) vm.heap.ivar_set(e.object(), ids::iv_bt, backtrace_capture(vm, from));
    set_cause(vm, e, cause);
  }
  PendingThrow& pending = vm.ec->pending;
  pending = {};
  pending.state = ThrowState::Raise;
  pending.value = e;
  pending.active = true;
}

void prepare_raise(VM& vm, Value e, ControlFrame* from) { prepare_raise_with_cause(vm, e, Qundef, from); }

void raise_exception(VM& vm, Value e) {
  prepare_raise(vm, e);
  throw Throw{};
}

void raise(VM& vm, Class* klass, std::string_view message) {
  raise_exception(vm, exception_new(vm, klass, message));
}

std::string arity_message(int given, int min, int max, std::string_view note) {
  const std::string expected = max < 0      ? cat(min, "+")
                               : min == max ? std::to_string(min)
                                            : cat(min, "..", max);
  return cat("wrong number of arguments (given ", given, ", expected ", expected, note, ")");
}

void raise_arity(VM& vm, int given, int min, int max) {
  raise_argument_error(vm, arity_message(given, min, max));
}

void raise_type_error(VM& vm, std::string_view message) { raise(vm, vm.eTypeError, message); }
void raise_argument_error(VM& vm, std::string_view message) { raise(vm, vm.eArgumentError, message); }

void raise_frozen(VM& vm, Value object) {
  const std::string message =
      cat("can't modify frozen ", class_path(vm, vm.class_of(object)), ": ", inspect_str(vm, object));
  const Value e = exception_new(vm, vm.eFrozenError, message);
  vm.heap.ivar_set(e.object(), ids::receiver, object);
  raise_exception(vm, e);
}

void raise_no_conversion(VM& vm, Value v, std::string_view target) {
  raise_type_error(vm, cat("no implicit conversion of ", describe_for_conversion(vm, v), " into ", target));
}

void raise_key_error(VM& vm, std::string_view message, Value receiver, Value key) {
  const Value e = exception_new(vm, vm.eKeyError, message);
  vm.heap.ivar_set(e.object(), ids::receiver, receiver);
  vm.heap.ivar_set(e.object(), ids::key, key);
  raise_exception(vm, e);
}

namespace {

Value name_error_new(VM& vm, Class* klass, std::string_view message, Value receiver, ID name) {
  const Value e = exception_new(vm, klass, message);
  vm.heap.ivar_set(e.object(), ids::receiver, receiver);
  vm.heap.ivar_set(e.object(), ids::name, Value::symbol(name));
  return e;
}

std::string missing_message(VM& vm, Value recv, ID mid, MissingReason reason) {
  const std::string_view name = vm.name(mid);
  const std::string who = describe_receiver(vm, recv);
  switch (reason) {
  case MissingReason::Private: return cat("private method '", name, "' called for ", who);
  case MissingReason::Protected: return cat("protected method '", name, "' called for ", who);
  case MissingReason::Super: return cat("super: no superclass method '", name, "' for ", who);
  case MissingReason::VCall: return cat("undefined local variable or method '", name, "' for ", who);
  case MissingReason::NoMethod: break;
  }
  return cat("undefined method '", name, "' for ", who);
}

} // namespace

void raise_name_error(VM& vm, std::string_view message, Value receiver, ID name) {
  raise_exception(vm, name_error_new(vm, vm.eNameError, message, receiver, name));
}

std::string describe_receiver(VM& vm, Value v) {
  if (v.is_nil()) return "nil";
  if (v.is_true()) return "true";
  if (v.is_false()) return "false";
  if (v == vm.main_object()) return "main";
  if (is_type(v, Type::Class)) return cat("class ", class_path(vm, v.as<Class>()));
  if (is_type(v, Type::Module)) return cat("module ", class_path(vm, v.as<Class>()));
  if (vm.class_of(v)->is_singleton) return std::string(any_to_s(vm, v)->view());
  return cat("an instance of ", class_path(vm, real_class(vm, v)));
}

void raise_no_method(VM& vm, Value recv, ID mid, MissingReason reason, const Value* argv, int argc) {
  Class* klass = reason == MissingReason::VCall ? vm.eNameError : vm.eNoMethodError;
  const Value e = name_error_new(vm, klass, missing_message(vm, recv, mid, reason), recv, mid);
  if (klass == vm.eNoMethodError && argc > 0)
    vm.heap.ivar_set(e.object(), ids::iv_args, ary_from(vm, {argv, static_cast<size_t>(argc)}));
  raise_exception(vm, e);
}

void raise_errno(VM& vm, int err, std::string_view what, std::string_view function) {
  raise_exception(vm, errno_exception(vm, err, what, function));
}

void raise_stack_overflow(VM& vm) { raise(vm, vm.eSystemStackError, "stack level too deep"); }

void raise_no_memory(VM& vm) { raise(vm, vm.eNoMemoryError, "failed to allocate memory"); }

// --- Frozen objects ---

void check_frozen(VM& vm, Value v) {
  if (!v.is_object() || v.object()->frozen()) raise_frozen(vm, v);
  if (!is_string(v) || !v.as<String>()->chilled()) return;
  v.object()->set_user_flag<String::kChilledBit>(false);
  warn_deprecated(vm, "literal string will be frozen in the future");
}

} // namespace miniyarv
