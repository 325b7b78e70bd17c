#include "vm/class_registry.hpp"
#include "vm/method.hpp"

#include <unordered_set>

namespace miniyarv {
namespace {

const MethodEntry* resolve(VM&, MethodEntry* me, Class* where, ID mid);

/// The entry behind an alias that was found at `where`, complemented for the chain above it.
MethodEntry* complement_alias_target(VM& vm, MethodEntry* target, Class* where) {
  for (Class* c = where; c; c = c->super) {
    if (!c->is_iclass() || c->module != target->owner || c->origin != c) continue;
    MethodEntry* copy = method_entry_clone(vm, target);
    copy->defined_class = c;
    return copy;
  }
  return target;
}

/// A module's method as seen from the iclass it was found through.
const MethodEntry* complement(VM& vm, MethodEntry* me, Class* where, ID mid) {
  const bool through_module = where->is_iclass() && where->module->is_module();
  const bool is_alias = me->kind == MethodKind::Alias;
  if (!through_module && !is_alias) return me;
  if (where->complemented)
    if (MethodEntry** found = where->complemented->find(mid)) return *found;

  MethodEntry* target = is_alias ? complement_alias_target(vm, me->alias, where) : nullptr;
  MethodEntry* copy = method_entry_clone(vm, me);
  copy->defined_class = where;
  if (is_alias) copy->alias = target;
  if (!where->complemented) where->complemented = std::make_unique<IdTable<MethodEntry*>>();
  (*where->complemented)[mid] = copy;
  vm.heap.write_barrier(where, copy);
  vm.state<ClassRegistry>().note_cached(mid);
  return copy;
}

/// What a ZSuper entry at `where` stands for: the next method up, under the entry's visibility.
const MethodEntry* resolve_zsuper(VM& vm, const MethodEntry* me, Class* where, ID mid) {
  Class* above = nullptr;
  MethodEntry* next = search_method(where->super, mid, &above);
  if (!next) return nullptr;
  const MethodEntry* found = resolve(vm, next, above, mid);
  if (!found || found->visibility == me->visibility) return found;
  MethodEntry* copy = method_entry_clone(vm, found);
  copy->visibility = me->visibility;
  return copy;
}

const MethodEntry* resolve(VM& vm, MethodEntry* me, Class* where, ID mid) {
  if (me->is_undefined()) return nullptr;
  if (me->kind == MethodKind::ZSuper) return resolve_zsuper(vm, me, where, mid);
  return complement(vm, me, where, mid);
}

void drop_all(Class* c) {
  if (c->call_caches) {
    c->call_caches->each([](ID, CallCache* cc) { cc->receiver_class = nullptr; });
    c->call_caches.reset();
  }
  c->complemented.reset();
}

void drop(Class* c, ID mid) {
  if (mid == ID::None) return drop_all(c);
  if (c->call_caches) {
    if (CallCache** cc = c->call_caches->find(mid)) {
      (*cc)->receiver_class = nullptr;
      c->call_caches->erase(mid);
    }
  }
  if (c->complemented) c->complemented->erase(mid);
}

} // namespace

MethodEntry* own_method(const Class* c, ID mid) {
  MethodEntry** me = c->origin->ext->methods.find(mid);
  return me ? *me : nullptr;
}

MethodEntry* search_method(Class* c, ID mid, Class** where) {
  for (; c; c = c->super) {
    if (MethodEntry** me = c->ext->methods.find(mid)) {
      if (where) *where = c;
      return *me;
    }
  }
  return nullptr;
}

CallCache* call_cache_for(VM& vm, Class* c, ID mid) {
  if (!c->call_caches) c->call_caches = std::make_unique<IdTable<CallCache*>>();
  if (CallCache** found = c->call_caches->find(mid)) return *found;

  Class* where = nullptr;
  MethodEntry* raw = search_method(c, mid, &where);
  const MethodEntry* me = raw ? resolve(vm, raw, where, mid) : nullptr;
  auto* cc = vm.heap.make<CallCache>(Type::CallCache, nullptr);
  cc->receiver_class = c;
  cc->me = me;
  (*c->call_caches)[mid] = cc;
  vm.heap.write_barrier(c, cc);
  vm.state<ClassRegistry>().note_cached(mid);
  return cc;
}

const MethodEntry* find_method(VM& vm, Class* c, ID mid) { return call_cache_for(vm, c, mid)->me; }

const MethodEntry* find_method_from(VM& vm, Class* start, ID mid) {
  return start ? find_method(vm, start, mid) : nullptr;
}

void invalidate_method_caches(VM& vm, Class* c, ID mid) {
  if (mid != ID::None && !vm.state<ClassRegistry>().ever_cached(mid)) return;
  std::unordered_set<Class*> seen{c};
  std::vector<Class*> queue{c};
  const auto enqueue = [&](Class* next) {
    if (seen.insert(next).second) queue.push_back(next);
  };
  while (!queue.empty()) {
    Class* current = queue.back();
    queue.pop_back();
    drop(current, mid);
    // The iclasses up to the superclass belong to this class: `super` calls are cached under them.
    for (Class* p = current->super; p && p->is_iclass(); p = p->super) drop(p, mid);
    if (!current->subclasses) continue;
    for (Class* sub : *current->subclasses) enqueue(sub->is_iclass() ? sub->includer : sub);
  }
}

bool has_builtin_method(VM& vm, Value recv, ID mid) {
  const MethodEntry* me = find_method(vm, vm.class_of(recv), mid);
  return me && me->builtin;
}

namespace {

/// A `respond_to?` of the script's own; it may be written to take one argument only.
bool call_respond_to(VM& vm, Value recv, const MethodEntry* me, ID mid, bool include_private) {
  const Value args[] = {Value::symbol(mid), Value::boolean(include_private)};
  const size_t count = method_arity(vm, me) == 1 ? 1 : 2;
  return vm.call_method(recv, me, {args, count}).truthy();
}

} // namespace

bool respond_to(VM& vm, Value recv, ID mid, bool include_private) {
  Class* c = vm.class_of(recv);
  const MethodEntry* query = find_method(vm, c, ids::respond_to_p);
  if (query && !query->builtin) return call_respond_to(vm, recv, query, mid, include_private);
  return responds_without_query(vm, recv, mid, include_private);
}

bool responds_without_query(VM& vm, Value recv, ID mid, bool include_private) {
  const MethodEntry* me = find_method(vm, vm.class_of(recv), mid);
  if (me) return include_private || me->visibility == Visibility::Public;
  if (has_builtin_method(vm, recv, ids::respond_to_missing_p)) return false;
  return vm.send(recv, ids::respond_to_missing_p, Value::symbol(mid), Value::boolean(include_private))
      .truthy();
}

} // namespace miniyarv
