// Inclusion, prepending, and questions about the ancestor chain.

#include "vm/class_registry.hpp"
#include "vm/method.hpp"

#include <algorithm>

namespace miniyarv {
namespace {

/// An iclass that stands for `module` (a module, or an iclass or origin met in another chain) in the chain of
/// `includer`.
Class* iclass_new(VM& vm, Class* module, Class* includer, Class* super) {
  Class* const real = module->is_iclass() ? module->module : module;
  Class* ic = class_allocate(vm, Type::IClass, real);
  ic->module = real;
  ic->includer = includer;
  ic->ext = module->ext;
  ic->super = super;
  add_subclass(real, ic);
  return ic;
}

void set_super(VM& vm, Class* c, Class* super) {
  c->super = super;
  vm.heap.write_barrier(c, super);
}

void set_origin(VM& vm, Class* c, Class* origin) {
  c->origin = origin;
  vm.heap.write_barrier(c, origin);
}

/// Whether `module`'s chain, as it would be inserted, contains `c` itself.
bool includes_cyclically(const Class* c, const Class* module) {
  const ClassExt* own = c->origin->ext;
  for (; module; module = module->super)
    if (module->ext == own || module->ext == c->ext) return true;
  return false;
}

/// Inserts a module and its ancestors into the chain of `c`, each after the one before it, skipping those
/// that are in the chain already: the whole chain for include, the prepended part for prepend.
class Inserter {
public:
  Inserter(VM& vm, Class* c, Class* includer, bool search_super)
      : vm_(vm), c_(c), includer_(includer), search_super_(search_super) {}

  /// `after` is the place in the chain to insert behind.
  bool insert(Class* module, Class* after) {
    after_ = after;
    bool changed = false;
    for (; module; module = module->super) {
      if (find_existing(module)) continue;
      after_ = insert_one(module);
      changed = true;
    }
    return changed;
  }

private:
  /// Moves the insertion point to where `module` already is in the chain, unless that is a superclass's part.
  bool find_existing(const Class* module) {
    if (c_->origin == after_ && !search_super_) return false;
    bool passed = c_ == after_, in_superclass = false;
    for (Class* p = c_->super; p; p = p->super) {
      if (p == c_->origin && !search_super_) break;
      if (p == after_) passed = true;
      if (p->is_iclass()) {
        if (p->ext != module->ext) continue;
        if (!in_superclass && passed) after_ = p;
        return true;
      }
      if (!search_super_) break;
      in_superclass = true;
    }
    return false;
  }

  Class* insert_one(Class* module) {
    Class* ic = iclass_new(vm_, module, includer_, after_->super);
    set_super(vm_, after_, ic);
    if (module != module->origin) {
      awaiting_origin_.push_back({ic, module->origin});
    } else if (!awaiting_origin_.empty() && awaiting_origin_.back().second == module) {
      set_origin(vm_, awaiting_origin_.back().first, ic);
      awaiting_origin_.pop_back();
    }
    return ic;
  }

