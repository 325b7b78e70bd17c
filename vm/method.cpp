#include "vm/method.hpp"

#include "vm/class_registry.hpp"
#include "vm/cref.hpp"

#include <cstring>

namespace miniyarv {
namespace {

bool always_private(const Class* c, const MethodEntry* me) {
  if (c->is_singleton || me->kind == MethodKind::Undefined || me->kind == MethodKind::ZSuper) return false;
  switch (static_cast<uint32_t>(me->called_id)) {
  case ids::k_initialize:
  case ids::k_initialize_copy:
  case ids::k_initialize_clone:
  case ids::k_initialize_dup:
  case ids::k_respond_to_missing_p: return true;
  default: return false;
  }
}

[[noreturn]] void raise_undefined_for(VM& vm, Class* c, ID mid) {
  raise_name_error(vm,
                   cat("undefined method '", vm.name(mid), "' for ", c->is_module() ? "module" : "class",
                       " '", class_path(vm, c), "'"),
                   c, mid);
}

/// The hooks of a class are sent to it; those of a singleton class, to its object under another name.
void call_hook(VM& vm, Class* c, ID mid, ID hook, ID singleton_hook) {
  const Value target = c->is_singleton ? Value(c->attached) : Value(c);
  const ID name = c->is_singleton ? singleton_hook : hook;
  if (!has_builtin_method(vm, target, name)) vm.send(target, name, Value::symbol(mid));
}

/// The entry that `alias` and visibility changes start from; a module's may come from Object.
MethodEntry* search_for_change(VM& vm, Class* c, ID mid, Class** where) {
  MethodEntry* me = search_method(c, mid, where);
  if ((!me || me->is_undefined()) && c->is_module()) me = search_method(vm.cObject, mid, where);
  if (!me || me->is_undefined()) raise_undefined_for(vm, c, mid);
  return me;
}

} // namespace

MethodEntry* method_entry_new(VM& vm, MethodKind kind, ID name, Visibility visibility) {
  auto* me = vm.heap.make<MethodEntry>(Type::MethodEntry, nullptr);
  std::memset(static_cast<void*>(&me->called_id), 0, sizeof(MethodEntry) - offsetof(MethodEntry, called_id));
  me->called_id = me->original_id = name;
  me->kind = kind;
  me->visibility = visibility;
  return me;
}

MethodEntry* method_entry_clone(VM& vm, const MethodEntry* from) {
  auto* me = vm.heap.make<MethodEntry>(Type::MethodEntry, nullptr);
  std::memcpy(static_cast<void*>(&me->called_id), &from->called_id,
              sizeof(MethodEntry) - offsetof(MethodEntry, called_id));
  return me;
}

void define_method(VM& vm, Class* c, ID mid, MethodEntry* me) {
  ClassRegistry& registry = vm.state<ClassRegistry>();
  me->called_id = mid;
  me->owner = c;
  if (!me->defined_class) me->defined_class = c;
  me->builtin = registry.basic_operations.empty();
  if (always_private(c, me)) me->visibility = Visibility::Private;
  vm.heap.write_barrier(me);
  c->origin->ext->methods[mid] = me;
  vm.heap.write_barrier(c->origin, me);
  invalidate_method_caches(vm, c, mid);
  check_basic_operations(vm, c, mid);
}

MethodEntry* define_native(VM& vm, Class* c, std::string_view name, NativeBody body, Visibility visibility) {
  const ID mid = vm.intern(name);
  MethodEntry* me = method_entry_new(vm, MethodKind::Native, mid, visibility);
  me->native = body;
  define_method(vm, c, mid, me);
  return me;
}

void define_attr(VM& vm, Class* c, ID name, bool reader, bool writer, Visibility visibility) {
  const ID ivar = vm.intern(cat("@", vm.name(name)));
  if (reader) {
    MethodEntry* me = method_entry_new(vm, MethodKind::AttrReader, name, visibility);
    me->attr = {ivar, 0};
    define_method(vm, c, name, me);
    call_method_added(vm, c, name);
  }
  if (writer) {
    const ID mid = vm.intern(cat(vm.name(name), "="));
    MethodEntry* me = method_entry_new(vm, MethodKind::AttrWriter, mid, visibility);
    me->attr = {ivar, 0};
    define_method(vm, c, mid, me);
    call_method_added(vm, c, mid);
  }
}

void define_iseq_method(VM& vm, Class* c, ID mid, ISeq* iseq, Cref* cref, Visibility visibility) {
  check_frozen(vm, c->is_singleton ? Value(c->attached) : Value(c));
  MethodEntry* me = method_entry_new(vm, MethodKind::ISeq, mid, visibility);
  me->rb = {iseq, cref};
  define_method(vm, c, mid, me);
  call_method_added(vm, c, mid);
}

void define_alias(VM& vm, Class* c, ID new_name, ID old_name) {
  check_frozen(vm, c);
  Class* where = nullptr;
  MethodEntry* original = search_for_change(vm, c, old_name, &where);
  const Visibility visibility = original->visibility;
  while (original->kind == MethodKind::ZSuper) {
    original = search_method(where->super, old_name, &where);
    if (!original || original->is_undefined()) raise_undefined_for(vm, c, old_name);
  }
  MethodEntry* me;
  if (original->owner->is_module()) {
    // Where the module's method continues with `super` depends on the chain it is found in, so the alias
    // refers to the entry and is complemented with it.
    me = method_entry_new(vm, MethodKind::Alias, original->original_id, visibility);
    me->alias = original;
  } else {
    me = method_entry_clone(vm, original);
    me->visibility = visibility;
  }
  define_method(vm, c, new_name, me);
  call_method_added(vm, c, new_name);
}

void undef_method(VM& vm, Class* c, ID mid) {
  check_frozen(vm, c);
  Class* where = nullptr;
  search_for_change(vm, c, mid, &where);
  define_method(vm, c, mid, method_entry_new(vm, MethodKind::Undefined, mid, Visibility::Public));
  call_hook(vm, c, mid, ids::method_undefined, ids::singleton_method_undefined);
}

void class_undef_allocator(VM& vm, Class* c) {
  class_set_allocator(c, nullptr, c->instance_type);
  define_method(vm, singleton_class(vm, c), ids::new_,
                method_entry_new(vm, MethodKind::Undefined, ids::new_, Visibility::Public));
}

void remove_method(VM& vm, Class* c, ID mid) {
  check_frozen(vm, c);
  const MethodEntry* me = own_method(c, mid);
  if (!me || me->is_undefined())
    raise_name_error(vm, cat("method '", vm.name(mid), "' not defined in ", class_path(vm, c)), c, mid);
  c->origin->ext->methods.erase(mid);
  invalidate_method_caches(vm, c, mid);
  check_basic_operations(vm, c, mid);
  call_hook(vm, c, mid, ids::method_removed, ids::singleton_method_removed);
}

void set_visibility(VM& vm, Class* c, ID mid, Visibility visibility) {
  check_frozen(vm, c);
  Class* where = nullptr;
  MethodEntry* me = search_for_change(vm, c, mid, &where);
  if (me->visibility == visibility) return;
  if (where == c->origin) {
    me->visibility = visibility;
    invalidate_method_caches(vm, c, mid);
  } else {
    define_method(vm, c, mid, method_entry_new(vm, MethodKind::ZSuper, mid, visibility));
    call_method_added(vm, c, mid);
  }
}

void call_method_added(VM& vm, Class* c, ID mid) {
  call_hook(vm, c, mid, ids::method_added, ids::singleton_method_added);
}

} // namespace miniyarv
