// Set: a table whose keys are the elements. What yields is in set.rb.

#include "vm/core/set.hpp"

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/hash_mix.hpp"
#include "vm/core/recursion.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"

namespace miniyarv {

namespace {

constexpr DataType kSetType{
    "set",
    [](void* payload, Marker& marker) { marker.mark(*static_cast<Hash**>(payload)); },
    nullptr,
    nullptr,
};

Hash*& table_of(DataObject* set) { return set->get<Hash*>(); }

Value allocate(VM& vm, Class* klass) {
  Hash* table = hash_new(vm);
  return vm.heap.make_data(klass, kSetType, table);
}

DataObject* new_like(VM& vm, DataObject* set) {
  Value fresh = allocate(vm, real_class(vm, set));
  Hash* table = table_of(fresh.as<DataObject>());
  table->set_user_flag<Hash::kIdentityBit>(table_of(set)->by_identity());
  return fresh.as<DataObject>();
}

DataObject* copy_of(VM& vm, DataObject* set) {
  auto* copy = new_like(vm, set);
  hash_assign(vm, table_of(copy), table_of(set));
  return copy;
}

Hash* other_table(VM& vm, Value other) {
  Hash* table = set_table(other);
  if (!table) raise_argument_error(vm, "value must be a set");
  return table;
}

/// Whether it was new.
bool add_to(VM& vm, Hash* table, Value v) {
  if (!hash_get(vm, table, v).is_undef()) return false;
  if (table->iterating) raise(vm, vm.eRuntimeError, "can't add a new item into set during iteration");
  hash_set(vm, table, v, Qtrue);
  return true;
}

/// fn(element) for what is in any enumerable.
template <class F> void each_element(VM& vm, Value source, F&& fn) {
  if (Hash* table = set_table(source)) {
    hash_each(table, [&](Value v, Value) {
      fn(v);
      return true;
    });
    return;
  }
  Array* list = is_array(source) ? source.as<Array>() : nullptr;
  if (!list) {
    if (!kind_of(vm, source, vm.mEnumerable) && !respond_to(vm, source, ids::each))
      raise_argument_error(vm, "value must be enumerable");
    list = to_ary(vm, vm.send(source, ids::to_a));
  }
  for (size_t i = 0; i < list->size(); ++i) fn(list->data()[i]);
}

// --- Elements ---

using Self = Mut<DataObject>;

Value add(VM& vm, Self self, Value v) {
  add_to(vm, table_of(self), v);
  return self.object;
}
Value add_p(VM& vm, Self self, Value v) { return add_to(vm, table_of(self), v) ? Value(self.object) : Qnil; }

Value remove(VM& vm, Self self, Value v) {
  hash_delete(vm, table_of(self), v);
  return self.object;
}
Value remove_p(VM& vm, Self self, Value v) {
  return hash_delete(vm, table_of(self), v).is_undef() ? Qnil : Value(self.object);
}

bool includes(VM& vm, DataObject* self, Value v) { return !hash_get(vm, table_of(self), v).is_undef(); }
int64_t size(VM&, DataObject* self) { return table_of(self)->count; }
bool is_empty(VM&, DataObject* self) { return table_of(self)->count == 0; }

Value to_a(VM& vm, DataObject* self) {
  Array* out = ary_new(vm, table_of(self)->count);
  each_element(vm, self, [&](Value v) { ary_push(vm, out, v); });
  return out;
}

Value clear(VM& vm, Self self) {
  hash_clear(vm, table_of(self));
  return self.object;
}

Value merge(VM& vm, Self self, Rest sources) {
  for (Value source : sources.span())
    each_element(vm, source, [&](Value v) { add_to(vm, table_of(self), v); });
  return self.object;
}

Value subtract(VM& vm, Self self, Value source) {
  each_element(vm, source, [&](Value v) { hash_delete(vm, table_of(self), v); });
  return self.object;
}

Value replace(VM& vm, Self self, Value source) {
  if (table_of(self)->iterating) raise(vm, vm.eRuntimeError, "cannot replace set during iteration");
  Hash* fresh = hash_new(vm);
  fresh->set_user_flag<Hash::kIdentityBit>(table_of(self)->by_identity());
  each_element(vm, source, [&](Value v) { add_to(vm, fresh, v); });
  hash_assign(vm, table_of(self), fresh);
  return self.object;
}

Value initialize_copy(VM& vm, Self self, Value other) {
  hash_assign(vm, table_of(self), other_table(vm, other));
  return self.object;
}

Value reset(VM& vm, Self self) {
  if (table_of(self)->iterating) raise(vm, vm.eRuntimeError, "reset during iteration");
  hash_rehash(vm, table_of(self));
  return self.object;
}

Value compare_by_identity(VM& vm, DataObject* self) {
  Hash* table = table_of(self);
  if (table->by_identity()) return self;
  check_frozen(vm, self);
  if (table->iterating) raise(vm, vm.eRuntimeError, "compare_by_identity during iteration");
  table->set_user_flag<Hash::kIdentityBit>(true);
  hash_rehash(vm, table);
  return self;
}
bool compares_by_identity(VM&, DataObject* self) { return table_of(self)->by_identity(); }

// --- Algebra ---

Value set_union(VM& vm, DataObject* self, Value other) {
  auto* out = copy_of(vm, self);
  each_element(vm, other, [&](Value v) { add_to(vm, table_of(out), v); });
  return out;
}

Value intersection(VM& vm, DataObject* self, Value other) {
  auto* out = new_like(vm, self);
  each_element(vm, other, [&](Value v) {
    if (includes(vm, self, v)) add_to(vm, table_of(out), v);
  });
  return out;
}

Value difference(VM& vm, DataObject* self, Value other) {
  auto* out = copy_of(vm, self);
  each_element(vm, other, [&](Value v) { hash_delete(vm, table_of(out), v); });
  return out;
}

Value exclusive(VM& vm, DataObject* self, Value other) {
  auto* out = new_like(vm, self);
  each_element(vm, other, [&](Value v) { add_to(vm, table_of(out), v); });
  each_element(vm, self, [&](Value v) {
    if (!add_to(vm, table_of(out), v)) hash_delete(vm, table_of(out), v);
  });
  return out;
}

bool has_all(VM& vm, Hash* a, Hash* of) {
  bool all = true;
  hash_each(of, [&](Value v, Value) { return all = !hash_get(vm, a, v).is_undef(); });
  return all;
}

bool is_subset(VM& vm, Hash* a, Hash* b) { return a->count <= b->count && has_all(vm, b, a); }
bool is_proper_subset(VM& vm, Hash* a, Hash* b) { return a->count < b->count && has_all(vm, b, a); }

bool subset(VM& vm, DataObject* self, Value other) {
  return is_subset(vm, table_of(self), other_table(vm, other));
}
bool proper_subset(VM& vm, DataObject* self, Value other) {
  return is_proper_subset(vm, table_of(self), other_table(vm, other));
}
bool superset(VM& vm, DataObject* self, Value other) {
  return is_subset(vm, other_table(vm, other), table_of(self));
}
bool proper_superset(VM& vm, DataObject* self, Value other) {
  return is_proper_subset(vm, other_table(vm, other), table_of(self));
}

Value order(VM& vm, DataObject* self, Value other) {
  Hash *a = table_of(self), *b = set_table(other);
  if (!b) return Qnil;
  if (a->count == b->count) return has_all(vm, a, b) ? Value::fixnum(0) : Qnil;
  if (a->count < b->count) return has_all(vm, b, a) ? Value::fixnum(-1) : Qnil;
  return has_all(vm, a, b) ? Value::fixnum(1) : Qnil;
}

bool intersects(VM& vm, DataObject* self, Value other) {
  bool found = false;
  each_element(vm, other, [&](Value v) { found = found || includes(vm, self, v); });
  return found;
}
bool is_disjoint(VM& vm, DataObject* self, Value other) { return !intersects(vm, self, other); }

bool equal(VM& vm, DataObject* self, Value other) {
  if (Value(self) == other) return true;
  Hash* b = set_table(other);
  if (!b || b->count != table_of(self)->count) return false;
  RecursionGuard guard(vm, Walk::Equal, self, other);
  return guard.recursive() || has_all(vm, table_of(self), b);
}

Value hash(VM& vm, DataObject* self) {
  HashMix mix(table_of(self)->count);
  RecursionGuard guard(vm, Walk::Hash, self);
  if (!guard.recursive()) each_element(vm, self, [&](Value v) { mix.add_unordered(value_hash(vm, v)); });
  return mix.value();
}

// --- Nested sets and text ---

/// Whether there was a set in it.
bool flatten_into(VM& vm, Hash* out, DataObject* set) {
  RecursionGuard guard(vm, Walk::Flatten, set);
  if (guard.recursive()) raise_argument_error(vm, "tried to flatten recursive Set");
  bool nested = false;
  each_element(vm, set, [&](Value v) {
    if (!set_table(v)) {
      add_to(vm, out, v);
      return;
    }
    nested = true;
    flatten_into(vm, out, v.as<DataObject>());
  });
  return nested;
}

Value flatten(VM& vm, DataObject* self) {
  auto* out = new_like(vm, self);
  flatten_into(vm, table_of(out), self);
  return out;
}

Value flatten_bang(VM& vm, Self self) {
  Hash* flat = hash_new(vm);
  if (!flatten_into(vm, flat, self)) return Qnil;
  hash_assign(vm, table_of(self), flat);
  return self.object;
}

/// "Set[1, 2]"; "#<MySet: {1, 2}>" for subclasses.
Value inspect_set(VM& vm, DataObject* self) {
  const bool plain = real_class(vm, self) == vm.cSet;
  const std::string name = class_path(vm, real_class(vm, self));
  std::string out = plain ? "Set[" : cat("#<", name, ": {");
  const size_t start = out.size();
  RecursionGuard guard(vm, Walk::Inspect, self);
  if (guard.recursive())
    out += "...";
  else
    each_element(vm, self, [&](Value v) {
      if (out.size() > start) out += ", ";
      out += inspect_str(vm, v);
    });
  return str_new(vm, out + (plain ? "]" : "}>"));
}

Value join(VM& vm, DataObject* self, std::optional<Value> separator) {
  return ary_join(vm, to_a(vm, self).as<Array>(), separator.value_or(Qnil));
}

Value s_create(VM& vm, Class* klass, Rest values) {
  Value set = allocate(vm, klass);
  for (Value v : values.span()) add_to(vm, table_of(set.as<DataObject>()), v);
  return set;
}

Value table(VM&, DataObject* self) { return table_of(self); }

constexpr NativeMethod kMethods[] = {
    {"initialize_copy", native<initialize_copy>, Visibility::Private},
    {"add", native<add>},
    {"<<", native<add>},
    {"add?", native<add_p>},
    {"delete", native<remove>},
    {"delete?", native<remove_p>},
    {"include?", native<includes>},
    {"member?", native<includes>},
    {"===", native<includes>},
    {"size", native<size>},
    {"length", native<size>},
    {"empty?", native<is_empty>},
    {"to_a", native<to_a>},
    {"clear", native<clear>},
    {"merge", native<merge>},
    {"subtract", native<subtract>},
    {"replace", native<replace>},
    {"reset", native<reset>},
    {"compare_by_identity", native<compare_by_identity>},
    {"compare_by_identity?", native<compares_by_identity>},
    {"|", native<set_union>},
    {"+", native<set_union>},
    {"union", native<set_union>},
    {"&", native<intersection>},
    {"intersection", native<intersection>},
    {"-", native<difference>},
    {"difference", native<difference>},
    {"^", native<exclusive>},
    {"subset?", native<subset>},
    {"<=", native<subset>},
    {"proper_subset?", native<proper_subset>},
    {"<", native<proper_subset>},
    {"superset?", native<superset>},
    {">=", native<superset>},
    {"proper_superset?", native<proper_superset>},
    {">", native<proper_superset>},
    {"<=>", native<order>},
    {"intersect?", native<intersects>},
    {"disjoint?", native<is_disjoint>},
    {"==", native<equal>},
    {"eql?", native<equal>},
    {"hash", native<hash>},
    {"flatten", native<flatten>},
    {"flatten!", native<flatten_bang>},
    {"inspect", native<inspect_set>},
    {"to_s", native<inspect_set>},
    {"join", native<join>},
};

constexpr NativeMethod kSingletonMethods[] = {{"[]", native<s_create>}};
constexpr NativeMethod kPrimitives[] = {{"set_table", native<table>}};

} // namespace

Hash* set_table(Value v) {
  if (!is_type(v, Type::Data)) return nullptr;
  auto* data = v.as<DataObject>();
  return data->data_type == &kSetType ? table_of(data) : nullptr;
}

void init_set(VM& vm) {
  class_set_allocator(vm.cSet, allocate, Type::Data);
  define_natives(vm, vm.cSet, kMethods);
  define_singleton_natives(vm, vm.cSet, kSingletonMethods);
  define_primitives(vm, kPrimitives);
}

} // namespace miniyarv
