// Module: inclusion and the ancestor chain.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/module.hpp"
#include "vm/core/numeric.hpp"
#include "vm/native.hpp"

#include <algorithm>

namespace miniyarv {
namespace {

Array* classes_array(VM& vm, const std::vector<Class*>& classes) {
  Array* list = ary_new(vm, classes.size());
  for (Class* c : classes) ary_push(vm, list, c);
  return list;
}

Class* check_module(VM& vm, Value v) {
  if (!is_type(v, Type::Module))
    raise_type_error(vm,
                     cat("wrong argument type ", class_path(vm, real_class(vm, v)), " (expected Module)"));
  return v.as<Class>();
}

// --- include, prepend, extend ---

/// Sends each module, last first, the message that does the work and then the hook.
Value add_modules(VM& vm, Value target, const Rest& modules, ID work, ID hook) {
  if (modules.argc == 0) raise_arity(vm, 0, 1, -1);
  for (Value m : modules.span()) check_module(vm, m);
  for (int i = modules.argc; i-- > 0;) {
    vm.send(modules[i], work, target);
    vm.send(modules[i], hook, target);
  }
  return target;
}

Value module_include(VM& vm, Class* self, Rest modules) {
  return add_modules(vm, self, modules, ids::append_features, ids::included);
}

Value module_prepend(VM& vm, Class* self, Rest modules) {
  return add_modules(vm, self, modules, ids::prepend_features, ids::prepended);
}

Value main_include(VM& vm, Value, Rest modules) { return module_include(vm, vm.cObject, modules); }

Value module_append_features(VM& vm, Class* self, Class* target) {
  check_frozen(vm, target);
  include_module(vm, target, self);
  return self;
}

Value module_prepend_features(VM& vm, Class* self, Class* target) {
  check_frozen(vm, target);
  prepend_module(vm, target, self);
  return self;
}

Value module_extend_object(VM& vm, Class* self, Value object) {
  check_frozen(vm, object);
  include_module(vm, singleton_class(vm, object), self);
  return object;
}

void hook(VM&, Value, Value) {}

// --- Questions ---

Value module_ancestors(VM& vm, Class* self) { return classes_array(vm, ancestors(self)); }

Value module_included_modules(VM& vm, Class* self) {
  Array* list = ary_new(vm);
  for (const Class* c = self->super; c; c = c->super)
    if (c->is_iclass() && c->origin == c && c->module->is_module() && c->module != self)
      ary_push(vm, list, c->module);
  return list;
}

bool module_includes(VM& vm, Class* self, Value v) {
  const Class* module = check_module(vm, v);
  return self != module && class_inherits(self, module);
}

bool module_case_equal(VM& vm, Class* self, Value v) { return kind_of(vm, v, self); }

Class* check_comparable(VM& vm, Value v) {
  if (!is_class_or_module(v)) raise_type_error(vm, "compared with non class/module");
  return v.as<Class>();
}

/// a <= b: true, false when it is the other way round, nil when they are not related.
Value inherits(const Class* a, const Class* b) {
  if (class_inherits(a, b)) return Qtrue;
  return class_inherits(b, a) ? Qfalse : Qnil;
}

Value module_le(VM& vm, Class* self, Value other) { return inherits(self, check_comparable(vm, other)); }
Value module_ge(VM& vm, Class* self, Value other) { return inherits(check_comparable(vm, other), self); }

Value module_lt(VM& vm, Class* self, Value other) {
  return check_comparable(vm, other) == self ? Qfalse : module_le(vm, self, other);
}

Value module_gt(VM& vm, Class* self, Value other) {
  return check_comparable(vm, other) == self ? Qfalse : module_ge(vm, self, other);
}

Value module_compare(VM&, Class* self, Value v) {
  if (v == self) return Value::fixnum(0);
  if (!is_class_or_module(v)) return Qnil;
  const Value below = inherits(self, v.as<Class>());
  return below.is_nil() ? Qnil : Value::fixnum(below.is_true() ? -1 : 1);
}

constexpr NativeMethod kMethods[] = {
    {"include", native<module_include>},
    {"prepend", native<module_prepend>},
    {"append_features", native<module_append_features>, Visibility::Private},
    {"prepend_features", native<module_prepend_features>, Visibility::Private},
    {"extend_object", native<module_extend_object>, Visibility::Private},
    {"included", native<hook>, Visibility::Private},
    {"extended", native<hook>, Visibility::Private},
    {"prepended", native<hook>, Visibility::Private},
    {"ancestors", native<module_ancestors>},
    {"included_modules", native<module_included_modules>},
    {"include?", native<module_includes>},
    {"===", native<module_case_equal>},
    {"<", native<module_lt>},
    {"<=", native<module_le>},
    {">", native<module_gt>},
    {">=", native<module_ge>},
    {"<=>", native<module_compare>},
};

constexpr NativeMethod kMainMethods[] = {{"include", native<main_include>, Visibility::Private}};

} // namespace

void init_module_hierarchy(VM& vm) {
  define_natives(vm, vm.cModule, kMethods);
  define_natives(vm, singleton_class(vm, vm.main_object()), kMainMethods);
}

} // namespace miniyarv
