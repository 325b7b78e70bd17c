#include "vm/constants.hpp"
#include "vm/convert.hpp"
#include "vm/core/exception.hpp"
#include "vm/core/exception_methods.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"

#include <cerrno>
#include <cstring>

namespace miniyarv {
namespace {

struct ErrnoName {
  const char* name;
  int number;
};

constexpr ErrnoName kErrnos[] = {
    {"NOERROR", 0},
#define MINIYARV_ERRNO(name) {#name, name},
#include "vm/core/errno.def"
#undef MINIYARV_ERRNO
};

const ErrnoName* find_errno(int number) {
  for (const ErrnoName& e : kErrnos)
    if (e.number == number) return &e;
  return nullptr;
}

/// Most programs name few of these classes, so each is made when its constant is first looked up.
Value make_errno_class(VM& vm, Class* outer, ID name) {
  for (const ErrnoName& e : kErrnos) {
    if (vm.name(name) != e.name) continue;
    const ErrnoName* first = find_errno(e.number);
    if (first->name != e.name) return vm.const_get(outer, vm.intern(first->name));
    Class* c = class_new(vm, vm.eSystemCallError);
    class_set_path(vm, c, outer, name);
    auto number = std::make_unique<ConstEntry>();
    number->value = Value::fixnum(e.number);
    c->ext->constants[vm.intern("Errno")] = std::move(number);
    return c;
  }
  return Qnil;
}

std::string errno_message(int err, std::string_view what, std::string_view function) {
  const char* text = strerrordesc_np(err);
  std::string message = text ? text : cat("Unknown error ", err);
  if (!function.empty()) message += cat(" @ ", function);
  return what.empty() ? message : cat(message, " - ", what);
}

Value class_errno(VM& vm, Class* c) { return vm.const_lookup(c, vm.intern("Errno"), true, true); }

std::string text_or_empty(VM& vm, const std::optional<Value>& v) {
  return v && !v->is_nil() ? std::string(to_str(vm, *v)->view()) : std::string();
}

/// SystemCallError.new(message, errno, function) becomes an instance of the errno's class; a class of Errno
/// knows its number and takes (message, function).
Value system_call_error_initialize(VM& vm, Value self, Rest args) {
  const Value own = class_errno(vm, real_class(vm, self));
  const bool generic = own.is_undef() || own.is_nil();
  const int max = generic ? 3 : 2;
  if (args.argc > max) raise_arity(vm, args.argc, generic ? 1 : 0, max);
  if (generic && args.argc == 0) raise_arity(vm, 0, 1, 3);

  std::optional<Value> message, function;
  Value number = own;
  int at = 0;
  if (!generic || !is_integer(args[0]) || args.argc > 1) {
    if (at < args.argc) message = args[at++];
  }
  if (generic) number = at < args.argc ? args[at++] : Qnil;
  if (at < args.argc) function = args[at];

  std::string text;
  if (number.is_nil()) {
    const std::string what = text_or_empty(vm, message);
    text = what.empty() ? "unknown error" : cat("unknown error - ", what);
  } else {
    const auto err = static_cast<int>(to_int64(vm, number));
    text = errno_message(err, text_or_empty(vm, message), text_or_empty(vm, function));
    if (generic && real_class(vm, self) == vm.eSystemCallError && find_errno(err)) {
      self.object()->klass = errno_class(vm, err);
      vm.heap.write_barrier(self.object(), self.object()->klass);
    }
  }
  set_exception_field(vm, self, ids::iv_errno, number);
  return exc_initialize(vm, self, Value(str_new(vm, text)));
}

Value system_call_error_errno(VM& vm, Value self) { return exception_field(vm, self, ids::iv_errno); }

bool system_call_error_case_equal(VM& vm, Class* self, Value other) {
  if (!other.is_object() || !kind_of(vm, other, vm.eSystemCallError)) return false;
  if (self == vm.eSystemCallError || kind_of(vm, other, self)) return true;
  const Value number = class_errno(vm, self);
  return !number.is_undef() && number == exception_field(vm, other, ids::iv_errno);
}

constexpr NativeMethod kMethods[] = {
    {"initialize", native<system_call_error_initialize>, Visibility::Private},
    {"errno", native<system_call_error_errno>},
};

constexpr NativeMethod kSingletonMethods[] = {{"===", native<system_call_error_case_equal>}};

} // namespace

Class* errno_class(VM& vm, int err) {
  const ErrnoName* e = find_errno(err);
  return e ? vm.const_get(vm.mErrno, vm.intern(e->name)).as<Class>() : vm.eSystemCallError;
}

Value errno_exception(VM& vm, int err, std::string_view what, std::string_view function) {
  const Value e = exception_new(vm, errno_class(vm, err), errno_message(err, what, function));
  set_exception_field(vm, e, ids::iv_errno, Value::fixnum(err));
  return e;
}

void init_errno(VM& vm) {
  define_natives(vm, vm.eSystemCallError, kMethods);
  define_singleton_natives(vm, vm.eSystemCallError, kSingletonMethods);
  for (const ErrnoName& e : kErrnos) const_set_lazy(vm, vm.mErrno, vm.intern(e.name), make_errno_class);
}

} // namespace miniyarv
