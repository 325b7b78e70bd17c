#include "vm/cref.hpp"

#include "vm/frames.hpp"
#include "vm/vm.hpp"

namespace miniyarv {

Cref* cref_new(VM& vm, Class* klass, Cref* outer, bool pushed_by_eval) {
  auto* cref = vm.heap.make<Cref>(Type::Cref, nullptr);
  cref->klass = klass;
  cref->outer = outer;
  cref->default_visibility = Visibility::Public;
  cref->module_func = false;
  cref->pushed_by_eval = pushed_by_eval;
  cref->receiver = Qundef;
  return cref;
}

Cref* cref_for_receiver(VM& vm, Value receiver, Cref* outer) {
  Cref* cref = cref_new(vm, singleton_class_if_any(vm, receiver), outer, true);
  cref->receiver = receiver;
  return cref;
}

Class* cref_target(VM& vm, Cref* cref) {
  if (!cref->klass) {
    if (cref->receiver.is_undef()) raise_type_error(vm, "no class/module to add method");
    cref->klass = singleton_class(vm, cref->receiver);
    vm.heap.write_barrier(cref, cref->klass);
  }
  return cref->klass;
}

Cref* visibility_scope(const Value* ep) {
  for (;;) {
    const Value entry = ep_entry(ep);
    if (is_type(entry, Type::Cref)) return entry.as<Cref>();
    if (is_type(entry, Type::MethodEntry) || ep_is_local(ep)) return nullptr;
    ep = outer_ep(ep);
  }
}

} // namespace miniyarv
