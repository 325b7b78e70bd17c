#include "vm/core/exception.hpp"

#include "vm/backtrace.hpp"
#include "vm/class_registry.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/exception_methods.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/string.hpp"
#include "vm/frames.hpp"
#include "vm/native.hpp"

namespace miniyarv {

Value exception_field(VM& vm, Value e, ID name) {
  const Value v = vm.heap.ivar_get(e.object(), name);
  return v.is_undef() ? Qnil : v;
}

void set_exception_field(VM& vm, Value e, ID name, Value v) { vm.heap.ivar_set(e.object(), name, v); }

Value exception_field_or_raise(VM& vm, Value e, ID name, std::string_view missing) {
  const Value v = vm.heap.ivar_get(e.object(), name);
  if (v.is_undef()) raise_argument_error(vm, missing);
  return v;
}

Value exc_initialize(VM& vm, Value self, std::optional<Value> message) {
  set_exception_field(vm, self, ids::iv_mesg, message.value_or(Qnil));
  return self;
}

namespace {

// --- Messages ---

Value exc_to_s(VM& vm, Value self) {
  const Value message = exception_field(vm, self, ids::iv_mesg);
  if (message.is_nil()) return str_new(vm, class_path(vm, real_class(vm, self)));
  return to_s(vm, message);
}

Value exc_message(VM& vm, Value self) { return to_s(vm, vm.send(self, ids::to_s)); }

Value exc_inspect(VM& vm, Value self) {
  const std::string name = class_path(vm, real_class(vm, self));
  String* text = to_s(vm, self);
  if (text->len == 0) return str_new(vm, name);
  if (text->view().find('\n') != std::string_view::npos)
    return str_new(vm, cat("#<", name, ":", str_inspect(vm, text), ">"));
  return str_new(vm, cat("#<", name, ": ", text->view(), ">"));
}

bool boolean_option(VM& vm, const Keywords& keywords, std::string_view name, bool otherwise = false) {
  const Value v = keywords.get(vm, name);
  if (v.is_undef()) return otherwise;
  if (v.is_nil() || v.is_false()) return false;
  if (v.is_true()) return true;
  raise_argument_error(vm, cat("expected true or false as ", name, ": ", inspect_str(vm, v)));
}

constexpr std::string_view kBold = "\x1b[1m", kUnderline = "\x1b[1;4m", kReset = "\x1b[m";

/// The lines after the first, each in bold.
std::string embolden(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) out += cat(kBold, text.substr(0, end), kReset);
    text.remove_prefix(end);
    const size_t breaks = std::min(text.find_first_not_of('\n'), text.size());
    out += text.substr(0, breaks);
    text.remove_prefix(breaks);
  }
  return out;
}

/// "message (ClassName)", the class after the first line.
std::string decorate(VM& vm, Value e, std::string_view message, bool highlight) {
  Class* c = real_class(vm, e);
  const std::string name = class_path(vm, c);
  if (message.empty()) {
    const std::string shown = c == vm.eRuntimeError ? "unhandled exception" : name;
    return highlight ? cat(kUnderline, shown, kReset) : shown;
  }
  const size_t first_end = message.find('\n');
  const std::string_view first = message.substr(0, first_end);
  const bool more = first_end != std::string_view::npos && first_end + 1 < message.size();
  const std::string_view rest = more ? message.substr(first_end + 1) : std::string_view();
  const bool named = name[0] != '#';
  if (!highlight) return cat(first, named ? cat(" (", name, ")") : std::string(), more ? "\n" : "", rest);
  const std::string shown_class = named ? cat(" (", kUnderline, name, kReset, kBold, ")") : std::string();
  return cat(kBold, first, shown_class, kReset, more ? "\n" : "", embolden(rest));
}

/// The classes that did_you_mean extends: their detailed_message highlights unless told not to.
bool gets_suggestions(VM& vm, Value e) {
  for (const Class* c : {vm.eNameError, vm.eKeyError, vm.eLoadError, vm.eNoMatchingPatternKeyError})
    if (kind_of(vm, e, c)) return true;
  return false;
}

Value exc_detailed_message(VM& vm, Value self, Keywords keywords) {
  const bool highlight = boolean_option(vm, keywords, "highlight", gets_suggestions(vm, self));
  const Value message = vm.send(self, ids::message);
  std::string text =
      decorate(vm, self, is_string(message) ? str_view(message) : std::string_view(), highlight);
  for (const std::string& addition : {error_highlight(vm, self), did_you_mean(vm, self)})
    text += highlight ? embolden(addition) : addition;
  return str_new(vm, text);
}

