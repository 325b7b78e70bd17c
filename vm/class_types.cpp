// How classes, method entries, call caches and crefs are marked and destroyed.

#include "vm/class_registry.hpp"
#include "vm/cref.hpp"
#include "vm/iseq.hpp"
#include "vm/method.hpp"

#include <algorithm>
#include <memory>

namespace miniyarv {
namespace {

void mark_ext(const ClassExt& ext, Marker& marker) {
  ext.methods.each([&](ID, MethodEntry* me) { marker.mark(me); });
  ext.constants.each([&](ID, const std::unique_ptr<ConstEntry>& entry) {
    marker.mark(entry->value);
    marker.mark(entry->autoload_path);
    marker.mark(entry->file);
  });
  ext.cvars.each([&](ID, Value v) { marker.mark(v); });
}

void mark_class(Object* object, Marker& marker) {
  auto* c = static_cast<Class*>(object);
  for (const Class* part : {c->super, c->module, c->includer, c->origin, c->lexical_parent})
    marker.mark(part);
  marker.mark(c->attached);
  marker.mark(c->name);
  if (c->owned_ext) mark_ext(*c->owned_ext, marker);
  if (c->call_caches) c->call_caches->each([&](ID, CallCache* cc) { marker.mark(cc); });
  if (c->complemented) c->complemented->each([&](ID, MethodEntry* me) { marker.mark(me); });
}

void destroy_class(Object* object, Heap&) { std::destroy_at(static_cast<Class*>(object)); }

size_t class_memsize(const Object* object) {
  const auto* c = static_cast<const Class*>(object);
  size_t bytes = 0;
  if (c->owned_ext) {
    const ClassExt& ext = *c->owned_ext;
    bytes += sizeof ext + ext.methods.memsize() + ext.constants.memsize() + ext.cvars.memsize() +
             ext.constants.size() * sizeof(ConstEntry);
  }
  if (c->call_caches) bytes += sizeof *c->call_caches + c->call_caches->memsize();
  if (c->complemented) bytes += sizeof *c->complemented + c->complemented->memsize();
  if (c->subclasses) bytes += sizeof *c->subclasses + c->subclasses->capacity() * sizeof(Class*);
  return bytes;
}

void mark_method_entry(Object* object, Marker& marker) {
  auto* me = static_cast<MethodEntry*>(object);
  marker.mark(me->owner);
  marker.mark(me->defined_class);
  switch (me->kind) {
  case MethodKind::ISeq:
    marker.mark(me->rb.iseq);
    marker.mark(me->rb.cref);
    break;
  case MethodKind::BMethod: marker.mark(me->proc); break;
  case MethodKind::Alias: marker.mark(me->alias); break;
  default: break;
  }
}

void mark_call_cache(Object* object, Marker& marker) {
  auto* cc = static_cast<CallCache*>(object);
  marker.mark(cc->receiver_class);
  marker.mark(cc->me);
}

void mark_cref(Object* object, Marker& marker) {
  auto* cref = static_cast<Cref*>(object);
  marker.mark(cref->klass);
  marker.mark(cref->outer);
  marker.mark(cref->receiver);
}

} // namespace

void register_class_types(Heap& heap) {
  heap.register_type(Type::Class, {"class", mark_class, destroy_class, class_memsize});
  heap.register_type(Type::Module, {"module", mark_class, destroy_class, class_memsize});
  heap.register_type(Type::IClass, {"iclass", mark_class, destroy_class, class_memsize});
  heap.register_type(Type::MethodEntry, {"method entry", mark_method_entry, nullptr, nullptr});
  heap.register_type(Type::CallCache, {"call cache", mark_call_cache, nullptr, nullptr});
  heap.register_type(Type::Cref, {"cref", mark_cref, nullptr, nullptr});
}

void ClassRegistry::mark(Marker& marker) {
  // An entry that was removed must not have its address taken by another while it is compared with.
  for (const BasicOperation& op : basic_operations) marker.mark(op.original);
}

void ClassRegistry::sweep_weak(Heap& heap) {
  const auto dead = [&heap](const Class* c) { return !heap.is_marked(c); };
  const auto kept = std::remove_if(all.begin(), all.end(), dead);
  if (kept == all.end()) return;
  all.erase(kept, all.end());
  for (Class* c : all) {
    if (!c->subclasses) continue;
    auto& list = *c->subclasses;
    list.erase(std::remove_if(list.begin(), list.end(), dead), list.end());
  }
}

} // namespace miniyarv
