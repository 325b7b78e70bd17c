#include "vm/class.hpp"

#include "vm/class_registry.hpp"
#include "vm/method.hpp"

#include <algorithm>
#include <memory>

namespace miniyarv {
namespace {

/// Variables a new class's instances are given room for.
constexpr size_t kInitialIvars = 2;

SizePool pool_for_ivars(size_t ivars) {
  const size_t bytes = sizeof(Object) + std::max(ivars, kInitialIvars) * sizeof(Value);
  return size_pool_for(std::min(bytes, kMaxSlotSize));
}

void set_instance_layout(Class* c, size_t ivars) {
  c->instance_ivars = static_cast<uint16_t>(std::min<size_t>(ivars, UINT16_MAX));
  c->instance_pool = pool_for_ivars(ivars);
  c->instance_flags = Object::make_flags(Type::Object, c->instance_pool);
}

void set_up(VM& vm, Class* c, Class* super) {
  c->super = super;
  vm.heap.write_barrier(c, super);
  c->instance_type = super ? super->instance_type : Type::Object;
  c->allocator = super ? super->allocator : nullptr;
  set_instance_layout(c, super ? super->instance_ivars : 0);
  if (super) add_subclass(super, c);
}

/// A class without a metaclass.
Class* class_boot(VM& vm, Class* super) {
  Class* c = class_allocate(vm, Type::Class, vm.cClass);
  set_up(vm, c, super);
  return c;
}

bool has_own_singleton(const Class* c) {
  return c->klass && c->klass->is_singleton && c->klass->attached == c;
}

Class* make_metaclass(VM&, Class*);

Class* ensure_metaclass(VM& vm, Class* c) { return has_own_singleton(c) ? c->klass : make_metaclass(vm, c); }

/// The metaclass of a class: its superclass is the metaclass of the class's superclass. A metaclass's own
/// class is the metaclass of Class at the same height, which is made when something asks for it; the topmost
/// is its own class.
Class* make_metaclass(VM& vm, Class* c) {
  Class* meta = class_boot(vm, nullptr);
  meta->is_singleton = true;
  meta->attached = c;
  Class* const old_klass = c->klass;
  const bool topmost = old_klass == c;
  c->klass = meta;
  vm.heap.write_barrier(c, meta);
  meta->klass = topmost ? meta : ensure_metaclass(vm, old_klass);
  vm.heap.write_barrier(meta, meta->klass);

  Class* super = c->super;
  while (super && super->is_iclass()) super = super->super;
  meta->super = super ? ensure_metaclass(vm, super) : vm.cClass;
  vm.heap.write_barrier(meta, meta->super);
  meta->instance_type = meta->super->instance_type;
  add_subclass(meta->super, meta);
  return meta;
}

Class* make_singleton_class(VM& vm, Object* object) {
  Class* const original = object->klass;
  Class* c = class_boot(vm, original);
  c->is_singleton = true;
  c->attached = object;
  c->allocator = nullptr;
  c->klass = skip_to_real(original)->klass;
  object->klass = c;
  vm.heap.write_barrier(object, c);
  return c;
}

Class* special_singleton(VM& vm, Value v) {
  if (v.is_nil()) return vm.cNilClass;
  if (v.is_true()) return vm.cTrueClass;
  if (v.is_false()) return vm.cFalseClass;
  return nullptr;
}

} // namespace

Class* class_allocate(VM& vm, Type type, Class* klass) {
  const SizePool pool = size_pool_for(sizeof(Class));
  const uint64_t flags = Object::make_flags(type, pool);
  Object* slot = vm.heap.allocate_owning(pool, flags, klass);
  Class* c = std::construct_at(static_cast<Class*>(slot));
  c->flags = flags;
  c->klass = klass;
  c->origin = c;
  if (type != Type::IClass) {
    c->owned_ext = std::make_unique<ClassExt>();
    c->ext = c->owned_ext.get();
  }
  vm.state<ClassRegistry>().all.push_back(c);
  return c;
}

void create_root_classes(VM& vm) {
  // Class does not exist while the first four are made: their class is filled in afterwards.
  vm.cBasicObject = class_boot(vm, nullptr);
  class_set_allocator(vm.cBasicObject, object_allocate, Type::Object);
  vm.cObject = class_boot(vm, vm.cBasicObject);
  vm.cModule = class_boot(vm, vm.cObject);
  vm.cClass = class_boot(vm, vm.cModule);
  Class* const roots[] = {vm.cBasicObject, vm.cObject, vm.cModule, vm.cClass};
  for (Class* c : roots) {
    c->klass = vm.cClass;
    vm.heap.write_barrier(c, vm.cClass);
  }
  // Class comes last: it is its own class until it has a metaclass, which marks the top of the tower.
  for (Class* c : roots) ensure_metaclass(vm, c);
}

void add_subclass(Class* parent, Class* child) {
  if (!parent->subclasses) parent->subclasses = std::make_unique<std::vector<Class*>>();
  parent->subclasses->push_back(child);
}

Class* class_new(VM& vm, Class* super) {
  Class* c = class_boot(vm, super);
  make_metaclass(vm, c);
  return c;
}

Value class_allocate_instance(VM& vm, Class* klass) { return class_allocate(vm, Type::Class, klass); }
Value module_allocate_instance(VM& vm, Class* klass) { return class_allocate(vm, Type::Module, klass); }

bool class_initialized(const VM& vm, const Class* c) { return c->super || c == vm.cBasicObject; }

void class_initialize(VM& vm, Class* c, Class* super) {
  set_up(vm, c, super);
  make_metaclass(vm, c);
}

Class* module_new(VM& vm) { return class_allocate(vm, Type::Module, vm.cModule); }

Class* singleton_class(VM& vm, Value v) {
  if (!v.is_object()) {
    if (Class* c = special_singleton(vm, v)) return c;
    raise_type_error(vm, "can't define singleton");
  }
  Object* object = v.object();
  if (object->is(Type::Float) || object->is(Type::Bignum)) raise_type_error(vm, "can't define singleton");
  if (Class* existing = singleton_class_if_any(vm, v)) return existing;
  Class* c = object->is(Type::Class) ? make_metaclass(vm, static_cast<Class*>(object))
                                     : make_singleton_class(vm, object);
  if (object->frozen()) vm.heap.freeze(c);
  return c;
}

Class* singleton_class_if_any(VM& vm, Value v) {
  if (!v.is_object()) return special_singleton(vm, v);
  Class* c = v.object()->klass;
  return c && c->is_singleton && c->attached == v.object() ? c : nullptr;
}

Class* real_class(VM& vm, Value v) { return skip_to_real(vm.class_of(v)); }

Value object_allocate(VM& vm, Class* c) { return vm.heap.allocate(c->instance_pool, c->instance_flags, c); }

void class_set_allocator(Class* c, Allocator allocator, Type type) {
  const Allocator inherited = c->allocator;
  c->allocator = allocator;
  c->instance_type = type;
  if (!c->subclasses) return;
  for (Class* sub : *c->subclasses)
    if (sub->is_class() && sub->allocator == inherited) class_set_allocator(sub, allocator, type);
}

void class_note_instance_ivars(VM&, Class* c, size_t ivars) {
  c = skip_to_real(c);
  if (ivars > c->instance_ivars) set_instance_layout(c, ivars);
}

} // namespace miniyarv
