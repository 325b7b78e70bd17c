// Array: equality, order, search, sums of arrays.

#include "gc/keep_alive.hpp"
#include "vm/convert.hpp"
#include "vm/core/array_methods.hpp"
#include "vm/core/hash_mix.hpp"
#include "vm/core/recursion.hpp"
#include "vm/core/string.hpp"

namespace miniyarv {

namespace {

using ElementsEqual = bool (*)(VM&, Value, Value);

bool elements_equal(VM& vm, Array* a, Array* b, Walk walk, ElementsEqual equal) {
  if (a->size() != b->size()) return false;
  RecursionGuard guard(vm, walk, a, b);
  if (guard.recursive()) return true;
  for (size_t i = 0; i < a->size(); ++i) {
    if (i >= b->size()) return false;
    if (!equal(vm, a->data()[i], b->data()[i])) return false;
  }
  return true;
}

bool equal(VM& vm, Array* self, Value other) {
  if (other == Value(self)) return true;
  if (is_array(other)) return elements_equal(vm, self, other.as<Array>(), Walk::Equal, values_equal);
  return other.is_object() && respond_to(vm, other, ids::to_ary) && values_equal(vm, other, self);
}

bool eql(VM& vm, Array* self, Value other) {
  if (other == Value(self)) return true;
  return is_array(other) && elements_equal(vm, self, other.as<Array>(), Walk::Eql, values_eql);
}

Value hash(VM& vm, Array* self) {
  HashMix mix(self->size());
  RecursionGuard guard(vm, Walk::Hash, self);
  if (guard.recursive()) return mix.value();
  for (size_t i = 0; i < self->size(); ++i) mix.add(value_hash(vm, self->data()[i]));
  return mix.value();
}

Value order(VM& vm, Array* self, Value other) {
  Array* b = try_to_ary(vm, other);
  if (!b) return Qnil;
  if (b == self) return Value::fixnum(0);
  RecursionGuard guard(vm, Walk::Compare, self, b);
  for (size_t i = 0; !guard.recursive() && i < self->size() && i < b->size(); ++i) {
    const Value x = self->data()[i], y = b->data()[i];
    if (x.is_fixnum() && y == x) continue;
    const Value result = vm.send(x, ids::op_cmp, y);
    if (result != Value::fixnum(0)) return result;
  }
  const size_t m = self->size(), n = b->size();
  return Value::fixnum(m < n ? -1 : m > n);
}

bool includes(VM& vm, Array* self, Value v) { return ary_includes(vm, self, v); }

Value index(VM& vm, Array* self, Value v) {
  for (size_t i = 0; i < self->size(); ++i)
    if (values_equal(vm, self->data()[i], v)) return Value::fixnum(static_cast<int64_t>(i));
  return Qnil;
}

Value rindex(VM& vm, Array* self, Value v) {
  for (size_t i = self->size(); i-- > 0;) {
    if (i >= self->size()) continue;
    if (values_equal(vm, self->data()[i], v)) return Value::fixnum(static_cast<int64_t>(i));
  }
  return Qnil;
}

int64_t count_equal(VM& vm, Array* self, Value v) {
  int64_t n = 0;
  for (size_t i = 0; i < self->size(); ++i) n += values_equal(vm, self->data()[i], v);
  return n;
}

Value plus(VM& vm, Array* self, Array* other) { return ary_concat(vm, self, other); }

Value times(VM& vm, Array* self, Value by) {
  if (String* separator = try_to_str(vm, by)) return ary_join(vm, self, separator);
  const size_t n = to_count(vm, by, "negative argument");
  if (n && self->size() > Array::kMaxSize / n) raise_argument_error(vm, "argument too big");
  Array* out = ary_new(vm, self->size() * n);
  for (size_t i = 0; i < n; ++i) ary_append(vm, out, self->values());
  keep_alive(self);
  return out;
}

constexpr NativeMethod kMethods[] = {
    {"==", native<equal>},          {"eql?", native<eql>}, {"hash", native<hash>}, {"<=>", native<order>},
    {"include?", native<includes>}, {"+", native<plus>},   {"*", native<times>},
};

constexpr NativeMethod kPrimitives[] = {
    {"ary_index", native<index>},
    {"ary_rindex", native<rindex>},
    {"ary_count_equal", native<count_equal>},
};

} // namespace

void init_array_compare(VM& vm) {
  define_natives(vm, vm.cArray, kMethods);
  define_primitives(vm, kPrimitives);
}

} // namespace miniyarv
