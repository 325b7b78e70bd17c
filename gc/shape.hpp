#pragma once

#include "gc/object.hpp"

#include <boost/container/flat_map.hpp>
#include <boost/container/small_vector.hpp>
#include <deque>

namespace miniyarv {

/// A node of the shape tree. The path from the root to a shape is the list of instance variables of the
/// objects that have it, in slot order. A frozen object has a shape of its own (the Frozen edge), so a shape
/// hit in a write cache implies that the object may be written.
struct Shape {
  ShapeId id;
  ShapeId parent;
  ID edge;        ///< the variable added by this shape; ID::None for the root and frozen shapes
  uint32_t count; ///< number of variables, which is also the number of live slots
  bool frozen;
  boost::container::flat_map<ID, ShapeId> transitions;
  ShapeId frozen_child; ///< Root when there is none yet
};

class ShapeTree {
public:
  ShapeTree();
  const Shape& operator[](ShapeId id) const { return shapes_[static_cast<size_t>(id)]; }
  /// Slot of `name`, or -1.
  int index_of(ShapeId shape, ID name) const;
  /// The shape after adding `name` to an object of shape `from`. Precondition: it has no such variable and is
  /// not frozen.
  ShapeId add(ShapeId from, ID name);
  ShapeId freeze(ShapeId from);
  /// Shape of an object without `name`, the others keeping their order.
  ShapeId remove(ShapeId from, ID name);
  /// Variables in slot order.
  boost::container::small_vector<ID, 16> names(ShapeId shape) const;
  size_t size() const { return shapes_.size(); }

private:
  std::deque<Shape> shapes_;
};

} // namespace miniyarv
