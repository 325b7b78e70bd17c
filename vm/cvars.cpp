#include "vm/cvars.hpp"

#include "vm/cref.hpp"
#include "vm/vm.hpp"

namespace miniyarv {
namespace {

/// Class variables of a class's singleton class are the class's own.
Class* lookup_start(Class* c) {
  const bool of_module = c->is_singleton && is_class_or_module(c->attached);
  return of_module ? static_cast<Class*>(c->attached) : c;
}

Class* module_of(Class* c) { return c->is_iclass() ? c->module : c; }

Class* cvar_base(VM& vm, const Cref* cref, bool raises) {
  while (cref->outer && (!cref->klass || cref->klass->is_singleton || cref->pushed_by_eval))
    cref = cref->outer;
  if (raises && !cref->outer) raise(vm, vm.eRuntimeError, "class variable access from toplevel");
  return cref->klass;
}

} // namespace

Class* cvar_owner(VM& vm, Class* klass, ID name) {
  Class *front = nullptr, *target = nullptr;
  for (Class* c = lookup_start(klass); c; c = c->super) {
    if (!c->ext->cvars.find(name)) continue;
    if (!front) front = module_of(c);
    target = module_of(c);
  }
  if (front != target)
    raise(vm, vm.eRuntimeError,
          cat("class variable ", vm.name(name), " of ", class_path(vm, front), " is overtaken by ",
              class_path(vm, target)));
  return target;
}

Value cvar_get_in(VM& vm, Class* klass, ID name) {
  const Class* owner = cvar_owner(vm, klass, name);
  if (!owner)
    raise_name_error(vm, cat("uninitialized class variable ", vm.name(name), " in ", class_path(vm, klass)),
                     klass, name);
  return *owner->ext->cvars.find(name);
}

void cvar_set_in(VM& vm, Class* klass, ID name, Value v) {
  Class* owner = cvar_owner(vm, klass, name);
  if (!owner) owner = lookup_start(klass);
  check_frozen(vm, owner);
  owner->ext->cvars[name] = v;
  vm.heap.write_barrier(owner, v);
}

bool cvar_defined_in(VM&, Class* klass, ID name) {
  for (const Class* c = lookup_start(klass); c; c = c->super)
    if (c->ext->cvars.find(name)) return true;
  return false;
}

Value cvar_get(VM& vm, const Cref* cref, ID name) { return cvar_get_in(vm, cvar_base(vm, cref, true), name); }
void cvar_set(VM& vm, const Cref* cref, ID name, Value v) {
  cvar_set_in(vm, cvar_base(vm, cref, true), name, v);
}
bool cvar_defined(VM& vm, const Cref* cref, ID name) {
  return cvar_defined_in(vm, cvar_base(vm, cref, false), name);
}

} // namespace miniyarv
