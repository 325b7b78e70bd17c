#include "gc/heap_impl.hpp"

#include <algorithm>

namespace miniyarv {

Value Heap::ivar_get(Object* o, ID name) const {
  if (o->is(Type::Object)) {
    const int i = shapes_.index_of(o->shape(), name);
    return i < 0 ? Qundef : static_cast<ObjectWithIvars*>(o)->ivars()[i];
  }
  if (!(o->flags & Object::kGenericIvars)) return Qundef;
  const auto it = impl_->generic_ivars.find(o);
  if (it == impl_->generic_ivars.end()) return Qundef;
  for (const auto& [key, value] : it->second.values)
    if (key == name) return value;
  return Qundef;
}

namespace {

void grow(Heap& heap, ObjectWithIvars* o, size_t count) {
  const size_t capacity = o->capacity() * 2 < 8 ? 8 : o->capacity() * 2;
  if (o->spilled()) {
    o->outside.values = static_cast<Value*>(
        heap.realloc(o->outside.values, o->outside.capacity * sizeof(Value), capacity * sizeof(Value)));
  } else {
    auto* values = heap.malloc_array<Value>(capacity);
    std::copy(o->embedded, o->embedded + count, values);
    o->outside.values = values;
    o->flags |= Object::kSpilled;
    heap.set_owning(o);
  }
  o->outside.capacity = capacity;
}

} // namespace

void Heap::ivar_set(Object* o, ID name, Value v) {
  if (o->is(Type::Object)) {
    auto* object = static_cast<ObjectWithIvars*>(o);
    int i = shapes_.index_of(o->shape(), name);
    if (i < 0) {
      const uint32_t count = shapes_[o->shape()].count;
      const ShapeId next = shapes_.add(o->shape(), name);
      if (count >= object->capacity()) grow(*this, object, count);
      object->ivars()[count] = v;
      object->set_shape(next);
    } else {
      object->ivars()[i] = v;
    }
    write_barrier(o, v);
    return;
  }
  auto& values = impl_->generic_ivars[o].values;
  o->flags |= Object::kGenericIvars;
  const auto it =
      std::find_if(values.begin(), values.end(), [name](const auto& e) { return e.first == name; });
  if (it != values.end())
    it->second = v;
  else
    values.emplace_back(name, v);
  write_barrier(o, v);
}

Value Heap::ivar_remove(Object* o, ID name) {
  const Value old = ivar_get(o, name);
  if (old.is_undef()) return old;
  if (o->is(Type::Object)) {
    auto* object = static_cast<ObjectWithIvars*>(o);
    const auto i = static_cast<size_t>(shapes_.index_of(o->shape(), name));
    const uint32_t count = shapes_[o->shape()].count;
    std::copy(object->ivars() + i + 1, object->ivars() + count, object->ivars() + i);
    object->set_shape(shapes_.remove(o->shape(), name));
    return old;
  }
  auto& values = impl_->generic_ivars[o].values;
  values.erase(std::find_if(values.begin(), values.end(), [name](const auto& e) { return e.first == name; }));
  return old;
}

boost::container::small_vector<ID, 16> Heap::ivar_names(Object* o) const {
  if (o->is(Type::Object)) return shapes_.names(o->shape());
  boost::container::small_vector<ID, 16> names;
  if (const auto it = impl_->generic_ivars.find(o); it != impl_->generic_ivars.end())
    for (const auto& entry : it->second.values) names.push_back(entry.first);
  return names;
}

void Heap::copy_ivars(Object* from, Object* to) {
  for (ID name : ivar_names(from)) ivar_set(to, name, ivar_get(from, name));
}

void Heap::freeze(Object* o) {
  if (o->frozen()) return;
  o->flags |= Object::kFrozen;
  if (o->is(Type::Object)) o->set_shape(shapes_.freeze(o->shape()));
}

} // namespace miniyarv
