// Array as a set: operations by hash and eql?.

#include "gc/keep_alive.hpp"
#include "vm/convert.hpp"
#include "vm/core/array_methods.hpp"
#include "vm/core/hash.hpp"

namespace miniyarv {

namespace {

/// Up to this many elements a search through them beats building a table.
constexpr size_t kSmall = 16;

/// Membership in an array, by a linear search or a table.
class Members {
public:
  Members(VM& vm, Array* a) : vm_(vm), list_(a) {
    if (a->size() <= kSmall) return;
    table_ = hash_new(vm, a->size());
    for (size_t i = 0; i < a->size(); ++i) hash_set(vm, table_, a->data()[i], Qtrue);
  }
  bool contain(Value v) {
    if (table_) return !hash_get(vm_, table_, v).is_undef();
    for (size_t i = 0; i < list_->size(); ++i)
      if (values_eql(vm_, list_->data()[i], v)) return true;
    return false;
  }

private:
  VM& vm_;
  Array* list_;
  Hash* table_ = nullptr;
};

/// Elements in order of their first appearance.
class Distinct {
public:
  explicit Distinct(VM& vm) : vm_(vm), out_(ary_new(vm)) {}

  /// Whether `v` was new.
  bool add(Value v) { return add_by(v, v); }
  bool add_by(Value key, Value v) {
    if (!seen_) seen_ = hash_new(vm_);
    const uint32_t before = seen_->count;
    if (hash_get(vm_, seen_, key).is_undef()) hash_set(vm_, seen_, key, Qtrue);
    if (seen_->count == before) return false;
    ary_push(vm_, out_, v);
    return true;
  }
  void add_all(Array* a) {
    for (size_t i = 0; i < a->size(); ++i) add(a->data()[i]);
  }
  Array* result() const { return out_; }

private:
  VM& vm_;
  Array* out_;
  Hash* seen_ = nullptr;
};

Array* subtract(VM& vm, Array* a, Array* b) {
  Members members(vm, b);
  Array* out = ary_new(vm);
  for (size_t i = 0; i < a->size(); ++i)
    if (!members.contain(a->data()[i])) ary_push(vm, out, a->data()[i]);
  return out;
}

Array* intersect(VM& vm, Array* a, Array* b) {
  Members members(vm, b);
  Distinct out(vm);
  for (size_t i = 0; i < a->size(); ++i)
    if (members.contain(a->data()[i])) out.add(a->data()[i]);
  return out.result();
}

Value minus(VM& vm, Array* self, Array* other) { return subtract(vm, self, other); }
Value bit_and(VM& vm, Array* self, Array* other) { return intersect(vm, self, other); }
Value bit_or(VM& vm, Array* self, Array* other) {
  Distinct all(vm);
  all.add_all(self);
  all.add_all(other);
  return all.result();
}

Value set_union(VM& vm, Array* self, Rest others) {
  Array* all = ary_dup(vm, self);
  for (Value v : others.span()) all = ary_concat(vm, all, to_ary(vm, v));
  Distinct distinct(vm);
  distinct.add_all(all);
  return distinct.result();
}

template <Array* combine(VM&, Array*, Array*)> Value fold(VM& vm, Array* self, Rest others) {
  Array* out = ary_dup(vm, self);
  for (Value v : others.span()) out = combine(vm, out, to_ary(vm, v));
  return out;
}

bool intersects(VM& vm, Array* self, Array* other) {
  Array* longer = self->size() > other->size() ? self : other;
  Array* shorter = longer == self ? other : self;
  Members members(vm, shorter);
  for (size_t i = 0; i < longer->size(); ++i)
    if (members.contain(longer->data()[i])) return true;
  return false;
}

/// Elements whose key, at the same place in `keys` (nil: the element itself), is new.
Value uniq(VM& vm, Array* self, Value keys) {
  Distinct distinct(vm);
  for (size_t i = 0; i < self->size(); ++i) {
    const Value v = self->data()[i];
    distinct.add_by(keys.is_nil() ? v : ary_entry(keys.as<Array>(), static_cast<int64_t>(i)), v);
  }
  return distinct.result();
}

Value uniq_bang(VM& vm, Mut<Array> self, Value keys) {
  Value distinct = uniq(vm, self, keys);
  if (distinct.as<Array>()->size() == self->size()) return Qnil;
  ary_assign(vm, self, distinct.as<Array>());
  return self.object;
}

constexpr NativeMethod kMethods[] = {
    {"-", native<minus>},
    {"&", native<bit_and>},
    {"|", native<bit_or>},
    {"union", native<set_union>},
    {"difference", native<fold<subtract>>},
    {"intersection", native<fold<intersect>>},
    {"intersect?", native<intersects>},
};

constexpr NativeMethod kPrimitives[] = {
    {"ary_uniq", native<uniq>},
    {"ary_uniq_bang", native<uniq_bang>},
};

} // namespace

void init_array_set(VM& vm) {
  define_natives(vm, vm.cArray, kMethods);
  define_primitives(vm, kPrimitives);
}

} // namespace miniyarv
