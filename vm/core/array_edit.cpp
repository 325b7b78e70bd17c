// Array: changing elements.

#include "gc/keep_alive.hpp"
#include "vm/convert.hpp"
#include "vm/core/array_methods.hpp"
#include "vm/core/range.hpp"
#include "vm/core/recursion.hpp"

#include <algorithm>

namespace miniyarv {

namespace {

using Self = Mut<Array>;

// --- Storing ---

struct Segment {
  size_t start;
  size_t len;
};

Segment segment_for_store(VM& vm, const Array* a, int64_t start, int64_t len) {
  const auto n = static_cast<int64_t>(a->size());
  if (len < 0) raise(vm, vm.eIndexError, cat("negative length (", len, ")"));
  if (start < 0 && start + n < 0)
    raise(vm, vm.eIndexError, cat("index ", start, " too small for array; minimum: -", n));
  if (start < 0) start += n;
  if (static_cast<uint64_t>(start) > Array::kMaxSize)
    raise(vm, vm.eIndexError, cat("index ", start, " too big"));
  return {static_cast<size_t>(start), static_cast<size_t>(len)};
}

void store_segment(VM& vm, Array* a, Segment s, Value v) {
  Array* with = try_to_ary(vm, v);
  if (!with) return ary_splice(vm, a, s.start, s.len, {&v, 1});
  ary_splice(vm, a, s.start, s.len, with->values());
  keep_alive(with);
}

Value aset(VM& vm, Self self, Value index, Value second, std::optional<Value> third) {
  if (third) {
    const int64_t start = to_int64(vm, index);
    store_segment(vm, self, segment_for_store(vm, self, start, to_int64(vm, second)), *third);
    return *third;
  }
  if (is_range(index)) {
    int64_t start, count;
    range_bounds_open(vm, index, static_cast<int64_t>(self->size()), start, count);
    store_segment(vm, self, segment_for_store(vm, self, start, count), second);
  } else {
    ary_store(vm, self, to_int64(vm, index), second);
  }
  return second;
}

Value push(VM& vm, Self self, Rest values) {
  ary_append(vm, self, values.span());
  return self.object;
}

Value push_one(VM& vm, Self self, Value v) {
  ary_push(vm, self, v);
  return self.object;
}

Value unshift(VM& vm, Self self, Rest values) {
  ary_splice(vm, self, 0, 0, values.span());
  return self.object;
}

Value insert(VM& vm, Self self, int64_t position, Rest values) {
  if (values.argc == 0) return self.object;
  const auto n = static_cast<int64_t>(self->size());
  if (position < -n - 1)
    raise(vm, vm.eIndexError, cat("index ", position, " too small for array; minimum: -", n + 1));
  if (position < 0) position += n + 1;
  ary_splice(vm, self, segment_for_store(vm, self, position, 0).start, 0, values.span());
  return self.object;
}

Value concat(VM& vm, Self self, Rest arrays) {
  Array* all = ary_new(vm);
  for (Value v : arrays.span()) {
    Array* a = to_ary(vm, v);
    ary_append(vm, all, a->values());
    keep_alive(a);
  }
  ary_append(vm, self, all->values());
  keep_alive(all);
  return self.object;
}

Value replace(VM& vm, Self self, Array* from) {
  ary_assign(vm, self, from);
  return self.object;
}

// --- Removing ---

Value pop(VM& vm, Self self, std::optional<Value> count) {
  if (!count) return ary_pop(vm, self);
  const size_t n = self->size();
  const size_t k = std::min(to_count(vm, *count, "negative array size"), n);
  Value removed = ary_subseq(vm, self, n - k, k);
  ary_truncate(vm, self, n - k);
  return removed;
}

Value shift(VM& vm, Self self, std::optional<Value> count) {
  if (!count) return ary_shift(vm, self);
  const size_t k = std::min(to_count(vm, *count, "negative array size"), self->size());
  Value removed = ary_subseq(vm, self, 0, k);
  ary_splice(vm, self, 0, k, {});
  return removed;
}

Value clear(VM& vm, Self self) {
  ary_clear(vm, self);
  return self.object;
}

Value delete_at(VM& vm, Self self, int64_t i) { return ary_delete_at(vm, self, i); }

/// Keeps the elements for which `keep(value)`; the array may change while it is asked.
template <class Keep> void retain(VM& vm, Array* a, Keep&& keep) {
  size_t kept = 0;
  for (size_t i = 0; i < a->size(); ++i) {
    const Value v = a->data()[i];
    if (!keep(v)) continue;
    if (kept != i) {
      ary_modify(vm, a, 0);
      a->data()[kept] = v;
    }
    ++kept;
  }
  if (kept < a->size()) ary_truncate(vm, a, kept);
}

Value delete_equal(VM& vm, Array* self, Value v) {
  Value found = Qundef;
  for (size_t i = 0; i < self->size() && found.is_undef(); ++i)
    if (values_equal(vm, self->data()[i], v)) found = self->data()[i];
  if (found.is_undef()) return vm.block_given() ? vm.yield(v) : Qnil;
  check_frozen(vm, self);
  retain(vm, self, [&](Value e) {
    const bool equal = values_equal(vm, e, v);
    if (equal) found = e;
    return !equal;
  });
  return found;
}

Value slice_bang(VM& vm, Self self, Value index, std::optional<Value> len) {
  const auto n = static_cast<int64_t>(self->size());
  int64_t start, count;
  if (len) {
    start = to_int64(vm, index);
    count = to_int64(vm, *len);
    if (start < 0) start += n;
    if (start < 0 || start > n || count < 0) return Qnil;
    count = std::min(count, n - start);
  } else if (is_range(index)) {
    if (!range_bounds(vm, index, n, start, count)) return Qnil;
  } else {
    return ary_delete_at(vm, self, to_int64(vm, index));
  }
  Value removed = ary_subseq(vm, self, static_cast<size_t>(start), static_cast<size_t>(count));
  ary_splice(vm, self, static_cast<size_t>(start), static_cast<size_t>(count), {});
  return removed;
}

bool remove_nils(VM& vm, Array* a) {
  const size_t n = a->size();
  retain(vm, a, [](Value v) { return !v.is_nil(); });
  return a->size() != n;
}
Value compact(VM& vm, Array* self) {
  Array* out = ary_new(vm, 0);
  for (Value v : self->values())
    if (!v.is_nil()) ary_push(vm, out, v);
  keep_alive(self);
  return out;
}
Value compact_bang(VM& vm, Self self) { return remove_nils(vm, self) ? Value(self.object) : Qnil; }

// --- Reordering ---

Value reverse_bang(VM& vm, Self self) {
  ary_modify(vm, self, 0);
  std::reverse(self->data(), self->data() + self->size());
  return self.object;
}

Value rotate_bang(VM& vm, Self self, std::optional<int64_t> by) {
  const auto n = static_cast<int64_t>(self->size());
  if (n < 2) return self.object;
  ary_modify(vm, self, 0);
  const int64_t shift = ((by.value_or(1) % n) + n) % n;
  std::rotate(self->data(), self->data() + shift, self->data() + n);
  return self.object;
}

// --- Flattening ---

class Flattener {
public:
  Flattener(VM& vm, int64_t depth) : vm_(vm), depth_(depth), out_(ary_new(vm)) {}

