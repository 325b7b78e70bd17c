// Exception classes that carry more than a message.

#include "vm/backtrace.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/exception.hpp"
#include "vm/core/exception_methods.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/object.hpp"
#include "vm/core/signal.hpp"
#include "vm/core/string.hpp"
#include "vm/iseq.hpp"
#include "vm/native.hpp"

#include <csignal>
#include <cstring>

namespace miniyarv {
namespace {

void set_if_given(VM& vm, Value self, const Keywords& keywords, std::string_view keyword, ID field) {
  const Value v = keywords.get(vm, keyword);
  if (!v.is_undef()) set_exception_field(vm, self, field, v);
}

template <ID field> Value get_field(VM& vm, Value self) { return exception_field(vm, self, field); }

Value get_receiver(VM& vm, Value self) {
  return exception_field_or_raise(vm, self, ids::receiver, "no receiver is available");
}

Value get_key(VM& vm, Value self) {
  return exception_field_or_raise(vm, self, ids::key, "no key is available");
}

// --- NameError, NoMethodError ---

Value name_error_initialize(VM& vm, Value self, std::optional<Value> message, std::optional<Value> name,
                            Keywords keywords) {
  keywords.allow_only(vm, {"receiver"});
  exc_initialize(vm, self, message);
  set_exception_field(vm, self, ids::name, name.value_or(Qnil));
  set_if_given(vm, self, keywords, "receiver", ids::receiver);
  return self;
}

Value name_error_local_variables(VM& vm, Value self) {
  Array* list = ary_new(vm);
  for (const ID name : visible_locals(vm, self)) ary_push(vm, list, Value::symbol(name));
  return list;
}

Value no_method_error_initialize(VM& vm, Value self, std::optional<Value> message, std::optional<Value> name,
                                 std::optional<Value> args, std::optional<Value> private_call,
                                 Keywords keywords) {
  name_error_initialize(vm, self, message, name, keywords);
  set_exception_field(vm, self, ids::iv_args, args.value_or(Qnil));
  set_exception_field(vm, self, ids::iv_private_call, Value::boolean(private_call.value_or(Qfalse).truthy()));
  return self;
}

bool no_method_error_private_call(VM& vm, Value self) {
  return exception_field(vm, self, ids::iv_private_call).truthy();
}

constexpr NativeMethod kNameErrorMethods[] = {
    {"initialize", native<name_error_initialize>, Visibility::Private},
    {"name", native<get_field<ids::name>>},
    {"receiver", native<get_receiver>},
    {"local_variables", native<name_error_local_variables>},
};

constexpr NativeMethod kNoMethodErrorMethods[] = {
    {"initialize", native<no_method_error_initialize>, Visibility::Private},
    {"args", native<get_field<ids::iv_args>>},
    {"private_call?", native<no_method_error_private_call>},
};

// --- KeyError, FrozenError, NoMatchingPatternKeyError ---

Value key_error_initialize(VM& vm, Value self, std::optional<Value> message, Keywords keywords) {
  keywords.allow_only(vm, {"receiver", "key"});
  exc_initialize(vm, self, message);
  set_if_given(vm, self, keywords, "receiver", ids::receiver);
  set_if_given(vm, self, keywords, "key", ids::key);
  return self;
}

Value frozen_error_initialize(VM& vm, Value self, std::optional<Value> message, Keywords keywords) {
  keywords.allow_only(vm, {"receiver"});
  exc_initialize(vm, self, message);
  set_if_given(vm, self, keywords, "receiver", ids::receiver);
  return self;
}

Value pattern_key_error_initialize(VM& vm, Value self, std::optional<Value> message, Keywords keywords) {
  keywords.allow_only(vm, {"matchee", "key"});
  exc_initialize(vm, self, message);
  set_if_given(vm, self, keywords, "matchee", ids::iv_matchee);
  set_if_given(vm, self, keywords, "key", ids::key);
  return self;
}

Value get_matchee(VM& vm, Value self) {
  return exception_field_or_raise(vm, self, ids::iv_matchee, "no matchee is available");
}

constexpr NativeMethod kKeyErrorMethods[] = {
    {"initialize", native<key_error_initialize>, Visibility::Private},
    {"receiver", native<get_receiver>},
    {"key", native<get_key>},
};

constexpr NativeMethod kFrozenErrorMethods[] = {
    {"initialize", native<frozen_error_initialize>, Visibility::Private},
    {"receiver", native<get_receiver>},
};

constexpr NativeMethod kPatternKeyErrorMethods[] = {
    {"initialize", native<pattern_key_error_initialize>, Visibility::Private},
    {"matchee", native<get_matchee>},
    {"key", native<get_key>},
};

// --- StopIteration, LocalJumpError, LoadError, SyntaxError, UncaughtThrowError ---

Value local_jump_reason(VM& vm, Value self) { return exception_field(vm, self, vm.intern("@reason")); }
Value local_jump_exit_value(VM& vm, Value self) {
  return exception_field(vm, self, vm.intern("@exit_value"));
}
Value error_path(VM& vm, Value self) { return exception_field(vm, self, vm.intern("@path")); }

Value uncaught_throw_initialize(VM& vm, Value self, Value tag, Value value, Value message) {
  exc_initialize(vm, self, message);
  set_exception_field(vm, self, ids::iv_tag, tag);
  set_exception_field(vm, self, ids::iv_value, value);
  return self;
}

Value uncaught_throw_to_s(VM& vm, Value self) {
  const Value format = exception_field(vm, self, ids::iv_mesg);
  std::string text(to_s(vm, format)->view());
  const size_t at = text.find("%p");
  if (at != std::string::npos) text.replace(at, 2, inspect_str(vm, exception_field(vm, self, ids::iv_tag)));
  return str_new(vm, text);
}

constexpr NativeMethod kStopIterationMethods[] = {{"result", native<get_field<ids::iv_result>>}};
constexpr NativeMethod kLocalJumpErrorMethods[] = {{"reason", native<local_jump_reason>},
                                                   {"exit_value", native<local_jump_exit_value>}};
constexpr NativeMethod kPathMethods[] = {{"path", native<error_path>}};
constexpr NativeMethod kUncaughtThrowMethods[] = {
    {"initialize", native<uncaught_throw_initialize>, Visibility::Private},
    {"tag", native<get_field<ids::iv_tag>>},
    {"value", native<get_field<ids::iv_value>>},
    {"to_s", native<uncaught_throw_to_s>},
};

// --- SystemExit ---

bool is_status(Value v) { return v.is_true() || v.is_false() || v.is_fixnum(); }

Value system_exit_initialize(VM& vm, Value self, Rest args) {
  if (args.argc > 2) raise_arity(vm, args.argc, 0, 2);
  int next = 0;
  Value status = Value::fixnum(0);
  if (args.argc > 0 && is_status(args[0])) {
    status = args[0].is_true() ? Value::fixnum(0) : args[0].is_false() ? Value::fixnum(1) : args[0];
    next = 1;
  }
  if (args.argc - next > 1) raise_arity(vm, args.argc, 0, 1);
  set_exception_field(vm, self, ids::status, status);
  return exc_initialize(vm, self, next < args.argc ? std::optional<Value>(args[next]) : std::nullopt);
}

bool system_exit_success(VM& vm, Value self) {
  const Value status = exception_field(vm, self, ids::status);
  return status.is_nil() || status == Value::fixnum(0);
}

constexpr NativeMethod kSystemExitMethods[] = {
    {"initialize", native<system_exit_initialize>, Visibility::Private},
    {"status", native<get_field<ids::status>>},
    {"success?", native<system_exit_success>},
};

// --- SignalException, Interrupt ---

Value signal_exception_initialize(VM& vm, Value self, Value signal, std::optional<Value> message) {
  const int number = signal_number(vm, signal);
  set_exception_field(vm, self, ids::iv_signo, Value::fixnum(number));
  const bool by_number = signal.is_fixnum();
  return exc_initialize(vm, self, by_number && message ? *message : Value(str_new(vm, signal_name(number))));
}

Value interrupt_initialize(VM& vm, Value self, std::optional<Value> message) {
  set_exception_field(vm, self, ids::iv_signo, Value::fixnum(SIGINT));
  return exc_initialize(vm, self, message ? *message : Value(str_new(vm, "Interrupt")));
}

constexpr NativeMethod kSignalExceptionMethods[] = {
    {"initialize", native<signal_exception_initialize>, Visibility::Private},
    {"signo", native<get_field<ids::iv_signo>>},
    {"signm", native<get_field<ids::iv_mesg>>},
};

constexpr NativeMethod kInterruptMethods[] = {
    {"initialize", native<interrupt_initialize>, Visibility::Private},
};

} // namespace

std::vector<ID> visible_locals(VM& vm, Value exception) {
  const Value bt = exception_field(vm, exception, ids::iv_bt);
  if (!is_backtrace(bt) || backtrace_size(bt) == 0) return {};
  return local_names(vm, backtrace_entry(bt, 0).iseq);
}

void init_exception_classes(VM& vm) {
  define_natives(vm, vm.eNameError, kNameErrorMethods);
  define_natives(vm, vm.eNoMethodError, kNoMethodErrorMethods);
  define_natives(vm, vm.eKeyError, kKeyErrorMethods);
  define_natives(vm, vm.eFrozenError, kFrozenErrorMethods);
  define_natives(vm, vm.eNoMatchingPatternKeyError, kPatternKeyErrorMethods);
  define_natives(vm, vm.eStopIteration, kStopIterationMethods);
  define_natives(vm, vm.eLocalJumpError, kLocalJumpErrorMethods);
  define_natives(vm, vm.eLoadError, kPathMethods);
  define_natives(vm, vm.eSyntaxError, kPathMethods);
  define_natives(vm, vm.eUncaughtThrowError, kUncaughtThrowMethods);
  define_natives(vm, vm.eSystemExit, kSystemExitMethods);
  define_natives(vm, vm.eSignalException, kSignalExceptionMethods);
  define_natives(vm, vm.eInterrupt, kInterruptMethods);
}

} // namespace miniyarv