bool order_is_bottom(VM& vm, const Keywords& keywords) {
  const Value order = keywords.get(vm, "order");
  if (order.is_undef() || order.is_nil()) return false;
  const std::string_view name = vm.name(to_id(vm, order));
  if (name == "bottom") return true;
  if (name == "top") return false;
  raise_argument_error(vm, cat("expected :top or :bottom as order: ", inspect_str(vm, order)));
}

Value exc_full_message(VM& vm, Value self, Keywords keywords) {
  const bool highlight = boolean_option(vm, keywords, "highlight", stderr_is_terminal());
  const bool reverse = order_is_bottom(vm, keywords);
  Hash* options = keywords.hash ? hash_dup(vm, keywords.hash) : hash_new(vm);
  hash_set(vm, options, Value::symbol(ids::highlight), Value::boolean(highlight));
  return str_new(vm, full_message(vm, self, highlight, reverse, options));
}

// --- Copies, comparison ---

Value exc_exception(VM& vm, Value self, std::optional<Value> message) {
  if (!message || *message == self) return self;
  const Value copy = vm.send(self, ids::clone);
  set_exception_field(vm, copy, ids::iv_mesg, *message);
  return copy;
}

bool exc_equal(VM& vm, Value self, Value other) {
  if (self == other) return true;
  if (real_class(vm, self) != real_class(vm, other)) return false;
  return values_equal(vm, vm.send(self, ids::message), vm.send(other, ids::message)) &&
         values_equal(vm, vm.send(self, ids::backtrace), vm.send(other, ids::backtrace));
}

// --- Backtraces ---

Value exc_backtrace(VM& vm, Value self) { return exception_backtrace(vm, self); }

Value exc_backtrace_locations(VM& vm, Value self) {
  const Value cached = exception_field(vm, self, ids::iv_bt_locations);
  if (!cached.is_nil()) return cached;
  const Value bt = exception_field(vm, self, ids::iv_bt);
  if (!is_backtrace(bt)) return Qnil;
  const Value locations = backtrace_locations(vm, bt);
  if (!self.object()->frozen()) set_exception_field(vm, self, ids::iv_bt_locations, locations);
  return locations;
}

enum class BacktraceForm { Strings, Locations };

BacktraceForm check_backtrace(VM& vm, Array* list) {
  const auto all = [list](auto&& accepts) {
    for (Value v : list->values())
      if (!accepts(v)) return false;
    return true;
  };
  if (all(is_string)) return BacktraceForm::Strings;
  if (all(is_location)) return BacktraceForm::Locations;
  raise_type_error(vm, "backtrace must be an Array of String or an Array of Thread::Backtrace::Location");
}

Value exc_cause(VM& vm, Value self) { return exception_cause(vm, self); }

} // namespace

Value exc_set_backtrace(VM& vm, Value self, Value bt) {
  check_frozen(vm, self);
  if (is_string(bt)) bt = ary_of(vm, bt);
  Value strings = bt, locations = Qnil;
  if (!bt.is_nil()) {
    if (!is_array(bt))
      raise_type_error(vm, "backtrace must be an Array of String or an Array of Thread::Backtrace::Location");
    if (check_backtrace(vm, bt.as<Array>()) == BacktraceForm::Locations && bt.as<Array>()->size() > 0) {
      locations = bt;
      Array* rendered = ary_new(vm, bt.as<Array>()->size());
      for (size_t i = 0; i < bt.as<Array>()->size(); ++i) {
        const LocationRef at = location_ref(bt.as<Array>()->data()[i]);
        ary_push(vm, rendered, str_new(vm, backtrace_line(vm, at.backtrace, at.index)));
      }
      strings = rendered;
    }
  }
  set_exception_field(vm, self, ids::iv_bt, strings);
  set_exception_field(vm, self, ids::iv_bt_strings, Qnil);
  set_exception_field(vm, self, ids::iv_bt_locations, locations);
  return strings;
}

Value exception_backtrace(VM& vm, Value e) {
  const Value bt = exception_field(vm, e, ids::iv_bt);
  if (!is_backtrace(bt)) return bt;
  const Value cached = exception_field(vm, e, ids::iv_bt_strings);
  if (!cached.is_nil()) return cached;
  const Value strings = backtrace_strings(vm, bt);
  if (!e.object()->frozen()) set_exception_field(vm, e, ids::iv_bt_strings, strings);
  return strings;
}