  VM& vm_;
  Class* c_;
  Class* includer_;
  bool search_super_;
  Class* after_ = nullptr;
  /// iclasses of modules with something prepended, until their origin's iclass is made.
  std::vector<std::pair<Class*, Class*>> awaiting_origin_;
};

std::vector<Class*> iclasses_of(const Class* module) {
  std::vector<Class*> list;
  if (module->subclasses)
    for (Class* c : *module->subclasses)
      if (c->is_iclass() && c->module == module && c->includer != module) list.push_back(c);
  return list;
}

/// Gives `c` an origin: an iclass behind it that takes its methods over, so that others can go between.
void ensure_origin(VM& vm, Class* c) {
  if (c->origin != c) return;
  Class* origin = class_allocate(vm, Type::IClass, c);
  origin->module = c;
  origin->includer = c;
  origin->super = c->super;
  origin->owned_ext = std::make_unique<ClassExt>();
  origin->ext = origin->owned_ext.get();
  std::swap(origin->ext->methods, c->ext->methods);
  set_super(vm, c, origin);
  set_origin(vm, c, origin);
  for (Class* ic : iclasses_of(c)) {
    if (ic->ext != c->ext || ic->origin != ic) continue;
    Class* ic_origin = iclass_new(vm, origin, ic->includer, ic->super);
    set_super(vm, ic, ic_origin);
    set_origin(vm, ic, ic_origin);
  }
}

bool chain_has_module(const Class* from, const Class* module) {
  for (const Class* c = from; c; c = c->super)
    if (c->is_iclass() && c->module == module) return true;
  return false;
}

void changed_hierarchy(VM& vm, Class* c) {
  invalidate_method_caches(vm, c, ID::None);
  check_basic_operations(vm, c, ID::None);
}

} // namespace

void include_module(VM& vm, Class* target, Class* module) {
  if (includes_cyclically(target, module)) raise_argument_error(vm, "cyclic include detected");
  Inserter(vm, target, target, true).insert(module, target->origin);
  if (target->is_module()) {
    for (Class* ic : iclasses_of(target))
      if (ic->ext == target->ext && !chain_has_module(ic, module))
        Inserter(vm, ic->includer, ic->includer, true).insert(module, ic->origin);
  }
  changed_hierarchy(vm, target);
}

void prepend_module(VM& vm, Class* target, Class* module) {
  if (includes_cyclically(target, module)) raise_argument_error(vm, "cyclic prepend detected");
  ensure_origin(vm, target);
  Inserter(vm, target, target, false).insert(module, target);
  if (target->is_module()) {
    for (Class* ic : iclasses_of(target))
      if (ic->ext == target->ext) Inserter(vm, ic, ic->includer, false).insert(module, ic);
  }
  changed_hierarchy(vm, target);
}

bool class_inherits(const Class* c, const Class* ancestor) {
  if (ancestor->is_module()) {
    for (; c; c = c->super)
      if (c == ancestor || (c->is_iclass() && c->module == ancestor)) return true;
    return false;
  }
  for (; c; c = c->super)
    if (c == ancestor) return true;
  return false;
}

bool kind_of(VM& vm, Value v, const Class* c) { return class_inherits(vm.class_of(v), c); }

std::vector<Class*> ancestors(Class* c) {
  std::vector<Class*> list;
  for (; c; c = c->super)
    if (c->origin == c) list.push_back(c->is_iclass() ? c->module : c);
  return list;
}

std::vector<Class*> class_subclasses(const Class* c) {
  std::vector<Class*> list;
  if (c->subclasses)
    for (Class* sub : *c->subclasses)
      if (sub->is_class() && !sub->is_singleton) list.push_back(sub);
  std::reverse(list.begin(), list.end());
  return list;
}

namespace {

MethodEntry* method_copy(VM& vm, const MethodEntry* me, Class* from, Class* owner) {
  MethodEntry* copy = method_entry_clone(vm, me);
  if (copy->owner == from) copy->owner = owner;
  if (copy->defined_class == from) copy->defined_class = owner;
  return copy;
}

void copy_tables(VM& vm, Class* copy, Class* original) {
  original->origin->ext->methods.each([&](ID mid, MethodEntry* me) {
    if (me) copy->origin->ext->methods[mid] = method_copy(vm, me, original, copy);
  });
  original->ext->constants.each([&](ID name, const std::unique_ptr<ConstEntry>& entry) {
    copy->ext->constants[name] = std::make_unique<ConstEntry>(*entry);
  });
  original->ext->cvars.each([&](ID name, Value v) { copy->ext->cvars[name] = v; });
  vm.heap.write_barrier(copy);
  vm.heap.write_barrier(copy->origin);
}

} // namespace

void class_copy(VM& vm, Class* copy, Class* original) {
  copy->instance_type = original->instance_type;
  copy->allocator = original->allocator;
  copy->instance_flags = original->instance_flags;
  copy->instance_pool = original->instance_pool;
  copy->instance_ivars = original->instance_ivars;
  copy_tables(vm, copy, original);

  // Modules between the original and its superclass, nearest first; those before the origin are prepended.
  std::vector<Class*> prepended, included;
  bool before_origin = original->origin != original;
  for (Class* p = original->super; p && p->is_iclass(); p = p->super) {
    if (p == original->origin)
      before_origin = false;
    else if (p->origin == p)
      (before_origin ? prepended : included).push_back(p->module);
  }
  for (auto m = included.rbegin(); m != included.rend(); ++m) include_module(vm, copy, *m);
  for (auto m = prepended.rbegin(); m != prepended.rend(); ++m) prepend_module(vm, copy, *m);
}

} // namespace miniyarv