  /// Whether anything was nested.
  bool add_all(Array* a, int64_t level) {
    RecursionGuard guard(vm_, Walk::Flatten, a);
    if (guard.recursive()) raise_argument_error(vm_, "tried to flatten recursive array");
    bool nested = false;
    for (size_t i = 0; i < a->size(); ++i) {
      const Value v = a->data()[i];
      Array* inner = depth_ < 0 || level < depth_ ? inner_array(v) : nullptr;
      if (inner)
        add_all(inner, level + 1);
      else
        ary_push(vm_, out_, v);
      nested |= inner != nullptr;
    }
    return nested;
  }
  Array* result() const { return out_; }

private:
  Array* inner_array(Value v) {
    if (!v.is_object() || is_type(v, Type::String) || is_type(v, Type::Hash)) return nullptr;
    return try_to_ary(vm_, v);
  }

  VM& vm_;
  int64_t depth_; ///< negative: all the way
  Array* out_;
};

int64_t flatten_depth(VM& vm, std::optional<Value> depth) {
  return !depth || depth->is_nil() ? -1 : to_int64(vm, *depth);
}

Value flatten(VM& vm, Array* self, std::optional<Value> depth) {
  Flattener flattener(vm, flatten_depth(vm, depth));
  flattener.add_all(self, 0);
  return flattener.result();
}

Value flatten_bang(VM& vm, Self self, std::optional<Value> depth) {
  Flattener flattener(vm, flatten_depth(vm, depth));
  const bool changed = flattener.add_all(self, 0);
  if (!changed) return Qnil;
  ary_assign(vm, self, flattener.result());
  return self.object;
}

// --- Filling ---

/// The elements `fill(..., start, len)` is about; a Range may stand for both.
Segment fill_segment(VM& vm, Array* a, Value start, Value len) {
  const auto n = static_cast<int64_t>(a->size());
  if (is_range(start) && len.is_nil()) {
    int64_t from, count;
    range_bounds_open(vm, start, n, from, count);
    return {static_cast<size_t>(from), static_cast<size_t>(count)};
  }
  int64_t from = start.is_nil() ? 0 : to_int64(vm, start);
  if (from < 0) from = std::max(from + n, int64_t{0});
  const int64_t count = len.is_nil() ? n - from : to_int64(vm, len);
  if (count > 0 && static_cast<uint64_t>(from + count) > Array::kMaxSize)
    raise_argument_error(vm, "argument too big");
  return {static_cast<size_t>(from), static_cast<size_t>(std::max(count, int64_t{0}))};
}

void extend(VM& vm, Array* a, size_t n) {
  const size_t old = a->size();
  ary_modify(vm, a, n);
  if (n <= old) return;
  std::fill(a->data() + old, a->data() + n, Qnil);
  a->set_size(n);
}

Value fill_with(VM& vm, Self self, Value v, Value start, Value len) {
  const Segment s = fill_segment(vm, self, start, len);
  if (s.len == 0) return self.object;
  extend(vm, self, s.start + s.len);
  std::fill_n(self->data() + s.start, s.len, v);
  vm.heap.write_barrier(self, v);
  return self.object;
}

/// [first, end) of what a block is to fill.
Value fill_bounds(VM& vm, Self self, Value start, Value len) {
  const Segment s = fill_segment(vm, self, start, len);
  return ary_of(vm, Value::fixnum(static_cast<int64_t>(s.start)),
                Value::fixnum(static_cast<int64_t>(s.start + s.len)));
}

// --- Building ---

size_t checked_size(VM& vm, Value v) {
  const size_t n = to_count(vm, v, "negative array size");
  if (n > Array::kMaxSize) raise_argument_error(vm, "array size too big");
  return n;
}

/// Array.new(size, value) and Array.new(array).
Value initialize_filled(VM& vm, Self self, Value size, Value value, bool value_given) {
  if (!size.is_fixnum() && !value_given)
    if (Array* from = try_to_ary(vm, size)) return replace(vm, self, from);
  const size_t n = checked_size(vm, size);
  ary_clear(vm, self);
  ary_modify(vm, self, n);
  std::fill_n(self->data(), n, value);
  self->set_size(n);
  vm.heap.write_barrier(self, value);
  return self.object;
}

/// Empties the array and makes room; the size Array.new(size) { } was given.
int64_t initialize_room(VM& vm, Self self, Value size) {
  const size_t n = checked_size(vm, size);
  ary_clear(vm, self);
  ary_modify(vm, self, n);
  return static_cast<int64_t>(n);
}

Value s_create(VM& vm, Class* klass, Rest values) {
  Array* a = ary_new_class(vm, klass, static_cast<size_t>(values.argc));
  ary_append(vm, a, values.span());
  return a;
}

Value s_try_convert(VM& vm, Value, Value v) { return try_to_ary(vm, v); }

Value allocate_array(VM& vm, Class* klass) { return ary_new_class(vm, klass, 0); }

constexpr NativeMethod kMethods[] = {
    {"[]=", native<aset>},
    {"push", native<push>},
    {"append", native<push>},
    {"<<", native<push_one>},
    {"unshift", native<unshift>},
    {"prepend", native<unshift>},
    {"insert", native<insert>},
    {"concat", native<concat>},
    {"replace", native<replace>},
    {"initialize_copy", native<replace>, Visibility::Private},
    {"pop", native<pop>},
    {"shift", native<shift>},
    {"clear", native<clear>},
    {"delete_at", native<delete_at>},
    {"delete", native<delete_equal>},
    {"slice!", native<slice_bang>},
    {"compact", native<compact>},
    {"compact!", native<compact_bang>},
    {"reverse!", native<reverse_bang>},
    {"rotate!", native<rotate_bang>},
    {"flatten", native<flatten>},
    {"flatten!", native<flatten_bang>},
};

constexpr NativeMethod kSingletonMethods[] = {
    {"[]", native<s_create>},
    {"try_convert", native<s_try_convert>},
};

constexpr NativeMethod kPrimitives[] = {
    {"ary_fill_with", native<fill_with>},
    {"ary_fill_bounds", native<fill_bounds>},
    {"ary_initialize", native<initialize_filled>},
    {"ary_initialize_room", native<initialize_room>},
};

} // namespace

void init_array_edit(VM& vm) {
  class_set_allocator(vm.cArray, allocate_array, Type::Array);
  define_natives(vm, vm.cArray, kMethods);
  define_singleton_natives(vm, vm.cArray, kSingletonMethods);
  define_primitives(vm, kPrimitives);
}

} // namespace miniyarv
