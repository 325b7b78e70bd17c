// Class: creation of classes and of their instances.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/module.hpp"
#include "vm/cref.hpp"
#include "vm/frames.hpp"
#include "vm/native.hpp"

namespace miniyarv {
namespace {

[[noreturn]] void raise_not_instantiable(VM& vm, const Class* c) {
  if (c->is_singleton) raise_type_error(vm, "can't create instance of singleton class");
  if (!class_initialized(vm, c)) raise_type_error(vm, "can't instantiate uninitialized class");
  raise_type_error(vm, cat("allocator undefined for ", class_path(vm, c)));
}

Value allocate(VM& vm, Class* c) {
  if (!c->allocator || !class_initialized(vm, c)) raise_not_instantiable(vm, c);
  return c->allocator(vm, c);
}

Value class_new_method(VM& vm, Class* self, Rest args) { return class_new_instance(vm, self, args.span()); }

Class* check_inheritable(VM& vm, Value super) {
  if (!is_type(super, Type::Class))
    raise_type_error(vm, cat("superclass must be an instance of Class (given an instance of ",
                             class_path(vm, real_class(vm, super)), ")"));
  auto* c = super.as<Class>();
  if (c->is_singleton) raise_type_error(vm, "can't make subclass of singleton class");
  if (c == vm.cClass) raise_type_error(vm, "can't make subclass of Class");
  if (!class_initialized(vm, c)) raise_type_error(vm, "can't inherit uninitialized class");
  return c;
}

Value class_initialize_method(VM& vm, Class* self, std::optional<Value> super_value) {
  if (class_initialized(vm, self)) raise_type_error(vm, "already initialized class");
  Class* super = super_value ? check_inheritable(vm, *super_value) : vm.cObject;
  class_initialize(vm, self, super);
  vm.send(super, ids::inherited, Value(self));
  if (vm.block_given()) {
    Cref* cref = cref_new(vm, self, frame_cref(vm, caller_ruby_frame(vm)), true);
    const Value arg = self;
    vm.yield_with_self(vm.block(), arg, std::span<const Value>(&arg, 1), cref);
  }
  return self;
}

Value class_superclass(VM& vm, Class* self) {
  if (!class_initialized(vm, self)) raise_type_error(vm, "uninitialized class");
  const Class* super = self->super;
  while (super && super->is_iclass()) super = super->super;
  return super ? Value(super) : Qnil;
}

Value class_subclasses_method(VM& vm, Class* self) {
  Array* list = ary_new(vm);
  for (Class* c : class_subclasses(self)) ary_push(vm, list, c);
  return list;
}

Value class_attached_object(VM& vm, Class* self) {
  if (!self->is_singleton) raise_type_error(vm, cat("'", class_path(vm, self), "' is not a singleton class"));
  return self->attached;
}

void hook(VM&, Value, Value) {}

constexpr NativeMethod kMethods[] = {
    {"new", native<class_new_method>},
    {"allocate", native<allocate>},
    {"initialize", native<class_initialize_method>, Visibility::Private},
    {"superclass", native<class_superclass>},
    {"subclasses", native<class_subclasses_method>},
    {"attached_object", native<class_attached_object>},
    {"inherited", native<hook>, Visibility::Private},
};

/// What only modules do.
constexpr const char* kNotForClasses[] = {"module_function", "append_features", "prepend_features",
                                          "extend_object", "refine"};

} // namespace

Value class_new_instance(VM& vm, Class* c, std::span<const Value> args) {
  const Value object = allocate(vm, c);
  CallOptions options;
  options.block = vm.block();
  options.keywords = vm.keywords_given();
  vm.call_method(object, find_method(vm, vm.class_of(object), ids::initialize), args, options);
  return object;
}

void init_class_methods(VM& vm) {
  define_natives(vm, vm.cClass, kMethods);
  for (const char* name : kNotForClasses) {
    const ID mid = vm.intern(name);
    define_method(vm, vm.cClass, mid, method_entry_new(vm, MethodKind::Undefined, mid, Visibility::Public));
  }
}

} // namespace miniyarv
