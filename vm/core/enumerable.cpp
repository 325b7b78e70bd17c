// What the loops in enumerable.rb are made of, besides those of Array and Hash.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/enumerator.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/range.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"

#include <cmath>

namespace miniyarv {

namespace {

// --- Sizes of what is yielded ---

/// self.size, or nil when it does not know.
Value enum_size(VM& vm, Value self) {
  const Value n = vm.call_if_responds(self, ids::size);
  return n.is_undef() ? Qnil : n;
}

/// Slices of `by` elements out of `size`.
Value slice_count(VM& vm, Value, Value size, Value by) {
  if (size.is_nil()) return Qnil;
  if (is_float(size) && std::isinf(float_value(size))) return size;
  return int_div(vm, int_add(vm, size, int_sub(vm, by, Value::fixnum(1))), by);
}

Value cons_count(VM& vm, Value, Value size, Value by) {
  if (size.is_nil()) return Qnil;
  if (is_float(size) && std::isinf(float_value(size))) return size;
  const Value n = int_add(vm, int_sub(vm, size, by), Value::fixnum(1));
  return int_compare(n, Value::fixnum(0)) < 0 ? Value::fixnum(0) : n;
}

int64_t size_argument(VM& vm, Value, Value count) {
  const int64_t n = to_int64(vm, count);
  if (n < 0) raise_argument_error(vm, cat("negative size (", n, ")"));
  return n;
}

// --- Lists ---

Value list_shift(VM& vm, Value, Array* list) { return ary_shift(vm, list); }
Value list_dup(VM& vm, Value, Array* list) { return ary_dup(vm, list); }

/// Appends the elements of an Array, or one value.
Value list_append(VM& vm, Value, const Value* argv, int) {
  Array* list = argv[0].as<Array>();
  Array* items = try_to_ary(vm, argv[1]);
  if (!items)
    ary_push(vm, list, argv[1]);
  else
    for (size_t i = 0; i < items->size(); ++i) ary_push(vm, list, items->data()[i]);
  return list;
}

/// Whether `each` is the core's own and yields one value at a time.
Value yields_singly(VM& vm, Value self, const Value*, int) {
  if (!self.is_object()) return Qfalse;
  switch (self.object()->type()) {
  case Type::Array:
  case Type::Hash:
  case Type::Range:
  case Type::Struct: return Value::boolean(has_builtin_method(vm, self, ids::each));
  default: return Qfalse;
  }
}

// --- Tables ---

/// Whether `key` was new.
Value table_add(VM& vm, Value, const Value* argv, int) {
  Hash* table = argv[0].as<Hash>();
  const uint32_t before = table->count;
  if (hash_get(vm, table, argv[1]).is_undef()) hash_set(vm, table, argv[1], Qtrue);
  return Value::boolean(table->count != before);
}

void tally_add(VM& vm, Value, Hash* counts, Value item) {
  Value n = hash_get(vm, counts, item);
  if (n.is_undef()) n = Value::fixnum(0);
  if (!is_integer(n))
    raise_type_error(vm,
                     cat("wrong argument type ", class_path(vm, real_class(vm, n)), " (expected Integer)"));
  hash_set(vm, counts, item, int_add(vm, n, Value::fixnum(1)));
}

void group_add(VM& vm, Value, Hash* groups, Value key, Value item) {
  const Value group = hash_get(vm, groups, key);
  if (group.is_undef())
    hash_set(vm, groups, key, ary_of(vm, item));
  else
    ary_push(vm, group.as<Array>(), item);
}

// --- zip ---

/// Converts the arguments of zip in place; true when all are Arrays. Raises for what has no each.
bool zip_arrays(VM& vm, Value, Array* others) {
  bool all = true;
  Array* converted = ary_new(vm, others->size());
  for (size_t i = 0; i < others->size(); ++i) {
    Array* a = try_to_ary(vm, others->data()[i]);
    all &= a != nullptr;
    ary_push(vm, converted, a ? Value(a) : others->data()[i]);
    if (!a && !respond_to(vm, others->data()[i], ids::each))
      raise_type_error(vm, cat("wrong argument type ", class_path(vm, real_class(vm, others->data()[i])),
                               " (must respond to :each)"));
  }
  if (all) ary_assign(vm, others, converted);
  return all;
}

Value zip_item(VM& vm, Value, Value item, Array* others, int64_t i) {
  Array* row = ary_of(vm, item);
  for (size_t k = 0; k < others->size(); ++k) ary_push(vm, row, ary_entry(others->data()[k].as<Array>(), i));
  return row;
}

/// One row from enumerators; one that has ended becomes nil and gives nil.
Value zip_next(VM& vm, Value, Value item, Array* others) {
  const ID next = vm.intern("next");
  Array* row = ary_of(vm, item);
  for (size_t k = 0; k < others->size(); ++k) {
    Value v = Qnil;
    if (!others->data()[k].is_nil()) {
      const Value ended = vm.rescue(vm.eStopIteration, [&] { v = vm.send(others->data()[k], next); });
      if (!ended.is_undef()) ary_store(vm, others, static_cast<int64_t>(k), Qnil);
    }
    ary_push(vm, row, v);
  }
  return row;
}

// --- chunk ---

bool is_symbol_named(VM& vm, Value v, std::string_view name) {
  return v.is_symbol() && vm.name(v.to_id()) == name;
}

bool chunk_alone(VM& vm, Value, Value key) { return is_symbol_named(vm, key, "_alone"); }

/// Whether elements with this key are left out.
bool chunk_drops(VM& vm, Value, Value key) {
  if (key.is_nil() || is_symbol_named(vm, key, "_separator")) return true;
  if (key.is_symbol() && vm.name(key.to_id()).starts_with('_'))
    raise(vm, vm.eRuntimeError, "symbols beginning with an underscore are reserved");
  return false;
}

// --- Values ---

Value equal(VM& vm, Value, const Value* argv, int) {
  return Value::boolean(values_equal(vm, argv[0], argv[1]));
}
Value is_nil(VM&, Value, const Value* argv, int) { return Value::boolean(argv[0].is_nil()); }
void check_frozen_object(VM& vm, Value, Value v) { check_frozen(vm, v); }
Value to_symbol(VM& vm, Value, Value v) { return Value::symbol(to_id(vm, v)); }

constexpr NativeMethod kPrimitives[] = {
    {"enum_size", native<enum_size>},
    {"slice_count", native<slice_count>},
    {"cons_count", native<cons_count>},
    {"size_argument", native<size_argument>},
    {"list_shift", native<list_shift>},
    {"list_dup", native<list_dup>},
    {"list_append", NativeBody{list_append, 2, 2}},
    {"yields_singly", NativeBody{yields_singly, 0, 0}},
    {"table_add", NativeBody{table_add, 2, 2}},
    {"tally_add", native<tally_add>},
    {"group_add", native<group_add>},
    {"zip_arrays", native<zip_arrays>},
    {"zip_item", native<zip_item>},
    {"zip_next", native<zip_next>},
    {"chunk_alone", native<chunk_alone>},
    {"chunk_drops", native<chunk_drops>},
    {"equal", NativeBody{equal, 2, 2}},
    {"nil?", NativeBody{is_nil, 1, 1}},
    {"check_frozen_object", native<check_frozen_object>},
    {"to_symbol", native<to_symbol>},
};

} // namespace

void init_enumerable(VM& vm) {
  for (Class* c : {vm.cArray, vm.cHash, vm.cRange, vm.cStruct, vm.cSet, vm.cEnumerator})
    include_module(vm, c, vm.mEnumerable);
  define_primitives(vm, kPrimitives);
}

} // namespace miniyarv
