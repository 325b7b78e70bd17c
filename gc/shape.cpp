#include "gc/shape.hpp"

namespace miniyarv {

ShapeTree::ShapeTree() {
  shapes_.push_back(Shape{ShapeId::Root, ShapeId::Root, ID::None, 0, false, {}, ShapeId::Root});
}

int ShapeTree::index_of(ShapeId id, ID name) const {
  for (const Shape* s = &(*this)[id]; s->id != ShapeId::Root; s = &(*this)[s->parent])
    if (s->edge == name) return static_cast<int>(s->count) - 1;
  return -1;
}

ShapeId ShapeTree::add(ShapeId from, ID name) {
  if (const auto it = (*this)[from].transitions.find(name); it != (*this)[from].transitions.end())
    return it->second;
  const auto id = static_cast<ShapeId>(shapes_.size());
  shapes_.push_back(Shape{id, from, name, (*this)[from].count + 1, false, {}, ShapeId::Root});
  shapes_[static_cast<size_t>(from)].transitions.emplace(name, id);
  return id;
}

ShapeId ShapeTree::freeze(ShapeId from) {
  if ((*this)[from].frozen) return from;
  if ((*this)[from].frozen_child != ShapeId::Root) return (*this)[from].frozen_child;
  const auto id = static_cast<ShapeId>(shapes_.size());
  shapes_.push_back(Shape{id, from, ID::None, (*this)[from].count, true, {}, ShapeId::Root});
  shapes_[static_cast<size_t>(from)].frozen_child = id;
  return id;
}

ShapeId ShapeTree::remove(ShapeId from, ID name) {
  ShapeId shape = ShapeId::Root;
  for (ID n : names(from))
    if (n != name) shape = add(shape, n);
  return shape;
}

boost::container::small_vector<ID, 16> ShapeTree::names(ShapeId id) const {
  boost::container::small_vector<ID, 16> out((*this)[id].count);
  for (const Shape* s = &(*this)[id]; s->id != ShapeId::Root; s = &(*this)[s->parent])
    if (s->edge != ID::None) out[s->count - 1] = s->edge;
  return out;
}

} // namespace miniyarv
