// Module: constants and class variables by name.

#include "vm/constants.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/module.hpp"
#include "vm/core/object.hpp"
#include "vm/core/string.hpp"
#include "vm/cref.hpp"
#include "vm/cvars.hpp"
#include "vm/frames.hpp"
#include "vm/native.hpp"

#include <algorithm>

namespace miniyarv {
namespace {

[[noreturn]] void raise_wrong_name(VM& vm, Class* self, std::string_view name) {
  raise_name_error(vm, cat("wrong constant name ", name), self, vm.intern(name));
}

ID check_constant_name(VM& vm, Class* self, Value name) {
  const ID id = to_id(vm, name);
  if (!vm.symbols.is_constant(id)) raise_wrong_name(vm, self, vm.name(id));
  return id;
}

/// A symbol, or a string that may be a path: "Foo::Bar", "::Foo".
std::vector<ID> parse_path(VM& vm, Class*& self, Value path) {
  if (path.is_symbol()) return {check_constant_name(vm, self, path)};
  const std::string whole(vm.name(to_id(vm, path)));
  std::string_view rest = whole;
  if (rest.starts_with("::")) {
    self = vm.cObject;
    rest.remove_prefix(2);
  }
  std::vector<ID> names;
  for (;;) {
    const size_t at = rest.find("::");
    const std::string_view segment = rest.substr(0, at);
    if (SymbolTable::classify(segment) != IdKind::Constant)
      raise_wrong_name(vm, self, at == std::string_view::npos && !segment.empty() ? segment : whole);
    names.push_back(vm.intern(segment));
    if (at == std::string_view::npos) return names;
    rest.remove_prefix(at + 2);
  }
}

/// Walks all but the last segment of a path.
Class* resolve_scope(VM& vm, Class* self, Value path, const std::vector<ID>& names, bool inherit) {
  for (size_t i = 0; i + 1 < names.size(); ++i) {
    const ConstPlace place = const_find(vm, self, names[i], inherit, i > 0);
    Value v = place.entry ? const_resolve(vm, place, names[i]) : Qundef;
    if (v.is_undef()) v = vm.send(self, ids::const_missing, Value::symbol(names[i]));
    if (!is_class_or_module(v))
      raise_type_error(vm, cat(to_s(vm, path)->view(), " does not refer to class/module"));
    self = v.as<Class>();
  }
  return self;
}

Value module_const_get(VM& vm, Class* self, Value path, std::optional<bool> inherit) {
  const std::vector<ID> names = parse_path(vm, self, path);
  Class* scope = resolve_scope(vm, self, path, names, inherit.value_or(true));
  const ID name = names.back();
  if (inherit.value_or(true) && names.size() == 1) return vm.const_get(scope, name);
  const Value v = vm.const_lookup(scope, name, inherit.value_or(true), names.size() > 1);
  return v.is_undef() ? vm.send(scope, ids::const_missing, Value::symbol(name)) : v;
}

bool module_const_defined(VM& vm, Class* self, Value path, std::optional<bool> inherit) {
  const std::vector<ID> names = parse_path(vm, self, path);
  for (size_t i = 0; i < names.size(); ++i) {
    const ConstPlace place = const_find(vm, self, names[i], inherit.value_or(true), i > 0);
    if (!place.entry) return false;
    if (i + 1 == names.size()) break;
    const Value v = const_resolve(vm, place, names[i]);
    if (!is_class_or_module(v)) return false;
    self = v.as<Class>();
  }
  return true;
}

Value module_const_set(VM& vm, Class* self, Value name, Value v) {
  vm.const_set(self, check_constant_name(vm, self, name), v);
  return v;
}

Value module_const_missing(VM& vm, Class* self, Value name) {
  raise_uninitialized_constant(vm, self, to_id(vm, name));
}

Value module_const_source_location(VM& vm, Class* self, Value path, std::optional<bool> inherit) {
  const std::vector<ID> names = parse_path(vm, self, path);
  Class* scope = resolve_scope(vm, self, path, names, inherit.value_or(true));
  const ConstPlace place = const_find(vm, scope, names.back(), inherit.value_or(true), names.size() > 1);
  if (!place.entry) return Qnil;
  if (place.entry->file.is_nil()) return ary_new(vm);
  return ary_of(vm, place.entry->file, Value::fixnum(place.entry->line));
}

void add_constants(std::vector<ID>& names, const Class* c) {
  c->ext->constants.each([&](ID name, const std::unique_ptr<ConstEntry>& entry) {
    if (entry->visibility != Visibility::Private &&
        std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  });
}

Value module_constants(VM& vm, Class* self, std::optional<bool> inherit) {
  std::vector<ID> names;
  for (const Class* c = self; c; c = c->super) {
    if (c == vm.cObject && self != vm.cObject) break;
    add_constants(names, c);
    if (!inherit.value_or(true)) break;
  }
  return symbols_array(vm, names);
}

/// Module.constants: what the calling code can name without a scope.
Value module_s_constants(VM& vm, Class* self, Rest args) {
  if (self != vm.cModule || args.argc > 0)
    return module_constants(vm, self, args.argc > 0 ? args[0].truthy() : true);
  std::vector<ID> names;
  const Cref* cref = frame_cref(vm, caller_ruby_frame(vm));
  for (const Cref* scope = cref; scope && scope->outer; scope = scope->outer)
    if (scope->klass && !scope->pushed_by_eval) add_constants(names, scope->klass);
  for (const Class* c = cref->klass ? cref->klass : vm.cObject; c; c = c->super) add_constants(names, c);
  return symbols_array(vm, names);
}

Value module_remove_const(VM& vm, Class* self, Value name) {
  const ID id = check_constant_name(vm, self, name);
  const Value v = const_remove(vm, self, id);
  if (v.is_undef())
    raise_name_error(vm, cat("constant ", const_prefix(vm, self), vm.name(id), " not defined"), self, id);
  return v;
}

template <class F> void change_constants(VM& vm, Class* self, const Rest& names, F&& change) {
  for (Value name : names.span()) {
    const ID id = to_id(vm, name);
    const auto* entry = self->ext->constants.find(id);
    if (!entry)
      raise_name_error(vm, cat("constant ", const_prefix(vm, self), vm.name(id), " not defined"), self, id);
    change(**entry);
    constant_changed(vm, id);
  }
}

void module_private_constant(VM& vm, Class* self, Rest names) {
  change_constants(vm, self, names, [](ConstEntry& e) { e.visibility = Visibility::Private; });
}

void module_public_constant(VM& vm, Class* self, Rest names) {
  change_constants(vm, self, names, [](ConstEntry& e) { e.visibility = Visibility::Public; });
}

Value module_deprecate_constant(VM& vm, Class* self, Rest names) {
  change_constants(vm, self, names, [](ConstEntry& e) { e.deprecated = true; });
  return self;
}

void hook(VM&, Value, Value) {}

// --- autoload ---

void set_autoload(VM& vm, Class* under, Value name, String* path) {
  const ID id = to_id(vm, name);
  if (!vm.symbols.is_constant(id))
    raise_name_error(vm, cat("autoload must be constant name: ", vm.name(id)), under, id);
  if (path->len == 0) raise_argument_error(vm, "empty feature name");
  if (under->ext->constants.find(id)) return;
  auto entry = std::make_unique<ConstEntry>();
  entry->autoload_path = str_fstring(vm, path->view(), path->encoding());
  under->ext->constants[id] = std::move(entry);
  vm.heap.write_barrier(under);
  constant_changed(vm, id);
}

Value autoload_path(VM& vm, Class* under, Value name, bool inherit) {
  const ConstPlace place = const_find(vm, under, to_id(vm, name), inherit);
  return place.entry && place.entry->value.is_undef() ? place.entry->autoload_path : Qnil;
}

void module_autoload(VM& vm, Class* self, Value name, String* path) { set_autoload(vm, self, name, path); }

Value module_autoload_p(VM& vm, Class* self, Value name, std::optional<bool> inherit) {
  return autoload_path(vm, self, name, inherit.value_or(true));
}

Class* calling_class(VM& vm) {
  const Cref* cref = frame_cref(vm, caller_ruby_frame(vm));
  return cref->klass ? cref->klass : vm.cObject;
}

void kernel_autoload(VM& vm, Value, Value name, String* path) {
  set_autoload(vm, calling_class(vm), name, path);
}

Value kernel_autoload_p(VM& vm, Value, Value name, std::optional<bool> inherit) {
  return autoload_path(vm, calling_class(vm), name, inherit.value_or(true));
}

// --- Class variables ---

ID check_cvar_name(VM& vm, Class* self, Value name) {
  const ID id = to_id(vm, name);
  if (SymbolTable::classify(vm.name(id)) != IdKind::Class)
    raise_name_error(vm, cat("'", vm.name(id), "' is not allowed as a class variable name"), self, id);
  return id;
}

Value module_cvar_get(VM& vm, Class* self, Value name) {
  return cvar_get_in(vm, self, check_cvar_name(vm, self, name));
}

Value module_cvar_set(VM& vm, Class* self, Value name, Value v) {
  cvar_set_in(vm, self, check_cvar_name(vm, self, name), v);
  return v;
}

bool module_cvar_defined(VM& vm, Class* self, Value name) {
  return cvar_defined_in(vm, self, check_cvar_name(vm, self, name));
}

Value module_cvars(VM& vm, Class* self, std::optional<bool> inherit) {
  std::vector<ID> names;
  for (const Class* c = self; c; c = inherit.value_or(true) ? c->super : nullptr)
    c->ext->cvars.each([&](ID name, Value) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    });
  return symbols_array(vm, names);
}

Value module_remove_cvar(VM& vm, Class* self, Value name) {
  const ID id = check_cvar_name(vm, self, name);
  check_frozen(vm, self);
  const Value* v = self->ext->cvars.find(id);
  if (!v) {
    const char* problem = cvar_defined_in(vm, self, id) ? "cannot remove " : "class variable ";
    const std::string tail = cvar_defined_in(vm, self, id) ? " for " : " not defined for ";
    raise_name_error(vm, cat(problem, vm.name(id), tail, class_path(vm, self)), self, id);
  }
  const Value removed = *v;
  self->ext->cvars.erase(id);
  return removed;
}

constexpr NativeMethod kMethods[] = {
    {"const_get", native<module_const_get>},
    {"const_set", native<module_const_set>},
    {"const_defined?", native<module_const_defined>},
    {"const_missing", native<module_const_missing>},
    {"const_source_location", native<module_const_source_location>},
    {"constants", native<module_constants>},
    {"remove_const", native<module_remove_const>, Visibility::Private},
    {"private_constant", native<module_private_constant>},
    {"public_constant", native<module_public_constant>},
    {"deprecate_constant", native<module_deprecate_constant>},
    {"const_added", native<hook>, Visibility::Private},
    {"autoload", native<module_autoload>},
    {"autoload?", native<module_autoload_p>},
    {"class_variable_get", native<module_cvar_get>},
    {"class_variable_set", native<module_cvar_set>},
    {"class_variable_defined?", native<module_cvar_defined>},
    {"class_variables", native<module_cvars>},
    {"remove_class_variable", native<module_remove_cvar>},
};

constexpr NativeMethod kSingletonMethods[] = {{"constants", native<module_s_constants>}};

constexpr NativeMethod kKernelFunctions[] = {
    {"autoload", native<kernel_autoload>},
    {"autoload?", native<kernel_autoload_p>},
};

} // namespace

void init_module_constants(VM& vm) {
  define_natives(vm, vm.cModule, kMethods);
  define_singleton_natives(vm, vm.cModule, kSingletonMethods);
  define_module_functions(vm, vm.mKernel, kKernelFunctions);
}

} // namespace miniyarv
