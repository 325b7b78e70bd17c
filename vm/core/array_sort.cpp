// Array: order statistics and sums. The comparison of elements is in sort.cpp.

#include "gc/keep_alive.hpp"
#include "vm/convert.hpp"
#include "vm/core/array_methods.hpp"
#include "vm/core/sort.hpp"
#include "vm/core/sum.hpp"

#include <algorithm>

namespace miniyarv {

namespace {

/// A sorted copy; by the running method's block when it was given one.
Array* sorted(VM& vm, Array* a) {
  std::vector<Value> values(a->values().begin(), a->values().end());
  Array* snapshot = ary_dup(vm, a);
  if (vm.block_given())
    sort_values_by_block(vm, values);
  else
    sort_values(vm, values);
  Array* out = ary_from(vm, values);
  keep_alive(snapshot);
  return out;
}

Value sort(VM& vm, Array* self) { return sorted(vm, self); }

Value sort_bang(VM& vm, Mut<Array> self) {
  Array* result = sorted(vm, self);
  check_frozen(vm, self.object);
  ary_assign(vm, self, result);
  return self.object;
}

/// `values` in the order of `keys`.
Value sort_by_keys(VM& vm, Value, Array* values, Array* keys) {
  std::vector<Keyed> pairs(values->size());
  for (size_t i = 0; i < pairs.size(); ++i) pairs[i] = {keys->data()[i], values->data()[i]};
  Array* kept_values = ary_dup(vm, values);
  Array* kept_keys = ary_dup(vm, keys);
  sort_keyed(vm, pairs);
  Array* out = ary_new(vm, pairs.size());
  for (const Keyed& pair : pairs) ary_push(vm, out, pair.value);
  keep_alive(kept_values);
  keep_alive(kept_keys);
  return out;
}

enum class Extreme : int { Min = -1, Max = 1 };

/// The first n of the order (from the other end for Max).
template <Extreme which> Value extreme_n(VM& vm, Array* self, Value count) {
  const int64_t n = to_int64(vm, count);
  if (n < 0) raise_argument_error(vm, cat("negative size (", n, ")"));
  Array* order = sorted(vm, self);
  const size_t k = std::min(static_cast<size_t>(n), order->size());
  if constexpr (which == Extreme::Max) std::reverse(order->data(), order->data() + order->size());
  return ary_subseq(vm, order, 0, k);
}

template <Extreme which> Value extreme_by_block(VM& vm, Array* self) {
  Value best = Qnil;
  for (size_t i = 0; i < self->size(); ++i) {
    const Value v = self->data()[i];
    const Value pair[] = {v, best};
    if (i == 0 || block_order(vm, vm.yield(pair), v, best) * static_cast<int>(which) > 0) best = v;
  }
  return best;
}

template <Extreme which> Value extreme_value(VM& vm, Array* self) {
  Value best = ary_entry(self, 0);
  for (size_t i = 1; i < self->size(); ++i) {
    const Value v = self->data()[i];
    if (compare_elements(vm, best, v) * static_cast<int>(which) < 0) best = v;
  }
  return best;
}

template <Extreme which> Value extreme(VM& vm, Array* self, std::optional<Value> count) {
  if (count && !count->is_nil()) return extreme_n<which>(vm, self, *count);
  return vm.block_given() ? extreme_by_block<which>(vm, self) : extreme_value<which>(vm, self);
}

Value minmax_values(VM& vm, Array* self) {
  return ary_of(vm, extreme_value<Extreme::Min>(vm, self), extreme_value<Extreme::Max>(vm, self));
}

Value sum_values(VM& vm, Array* self, Value initial) {
  Summation sum(initial);
  for (size_t i = 0; i < self->size(); ++i) sum.add(vm, self->data()[i]);
  return sum.result(vm);
}

// --- Incremental forms, for loops in Ruby ---

constexpr DataType kSummationType{
    "sum",
    [](void* payload, Marker& marker) { marker.mark(static_cast<Summation*>(payload)->total()); },
    nullptr,
    nullptr,
};

Value sum_new(VM& vm, Value, Value initial) {
  return vm.heap.make_data(vm.cObject, kSummationType, Summation(initial));
}

Value sum_add(VM& vm, Value, const Value* argv, int) {
  auto* data = argv[0].as<DataObject>();
  auto& sum = data->get<Summation>();
  sum.add(vm, argv[1]);
  vm.heap.write_barrier(data, sum.total());
  return Qnil;
}

Value sum_result(VM& vm, Value, Value sum) { return sum.as<DataObject>()->get<Summation>().result(vm); }

Value compare_two(VM& vm, Value, const Value* argv, int) {
  return Value::fixnum(compare_elements(vm, argv[0], argv[1]));
}

/// Sign of what a comparison block answered for (a, b).
Value order_of(VM& vm, Value, const Value* argv, int) {
  return Value::fixnum(block_order(vm, argv[0], argv[1], argv[2]));
}

constexpr NativeMethod kMethods[] = {
    {"sort", native<sort>},
    {"sort!", native<sort_bang>},
    {"min", native<extreme<Extreme::Min>>},
    {"max", native<extreme<Extreme::Max>>},
};

constexpr NativeMethod kPrimitives[] = {
    {"ary_minmax", native<minmax_values>},      {"ary_sum", native<sum_values>},
    {"sort_by_keys", native<sort_by_keys>},     {"sum_new", native<sum_new>},
    {"sum_add", NativeBody{sum_add, 2, 2}},     {"sum_result", native<sum_result>},
    {"compare", NativeBody{compare_two, 2, 2}}, {"order_of", NativeBody{order_of, 3, 3}},
};

} // namespace

void init_array_sort(VM& vm) {
  define_natives(vm, vm.cArray, kMethods);
  define_primitives(vm, kPrimitives);
}

} // namespace miniyarv
