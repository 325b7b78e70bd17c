// What the loops in array.rb are made of.

#include "vm/convert.hpp"
#include "vm/core/array_methods.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/sort.hpp"

#include <algorithm>
#include <cmath>

namespace miniyarv {

namespace {

// These run once or twice an element: no conversions, indices are integers the loops computed themselves.

Value size(VM&, Value self, const Value*, int) {
  return Value::fixnum(static_cast<int64_t>(self.as<Array>()->size()));
}

Value at(VM&, Value self, const Value* argv, int) { return ary_entry(self.as<Array>(), argv[0].to_fixnum()); }

Value list_size(VM&, Value, const Value* argv, int) {
  return Value::fixnum(static_cast<int64_t>(argv[0].as<Array>()->size()));
}

Value list_at(VM&, Value, const Value* argv, int) {
  return ary_entry(argv[0].as<Array>(), argv[1].to_fixnum());
}

Value list_push(VM& vm, Value, const Value* argv, int) {
  ary_push(vm, argv[0].as<Array>(), argv[1]);
  return argv[0];
}

Value store(VM& vm, Value self, const Value* argv, int) {
  check_frozen(vm, self);
  ary_store(vm, self.as<Array>(), argv[0].to_fixnum(), argv[1]);
  return argv[1];
}

/// A new Array with room for as many elements as self has.
Value room(VM& vm, Value self, const Value*, int) { return ary_new(vm, self.as<Array>()->size()); }

void check_modifiable(VM& vm, Value self) { check_frozen(vm, self); }

/// Removes [kept, from): what a loop that moves kept elements to the front leaves behind.
void close_gap(VM& vm, Mut<Array> self, int64_t kept, int64_t from) {
  const auto n = static_cast<int64_t>(self->size());
  if (from > n) from = n;
  if (kept < from) ary_splice(vm, self, static_cast<size_t>(kept), static_cast<size_t>(from - kept), {});
}

/// The whole contents become those of `from`.
void assign(VM& vm, Mut<Array> self, Array* from) { ary_assign(vm, self, from); }

Value try_array(VM& vm, Value, Value v) { return try_to_ary(vm, v); }
Value to_array(VM& vm, Value, Value v) { return to_ary(vm, v); }
Value dup_array(VM& vm, Array* self) { return ary_dup(vm, self); }
Value slice_of(VM& vm, Array* self, int64_t start, int64_t len) { return ary_slice(vm, self, start, len); }

/// What a bsearch block answered: 0 found; 1 look behind; -1 look before; -2 the same, and this one will do.
int64_t bsearch_order(VM& vm, Value, Value answer) {
  if (answer.is_true()) return -2;
  if (answer.falsy()) return 1;
  if (!kind_of(vm, answer, vm.cNumeric))
    raise_type_error(vm, cat("wrong argument type ", class_path(vm, real_class(vm, answer)),
                             " (must be numeric, true, false or nil)"));
  return block_order(vm, vm.send(answer, ids::op_cmp, Value::fixnum(0)), answer, Value::fixnum(0));
}

/// Size of what `cycle(times)` yields.
Value cycle_size(VM& vm, Value, Value size, Value times) {
  if (size.is_nil() || size == Value::fixnum(0)) return size;
  if (times.is_nil()) return float_new(vm, HUGE_VAL);
  const int64_t n = to_int64(vm, times);
  return int_mul(vm, size, Value::fixnum(std::max(n, int64_t{0})));
}

// --- zip ---

/// `source` as an Array; nil when it is to be walked.
Value zip_source(VM& vm, Value, Value source) {
  if (Array* a = try_to_ary(vm, source)) return a;
  if (respond_to(vm, source, ids::each)) return Qnil;
  raise_type_error(
      vm, cat("wrong argument type ", class_path(vm, real_class(vm, source)), " (must respond to :each)"));
}

Value zip_row(VM& vm, Array* self, Array* others, int64_t i) {
  Array* row = ary_new(vm, others->size() + 1);
  ary_push(vm, row, ary_entry(self, i));
  for (size_t k = 0; k < others->size(); ++k) ary_push(vm, row, ary_entry(others->data()[k].as<Array>(), i));
  return row;
}

// --- Arguments and warnings of methods written in Ruby ---

/// `list`, of between min and max values.
Value arguments(VM& vm, Value, Array* list, int64_t min, int64_t max) {
  const auto n = static_cast<int64_t>(list->size());
  if (n < min || n > max) raise_arity(vm, static_cast<int>(n), static_cast<int>(min), static_cast<int>(max));
  return list;
}

Value as_integer(VM& vm, Value, Value v) { return int_new(vm, to_int64(vm, v)); }
void warn_block_unused(VM& vm, Value) { warn(vm, "given block not used"); }
void warn_block_supersedes(VM& vm, Value) { warn(vm, "block supersedes default value argument"); }

constexpr NativeMethod kPrimitives[] = {
    {"ary_size", NativeBody{size, 0, 0}},
    {"ary_at", NativeBody{at, 1, 1}},
    {"list_size", NativeBody{list_size, 1, 1}},
    {"list_at", NativeBody{list_at, 2, 2}},
    {"list_push", NativeBody{list_push, 2, 2}},
    {"ary_store", NativeBody{store, 2, 2}},
    {"ary_room", NativeBody{room, 0, 0}},
    {"ary_close_gap", native<close_gap>},
    {"ary_assign", native<assign>},
    {"bsearch_order", native<bsearch_order>},
    {"cycle_size", native<cycle_size>},
    {"zip_source", native<zip_source>},
    {"zip_row", native<zip_row>},
    {"arguments", native<arguments>},
    {"to_int", native<as_integer>},
    {"warn_block_unused", native<warn_block_unused>},
    {"warn_block_supersedes", native<warn_block_supersedes>},
    {"ary_dup", native<dup_array>},
    {"ary_slice", native<slice_of>},
    {"check_frozen", native<check_modifiable>},
    {"try_to_ary", native<try_array>},
    {"to_ary", native<to_array>},
};

} // namespace

void init_array_iterate(VM& vm) { define_primitives(vm, kPrimitives); }

void init_array(VM& vm) {
  init_array_access(vm);
  init_array_edit(vm);
  init_array_compare(vm);
  init_array_set(vm);
  init_array_sort(vm);
  init_array_random(vm);
  init_array_combine(vm);
  init_array_iterate(vm);
}

} // namespace miniyarv