Value exception_cause(VM& vm, Value e) { return exception_field(vm, e, ids::iv_cause); }

std::string exception_message(VM& vm, Value e) {
  return std::string(to_s(vm, vm.send(e, ids::message))->view());
}

// --- raise ---

namespace {

/// A new `klass` with `message`, without a call when nothing on the way is the script's own.
Value instantiate(VM& vm, Class* klass, std::span<const Value> args) {
  const MethodEntry* initialize = find_method(vm, klass, ids::initialize);
  const bool plain = has_builtin_method(vm, klass, ids::exception) &&
                     has_builtin_method(vm, klass, ids::new_) && initialize &&
                     initialize->kind == MethodKind::Native &&
                     initialize->native.fn == native<exc_initialize>.fn;
  if (!plain) return vm.call(klass, ids::exception, args);
  return exception_new(vm, klass, args.empty() ? Qnil : args[0]);
}

bool is_exception(VM& vm, Value v) { return v.is_object() && kind_of(vm, v, vm.cException); }

} // namespace

Value make_exception(VM& vm, std::span<const Value> args) {
  if (args.empty()) {
    if (const Value e = current_error(vm); !e.is_nil()) return e;
    return exception_new(vm, vm.eRuntimeError, std::string_view());
  }
  if (args.size() == 1 && is_string(args[0])) return exception_new(vm, vm.eRuntimeError, args[0]);

  const std::span<const Value> message = args.subspan(1, args.size() > 1 ? 1 : 0);
  Value e;
  if (is_type(args[0], Type::Class) && class_inherits(args[0].as<Class>(), vm.cException))
    e = instantiate(vm, args[0].as<Class>(), message);
  else
    e = vm.call_if_responds(args[0], ids::exception, message);
  if (e.is_undef()) raise_type_error(vm, "exception class/object expected");
  if (!is_exception(vm, e)) raise_type_error(vm, "exception object expected");
  if (args.size() > 2 && !args[2].is_nil()) exc_set_backtrace(vm, e, args[2]);
  return e;
}

Value checked_cause(VM& vm, Value e, Value cause) {
  if (cause.is_undef() || cause.is_nil()) return cause;
  if (!is_exception(vm, cause)) raise_type_error(vm, "exception object expected");
  if (cause == e) return exception_field(vm, e, ids::iv_cause);
  for (Value c = cause; !c.is_nil(); c = exception_cause(vm, c))
    if (c == e) raise_argument_error(vm, "circular causes");
  return cause;
}

// --- Definitions ---

namespace {

Value exc_s_exception(VM& vm, Value self, Rest args, Keywords keywords) {
  if (!keywords.hash) return vm.call(self, ids::new_, args.span());
  std::vector<Value> all(args.span().begin(), args.span().end());
  all.push_back(keywords.hash);
  CallOptions options;
  options.keywords = true;
  return vm.call(self, ids::new_, all, options);
}

bool exc_s_to_tty(VM&, Value) { return stderr_is_terminal(); }

constexpr NativeMethod kMethods[] = {
    {"initialize", native<exc_initialize>, Visibility::Private},
    {"to_s", native<exc_to_s>},
    {"message", native<exc_message>},
    {"detailed_message", native<exc_detailed_message>},
    {"full_message", native<exc_full_message>},
    {"inspect", native<exc_inspect>},
    {"exception", native<exc_exception>},
    {"==", native<exc_equal>},
    {"backtrace", native<exc_backtrace>},
    {"backtrace_locations", native<exc_backtrace_locations>},
    {"set_backtrace", native<exc_set_backtrace>},
    {"cause", native<exc_cause>},
};

constexpr NativeMethod kSingletonMethods[] = {
    {"exception", native<exc_s_exception>},
    {"to_tty?", native<exc_s_to_tty>},
};

/// Hidden variables that every raised exception gets.
constexpr size_t kExceptionIvars = 4;

} // namespace

void init_exception(VM& vm) {
  for (Class* c : vm.state<ClassRegistry>().all)
    if (c->is_class() && !c->is_singleton && class_inherits(c, vm.cException))
      class_note_instance_ivars(vm, c, kExceptionIvars);
  define_natives(vm, vm.cException, kMethods);
  define_singleton_natives(vm, vm.cException, kSingletonMethods);
  init_exception_classes(vm);
  init_errno(vm);
  init_backtrace(vm);
}

} // namespace miniyarv
