// Where an array's elements are: in its slot, in a buffer of its own, or in a buffer shared with others.

#include "gc/keep_alive.hpp"
#include "vm/class.hpp"
#include "vm/core/array.hpp"
#include "vm/vm.hpp"

#include <algorithm>
#include <cstring>

namespace miniyarv {

namespace {

/// Below this many elements, moving them is cheaper than keeping room at the front.
constexpr size_t kFrontRoomFrom = 32;

size_t bytes_for(size_t n) { return n * sizeof(Value); }

void copy_values(Value* to, const Value* from, size_t n) {
  if (n) std::memcpy(static_cast<void*>(to), from, bytes_for(n));
}
void move_values(Value* to, const Value* from, size_t n) {
  if (n) std::memmove(static_cast<void*>(to), from, bytes_for(n));
}

void check_size(VM& vm, size_t n) {
  if (n > Array::kMaxSize) raise_argument_error(vm, "array size too big");
}

/// Elements go from wherever they are to a buffer of the array's own with `front` unused places before them.
void move_to_buffer(VM& vm, Array* a, size_t capacity, size_t front = 0) {
  const size_t n = a->size();
  Value* buffer = vm.heap.malloc_array<Value>(front + capacity);
  copy_values(buffer + front, a->data(), n);
  if (a->owns_buffer()) vm.heap.free(a->buffer(), a->buffer_bytes());
  if (!a->spilled()) vm.heap.set_owning(a);
  a->flags |= Object::kSpilled;
  a->set_user_flag<Array::kSharedBit>(false);
  a->outside.len = n;
  a->outside.ptr = buffer + front;
  a->outside.owned = {static_cast<uint32_t>(capacity), static_cast<uint32_t>(front)};
}

/// Elements move to the start of the buffer, so that all of its room is behind them.
void reclaim_front(Array* a) {
  Value* buffer = a->buffer();
  move_values(buffer, a->outside.ptr, a->outside.len);
  a->outside.ptr = buffer;
  a->outside.owned.capacity += a->outside.owned.shifted;
  a->outside.owned.shifted = 0;
}

size_t grown(const Array* a, size_t needed) {
  const size_t n = a->size();
  return std::min(std::max({needed, n + n / 2, size_t{8}}), Array::kMaxSize);
}

void grow(VM& vm, Array* a, size_t needed) {
  check_size(vm, needed);
  if (!a->owns_buffer()) return move_to_buffer(vm, a, grown(a, needed));
  const size_t shifted = a->outside.owned.shifted;
  if (shifted) {
    const bool enough = needed <= a->outside.owned.capacity + shifted && shifted >= a->size() / 2;
    reclaim_front(a);
    if (enough) return;
  }
  const size_t capacity = grown(a, needed);
  a->outside.ptr =
      static_cast<Value*>(vm.heap.realloc(a->outside.ptr, a->buffer_bytes(), bytes_for(capacity)));
  a->outside.owned.capacity = static_cast<uint32_t>(capacity);
}

/// The frozen array that holds a spilled array's buffer from now on.
Array* share_root(VM& vm, Array* a) {
  if (a->shared()) return a->outside.root;
  if (a->frozen()) return a;
  Array* root = ary_new(vm, 0);
  vm.heap.set_owning(root);
  root->flags |= Object::kSpilled | Object::kFrozen;
  root->outside = a->outside;
  a->set_user_flag<Array::kSharedBit>(true);
  a->outside.root = root;
  vm.heap.write_barrier(a, root);
  return root;
}

/// Makes an array that owns nothing show part of a root's buffer.
void show_shared(VM& vm, Array* a, Array* root, Value* ptr, size_t len) {
  a->flags |= Object::kSpilled;
  a->set_user_flag<Array::kSharedBit>(true);
  a->outside.len = len;
  a->outside.ptr = ptr;
  a->outside.root = root;
  vm.heap.write_barrier(a, root);
}

void drop_contents(VM& vm, Array* a) {
  if (a->owns_buffer()) vm.heap.free(a->buffer(), a->buffer_bytes());
  a->flags &= ~Object::kSpilled;
  a->set_user_flag<Array::kSharedBit>(false);
  a->set_size(0);
}

/// Whether a spilled array, shared or owned, can be the source of a slice without copying.
bool worth_sharing(size_t len) { return len > Array::kMaxEmbedded; }

bool points_into(const Array* a, std::span<const Value> values) {
  return values.data() >= a->data() && values.data() < a->data() + a->size();
}

} // namespace

Array* ary_new_class(VM& vm, Class* klass, size_t capacity) {
  check_size(vm, capacity);
  const bool embed = capacity <= Array::kMaxEmbedded;
  const SizePool pool =
      size_pool_for(std::max(Array::kMinSlot, sizeof(Object) + (embed ? bytes_for(capacity) : 0)));
  auto* a = static_cast<Array*>(vm.heap.allocate(pool, Object::make_flags(Type::Array, pool), klass));
  if (!embed) move_to_buffer(vm, a, capacity);
  return a;
}

Array* ary_new(VM& vm, size_t capacity) { return ary_new_class(vm, vm.cArray, capacity); }

Array* ary_from(VM& vm, std::span<const Value> values) {
  Array* a = ary_new(vm, values.size());
  copy_values(a->data(), values.data(), values.size());
  a->set_size(values.size());
  return a;
}

Array* ary_subseq(VM& vm, Array* source, size_t start, size_t len) {
  if (!worth_sharing(len)) {
    Array* a = ary_new(vm, len);
    copy_values(a->data(), source->data() + start, len);
    a->set_size(len);
    return a;
  }
  Array* root = share_root(vm, source);
  Array* a = ary_new(vm, 0);
  show_shared(vm, a, root, source->data() + start, len);
  return a;
}

Array* ary_dup(VM& vm, const Array* source) {
  return ary_subseq(vm, const_cast<Array*>(source), 0, source->size());
}

void ary_modify(VM& vm, Array* a, size_t capacity) {
  capacity = std::max(capacity, a->size());
  if (a->shared())
    move_to_buffer(vm, a, capacity);
  else if (capacity > a->capacity())
    grow(vm, a, capacity);
}

void ary_push(VM& vm, Array* a, Value v) {
  const size_t n = a->size();
  if (n >= a->capacity()) [[unlikely]]
    grow(vm, a, n + 1);
  a->data()[n] = v;
  a->set_size(n + 1);
  vm.heap.write_barrier(a, v);
}

void ary_append(VM& vm, Array* a, std::span<const Value> values) {
  if (values.empty()) return;
  const size_t n = a->size();
  const bool own = points_into(a, values);
  const size_t offset = own ? static_cast<size_t>(values.data() - a->data()) : 0;
  if (n + values.size() > a->capacity()) grow(vm, a, n + values.size());
  copy_values(a->data() + n, own ? a->data() + offset : values.data(), values.size());
  a->set_size(n + values.size());
  vm.heap.write_barrier(a);
}

Value ary_pop(VM& vm, Array* a) {
  const size_t n = a->size();
  if (n == 0) return Qnil;
  const Value last = a->data()[n - 1];
  ary_truncate(vm, a, n - 1);
  return last;
}

void ary_truncate(VM& vm, Array* a, size_t n) {
  if (a->shared() && n < a->size()) {
    a->outside.len = n; // its capacity is its length: nothing behind it is written without a copy
    return;
  }
  a->set_size(n);
  if (!a->owns_buffer()) return;
  if (n == 0 && a->outside.owned.shifted) reclaim_front(a);
  const size_t capacity = a->outside.owned.capacity;
  if (capacity < 64 || n > capacity / 4) return;
  reclaim_front(a);
  const size_t smaller = capacity / 2;
  a->outside.ptr =
      static_cast<Value*>(vm.heap.realloc(a->outside.ptr, a->buffer_bytes(), bytes_for(smaller)));
  a->outside.owned.capacity = static_cast<uint32_t>(smaller);
}

Value ary_shift(VM&, Array* a) {
  const size_t n = a->size();
  if (n == 0) return Qnil;
  const Value first = a->data()[0];
  if (a->spilled()) {
    ++a->outside.ptr;
    --a->outside.len;
    if (!a->shared()) {
      --a->outside.owned.capacity;
      ++a->outside.owned.shifted;
      if (n == 1) reclaim_front(a);
    }
  } else {
    move_values(a->embedded, a->embedded + 1, n - 1);
    a->set_size(n - 1);
  }
  return first;
}

void ary_unshift(VM& vm, Array* a, Value v) {
  const size_t n = a->size();
  check_size(vm, n + 1);
  if (n >= kFrontRoomFrom && !(a->owns_buffer() && a->outside.owned.shifted))
    move_to_buffer(vm, a, std::max(n, std::min(a->capacity(), n + n / 4)), n / 2);
  if (a->owns_buffer() && a->outside.owned.shifted) {
    --a->outside.ptr;
    ++a->outside.len;
    ++a->outside.owned.capacity;
    --a->outside.owned.shifted;
  } else {
    if (n >= a->capacity()) grow(vm, a, n + 1);
    move_values(a->data() + 1, a->data(), n);
    a->set_size(n + 1);
  }
  a->data()[0] = v;
  vm.heap.write_barrier(a, v);
}

void ary_splice(VM& vm, Array* a, size_t start, size_t len, std::span<const Value> with) {
  const size_t n = a->size();
  if (points_into(a, with)) {
    Array* copy = ary_from(vm, with);
    ary_splice(vm, a, start, len, copy->values());
    return keep_alive(copy);
  }
  if (start >= n) {
    check_size(vm, start + with.size());
    ary_modify(vm, a, start + with.size());
    std::fill(a->data() + n, a->data() + start, Qnil);
    a->set_size(start);
    return ary_append(vm, a, with);
  }
  len = std::min(len, n - start);
  if (start == 0 && with.size() == 1 && len == 0) return ary_unshift(vm, a, with[0]);
  ary_modify(vm, a, n - len + with.size());
  move_values(a->data() + start + with.size(), a->data() + start + len, n - start - len);
  copy_values(a->data() + start, with.data(), with.size());
  a->set_size(n - len + with.size());
  vm.heap.write_barrier(a);
}

Value ary_delete_at(VM& vm, Array* a, int64_t i) {
  const auto n = static_cast<int64_t>(a->size());
  if (i < 0) i += n;
  if (i < 0 || i >= n) return Qnil;
  const Value removed = a->data()[i];
  if (i == 0) return ary_shift(vm, a);
  ary_modify(vm, a, 0);
  move_values(a->data() + i, a->data() + i + 1, static_cast<size_t>(n - i - 1));
  ary_truncate(vm, a, static_cast<size_t>(n - 1));
  return removed;
}

void ary_store(VM& vm, Array* a, int64_t i, Value v) {
  const auto n = static_cast<int64_t>(a->size());
  if (i < 0) {
    i += n;
    if (i < 0) raise(vm, vm.eIndexError, cat("index ", i - n, " too small for array; minimum: -", n));
  } else if (i >= static_cast<int64_t>(Array::kMaxSize)) {
    raise(vm, vm.eIndexError, cat("index ", i, " too big"));
  }
  if (i >= n || a->shared()) {
    ary_modify(vm, a, static_cast<size_t>(i) + 1);
    if (i >= n) {
      std::fill(a->data() + n, a->data() + i, Qnil);
      a->set_size(static_cast<size_t>(i) + 1);
    }
  }
  a->data()[i] = v;
  vm.heap.write_barrier(a, v);
}

void ary_replace(VM& vm, Array* a, std::span<const Value> values) {
  if (points_into(a, values)) {
    ary_modify(vm, a, 0);
    move_values(a->data(), values.data(), values.size());
    return ary_truncate(vm, a, values.size());
  }
  if (values.size() > a->capacity() || a->shared()) {
    drop_contents(vm, a);
    ary_modify(vm, a, values.size());
  }
  copy_values(a->data(), values.data(), values.size());
  a->set_size(values.size());
  vm.heap.write_barrier(a);
}

void ary_assign(VM& vm, Array* a, Array* from) {
  if (a == from) return;
  if (!worth_sharing(from->size())) {
    ary_replace(vm, a, from->values());
    return keep_alive(from);
  }
  Array* root = share_root(vm, from);
  drop_contents(vm, a);
  show_shared(vm, a, root, from->data(), from->size());
}

void ary_clear(VM& vm, Array* a) { drop_contents(vm, a); }

Array* ary_concat(VM& vm, const Array* a, const Array* b) {
  Array* sum = ary_new(vm, a->size() + b->size());
  copy_values(sum->data(), a->data(), a->size());
  copy_values(sum->data() + a->size(), b->data(), b->size());
  sum->set_size(a->size() + b->size());
  return sum;
}

} // namespace miniyarv
