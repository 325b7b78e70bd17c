#include "gc/bignum.hpp"
#include "gc/heap_impl.hpp"

#include <chrono>

namespace miniyarv {

void Marker::mark_object(Object* o) {
  PageInfo* page = heap_.page_of(o);
  const size_t i = static_cast<size_t>(reinterpret_cast<std::byte*>(o) - page->base) / slot_size(page->pool);
  if (page->marks.test(i)) return;
  page->marks.set(i);
  o->flags |= Object::kOld;
  heap_.impl_->mark_stack.push_back(o);
}

void Marker::mark_conservatively(const void* lo, const void* hi) {
  const auto first = (reinterpret_cast<uintptr_t>(lo) + 7) & ~uintptr_t{7};
  for (auto* p = reinterpret_cast<const uintptr_t*>(first); p + 1 <= static_cast<const uintptr_t*>(hi); ++p) {
    const auto* candidate = reinterpret_cast<const std::byte*>(*p);
    if (candidate < heap_.impl_->base) continue;
    const PageInfo* page = heap_.page_of(candidate);
    if (!page) continue;
    const size_t i = static_cast<size_t>(candidate - page->base) / slot_size(page->pool);
    if (i < page->slots && heap_.is_allocated(*page, i))
      mark_object(reinterpret_cast<Object*>(page->slot(i)));
  }
}

void Heap::mark_children(Object* o, Marker& m) {
  m.mark(reinterpret_cast<Object*>(o->klass));
  if (o->flags & Object::kGenericIvars)
    if (auto it = impl_->generic_ivars.find(o); it != impl_->generic_ivars.end())
      for (const auto& [name, value] : it->second.values) m.mark(value);
  switch (o->type()) {
  case Type::Free:
  case Type::Float:
  case Type::Bignum: break;
  case Type::Object: {
    const auto* object = static_cast<ObjectWithIvars*>(o);
    m.mark({object->ivars(), shapes_[o->shape()].count});
    break;
  }
  case Type::String:
    if (static_cast<String*>(o)->shared()) m.mark(static_cast<String*>(o)->outside.root);
    break;
  case Type::Array: {
    const auto* array = static_cast<Array*>(o);
    if (array->shared()) m.mark(array->outside.root);
    m.mark(array->values());
    break;
  }
  case Type::Range:
  case Type::Rational:
  case Type::Complex: m.mark({static_cast<Tuple*>(o)->v, tuple_size(o->type())}); break;
  case Type::Struct:
    m.mark({static_cast<StructObject*>(o)->members(), static_cast<StructObject*>(o)->count});
    break;
  case Type::Data: {
    auto* data = static_cast<DataObject*>(o);
    if (data->data_type->mark) data->data_type->mark(data->payload, m);
    break;
  }
  default:
    if (auto* mark = impl_->types[static_cast<size_t>(o->type())].mark) mark(o, m);
  }
}

void Heap::drain(Marker& m) {
  while (!impl_->mark_stack.empty()) {
    Object* o = impl_->mark_stack.back();
    impl_->mark_stack.pop_back();
    mark_children(o, m);
  }
}

void Heap::remember(Object* parent) {
  parent->flags |= Object::kRemembered;
  impl_->remembered.push_back(parent);
}

void Heap::destroy(Object* o) {
  switch (o->type()) {
  case Type::Object:
    if (o->spilled())
      free(static_cast<ObjectWithIvars*>(o)->outside.values,
           static_cast<ObjectWithIvars*>(o)->outside.capacity * sizeof(Value));
    break;
  case Type::String: {
    auto* s = static_cast<String*>(o);
    if (s->spilled() && !s->shared()) free(s->outside.ptr, s->outside.capacity);
    break;
  }
  case Type::Array: {
    auto* a = static_cast<Array*>(o);
    if (a->owns_buffer()) free(a->buffer(), a->buffer_bytes());
    break;
  }
  case Type::Struct:
    if (o->spilled())
      free(static_cast<StructObject*>(o)->outside, static_cast<StructObject*>(o)->count * sizeof(Value));
    break;
  case Type::Bignum:
    if (o->spilled())
      free(static_cast<Bignum*>(o)->outside, static_cast<Bignum*>(o)->limb_count() * sizeof(uint64_t));
    break;
  case Type::Data: {
    auto* data = static_cast<DataObject*>(o);
    if (data->data_type->destroy) data->data_type->destroy(data->payload);
    break;
  }
  default:
    if (auto* destroy = impl_->types[static_cast<size_t>(o->type())].destroy) destroy(o, *this);
  }
}

void Heap::sweep() {
  uint64_t live = 0;
  size_t live_bytes = 0;
  for (PageInfo& page : impl_->pages) {
    for (size_t w = 0; w < SlotBitmap::words(); ++w) {
      uint64_t dead = page.owning.word(w) & ~page.marks.word(w);
      page.owning.word(w) &= page.marks.word(w);
      for (; dead; dead &= dead - 1)
        destroy(reinterpret_cast<Object*>(page.slot(w * 64 + static_cast<size_t>(std::countr_zero(dead)))));
    }
    page.consumed = 0;
    page.was_allocated.clear();
    const size_t n = page.marks.count();
    live += n;
    live_bytes += n * slot_size(page.pool);
  }
  std::erase_if(impl_->generic_ivars, [this](const auto& entry) { return !is_marked(entry.first); });
  for (PoolState& pool : impl_->pools) pool.current = 0;
  impl_->old_bytes = live_bytes;
  impl_->stats.total_freed_objects = impl_->allocated_objects - live;
  impl_->stats.old_objects = live;
}

void Heap::collect(bool major) {
  if (impl_->collecting) return;
  impl_->collecting = true;
  const auto begin = std::chrono::steady_clock::now();
  // Marking needs the runs as they are: what lies beyond a cursor is free.
  Marker marker(*this);
  if (major) {
    for (PageInfo& page : impl_->pages) {
      // Young slots keep counting as allocated while marks are rebuilt.
      retire_marks(page);
    }
    for (Object* o : impl_->remembered) o->flags &= ~Object::kRemembered;
    impl_->remembered.clear();
  }
  if (roots_) roots_->mark_roots(marker);
  std::vector<Object*> remembered;
  remembered.swap(impl_->remembered);
  for (Object* o : remembered) {
    o->flags &= ~Object::kRemembered;
    mark_children(o, marker);
  }
  drain(marker);
  if (roots_) roots_->sweep_weak(*this);
  retire_runs();
  sweep();
  impl_->young_bytes = 0;
  impl_->malloc_increase = 0;
  ++impl_->stats.count;
  if (major) {
    ++impl_->stats.major_count;
    impl_->major_threshold = std::max(kInitialMajorThreshold, (impl_->old_bytes + impl_->malloc_bytes) * 2);
  } else {
    ++impl_->stats.minor_count;
  }
  const auto pause = std::chrono::steady_clock::now() - begin;
  impl_->last_pause_ns =
      static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(pause).count());
  impl_->last_was_major = major;
  impl_->stats.time_ns += impl_->last_pause_ns;
  impl_->collecting = false;
  if (roots_) roots_->collected(*this);
}

void Heap::retire_marks(PageInfo& page) {
  page.was_allocated = page.marks;
  page.marks.clear();
}

} // namespace miniyarv
