#include "vm/globals.hpp"

#include "vm/core/array.hpp"
#include "vm/core/exception.hpp"
#include "vm/core/regexp.hpp"
#include "vm/core/string.hpp"
#include "vm/frames.hpp"
#include "vm/native.hpp"
#include "vm/options.hpp"
#include "vm/vm.hpp"

namespace miniyarv {

GlobalVariable& GlobalTable::variable(ID name) {
  std::shared_ptr<GlobalVariable>& v = variables_[name];
  if (!v) v = std::make_shared<GlobalVariable>();
  return *v;
}

Value GlobalTable::get(VM& vm, ID name) {
  const GlobalVariable& v = variable(name);
  if (v.get) return v.get(vm, name);
  if (!v.defined) warn_verbose(vm, cat("global variable '", vm.name(name), "' not initialized"));
  return v.value;
}

void GlobalTable::set(VM& vm, ID name, Value value) {
  GlobalVariable& v = variable(name);
  if (v.set) return v.set(vm, name, value);
  v.value = value;
  v.defined = true;
}

bool GlobalTable::defined(ID name) const {
  const auto* v = variables_.find(name);
  return v && (*v)->defined;
}

void GlobalTable::alias(ID new_name, ID old_name) {
  variable(old_name);
  std::shared_ptr<GlobalVariable> shared = *variables_.find(old_name);
  variables_[new_name] = std::move(shared);
}

std::vector<ID> GlobalTable::names() const {
  std::vector<ID> list;
  variables_.each([&](ID name, const std::shared_ptr<GlobalVariable>& v) {
    if (v->defined) list.push_back(name);
  });
  return list;
}

GlobalVariable& GlobalTable::define(ID name, Value initial) {
  GlobalVariable& v = variable(name);
  v.value = initial;
  v.defined = true;
  return v;
}

void GlobalTable::define_hooked(ID name, GlobalVariable::Getter get, GlobalVariable::Setter set) {
  GlobalVariable& v = define(name, Qnil);
  v.get = get;
  v.set = set ? set : raise_read_only_global;
}

void GlobalTable::define_checked(ID name, Value initial, GlobalVariable::Setter set) {
  define(name, initial).set = set;
}

void GlobalTable::define_read_only(ID name, Value value) { define(name, value).set = raise_read_only_global; }

void GlobalTable::mark(Marker& marker) const {
  variables_.each([&](ID, const std::shared_ptr<GlobalVariable>& v) { marker.mark(v->value); });
}

void raise_read_only_global(VM& vm, ID name, Value) {
  raise_name_error(vm, cat(vm.name(name), " is a read-only variable"), Qnil, name);
}

void set_string_global(VM& vm, ID name, Value v) {
  if (!v.is_nil() && !is_string(v)) raise_type_error(vm, cat("value of ", vm.name(name), " must be String"));
  vm.globals().slot(name) = v;
}

Value gvar_get(VM& vm, ID name) { return vm.globals().get(vm, name); }
void gvar_set(VM& vm, ID name, Value v) { vm.globals().set(vm, name, v); }
bool gvar_defined(VM& vm, ID name) { return vm.globals().defined(name); }
void gvar_alias(VM& vm, ID new_name, ID old_name) { vm.globals().alias(new_name, old_name); }

// --- The variables that belong to the language itself ---

namespace {

Value get_error(VM& vm, ID) { return current_error(vm); }

Value get_error_position(VM& vm, ID) {
  const Value e = current_error(vm);
  return e.is_nil() ? Qnil : vm.send(e, ids::backtrace);
}

void set_error_position(VM& vm, ID, Value v) {
  const Value e = current_error(vm);
  if (e.is_nil()) raise_argument_error(vm, "$! not set");
  vm.send(e, ids::set_backtrace, v);
}

Value get_match(VM& vm, ID) { return backref_get(vm); }

void set_match(VM& vm, ID, Value v) {
  if (!v.is_nil() && !kind_of(vm, v, vm.cMatchData))
    raise_type_error(vm,
                     cat("wrong argument type ", class_path(vm, real_class(vm, v)), " (expected MatchData)"));
  backref_set(vm, v);
}

template <Value (*part)(VM&, Value)> Value get_match_part(VM& vm, ID) {
  const Value match = backref_get(vm);
  return match.is_nil() ? Qnil : part(vm, match);
}
Value whole_match(VM& vm, Value match) { return match_nth(vm, match, 0); }

constexpr int kLastLineSvar = 0;

Value get_last_line(VM& vm, ID) { return svar_get(vm, caller_ruby_frame(vm), kLastLineSvar); }
void set_last_line(VM& vm, ID, Value v) { svar_set(vm, caller_ruby_frame(vm), kLastLineSvar, v); }

void set_field_separator(VM& vm, ID name, Value v) {
  if (!v.is_nil() && !is_string(v) && !is_regexp(vm, v))
    raise_type_error(vm, cat("value of ", vm.name(name), " must be String or Regexp"));
  if (!v.is_nil()) warn_deprecated(vm, "'$;' is deprecated");
  vm.globals().slot(name) = v;
}

void set_output_separator(VM& vm, ID name, Value v) {
  set_string_global(vm, name, v);
  if (!v.is_nil()) warn_deprecated(vm, cat("'", vm.name(name), "' is deprecated"));
}

/// $VERBOSE is nil, false or true: Options::warning_level 0, 1 or 2.
Value get_verbose(VM& vm, ID) {
  const int level = vm.options().warning_level;
  return level == 0 ? Qnil : Value::boolean(level > 1);
}
void set_verbose(VM& vm, ID, Value v) { vm.options().warning_level = v.is_nil() ? 0 : v.truthy() ? 2 : 1; }

Value get_warning_level(VM& vm, ID) { return Value::fixnum(vm.options().warning_level); }

struct HookedGlobal {
  const char* name;
  GlobalVariable::Getter get;
  GlobalVariable::Setter set; ///< null: read-only
};

constexpr HookedGlobal kHooked[] = {
    {"$!", get_error, nullptr},
    {"$@", get_error_position, set_error_position},
    {"$~", get_match, set_match},
    {"$_", get_last_line, set_last_line},
    {"$&", get_match_part<whole_match>, nullptr},
    {"$`", get_match_part<match_pre>, nullptr},
    {"$'", get_match_part<match_post>, nullptr},
    {"$+", get_match_part<match_last_paren>, nullptr},
    {"$VERBOSE", get_verbose, set_verbose},
    {"$-W", get_warning_level, nullptr},
};

constexpr const char* kAliases[][2] = {
    {"$-v", "$VERBOSE"}, {"$-w", "$VERBOSE"}, {"$-0", "$/"}, {"$-F", "$;"}, {"$-d", "$DEBUG"},
};

} // namespace

void init_globals(VM& vm) {
  GlobalTable& globals = vm.globals();
  for (const HookedGlobal& g : kHooked) globals.define_hooked(vm.intern(g.name), g.get, g.set);
  globals.define_checked(vm.intern("$;"), Qnil, set_field_separator);
  globals.define_checked(vm.intern("$,"), Qnil, set_output_separator);
  globals.define_checked(vm.intern("$/"), str_fstring(vm, "\n", Encoding::Utf8), set_output_separator);
  globals.define_checked(vm.intern("$\\"), Qnil, set_output_separator);
  globals.define(vm.intern("$DEBUG"), Qfalse);
  for (const auto& [name, original] : kAliases) globals.alias(vm.intern(name), vm.intern(original));
}

} // namespace miniyarv
