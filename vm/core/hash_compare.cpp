// Hash: equality and inclusion.

#include "vm/convert.hpp"
#include "vm/core/hash_methods.hpp"
#include "vm/core/hash_mix.hpp"
#include "vm/core/recursion.hpp"

namespace miniyarv {

namespace {

using ValuesEqual = bool (*)(VM&, Value, Value);

/// Whether each pair of `a` is also in `b`.
bool includes_pairs(VM& vm, Hash* a, Hash* b, ValuesEqual equal) {
  for (uint32_t i = hash_next_live(a, 0); i < a->used; i = hash_next_live(a, i + 1)) {
    const HashEntry e = a->entries[i];
    const Value other = hash_get(vm, b, e.key);
    if (other.is_undef() || !equal(vm, e.value, other)) return false;
  }
  return true;
}

bool same_pairs(VM& vm, Hash* self, Value other, Walk walk, ValuesEqual equal) {
  if (other == Value(self)) return true;
  if (!is_hash(other)) {
    if (!other.is_object() || !respond_to(vm, other, ids::to_hash)) return false;
    return walk == Walk::Equal ? values_equal(vm, other, self) : values_eql(vm, other, self);
  }
  Hash* b = other.as<Hash>();
  if (self->count != b->count) return false;
  if (self->count == 0) return true;
  if (self->by_identity() != b->by_identity()) return false;
  RecursionGuard guard(vm, walk, self, other);
  return guard.recursive() || includes_pairs(vm, self, b, equal);
}

bool equal(VM& vm, Hash* self, Value other) { return same_pairs(vm, self, other, Walk::Equal, values_equal); }
bool eql(VM& vm, Hash* self, Value other) { return same_pairs(vm, self, other, Walk::Eql, values_eql); }

Value hash(VM& vm, Hash* self) {
  HashMix mix(self->count);
  RecursionGuard guard(vm, Walk::Hash, self);
  if (guard.recursive()) return mix.value();
  for (uint32_t i = hash_next_live(self, 0); i < self->used; i = hash_next_live(self, i + 1)) {
    const HashEntry e = self->entries[i];
    HashMix pair(value_hash(vm, e.key));
    pair.add(value_hash(vm, e.value));
    mix.add_unordered(pair.value().bits);
  }
  return mix.value();
}

bool is_subset(VM& vm, Hash* a, Hash* b, bool proper) {
  if (a->count > b->count || (proper && a->count == b->count)) return false;
  return includes_pairs(vm, a, b, values_equal);
}
bool le(VM& vm, Hash* self, Hash* other) { return is_subset(vm, self, other, false); }
bool lt(VM& vm, Hash* self, Hash* other) { return is_subset(vm, self, other, true); }
bool ge(VM& vm, Hash* self, Hash* other) { return is_subset(vm, other, self, false); }
bool gt(VM& vm, Hash* self, Hash* other) { return is_subset(vm, other, self, true); }

constexpr NativeMethod kMethods[] = {
    {"==", native<equal>}, {"eql?", native<eql>}, {"hash", native<hash>}, {"<=", native<le>},
    {"<", native<lt>},     {">=", native<ge>},    {">", native<gt>},
};

} // namespace

void init_hash_compare(VM& vm) { define_natives(vm, vm.cHash, kMethods); }

} // namespace miniyarv
