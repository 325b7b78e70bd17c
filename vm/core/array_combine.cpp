// Combinations, permutations and products: the steps of the loops in array.rb. A state is an Array of indices
// that each step advances in place; nil ends the loop.

#include "vm/convert.hpp"
#include "vm/core/array_methods.hpp"
#include "vm/core/numeric.hpp"

#include <algorithm>

namespace miniyarv {

namespace {

Value fix(int64_t i) { return Value::fixnum(i); }
int64_t size_of(const Array* a) { return static_cast<int64_t>(a->size()); }

Array* indices(VM& vm, int64_t n, bool counting) {
  Array* steps = ary_new(vm, static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) ary_push(vm, steps, fix(counting ? i : 0));
  return steps;
}

// --- How many there are ---

/// n * (n - 1) * ... , k factors.
Value falling_product(VM& vm, int64_t n, int64_t k) {
  Value product = fix(k < 0 ? 0 : 1);
  for (int64_t i = 0; i < k; ++i) product = int_mul(vm, product, fix(n - i));
  return product;
}

Value binomial(VM& vm, int64_t n, int64_t k) {
  if (k < 0 || k > n) return fix(0);
  k = std::min(k, n - k);
  Value count = fix(1);
  for (int64_t i = 1; i <= k; ++i) count = int_div(vm, int_mul(vm, count, fix(n - k + i)), fix(i));
  return count;
}

Value combination_count(VM& vm, Array* self, int64_t k) { return binomial(vm, size_of(self), k); }

Value permutation_count(VM& vm, Array* self, Value k) {
  const int64_t n = size_of(self);
  return falling_product(vm, n, k.is_nil() ? n : to_int64(vm, k));
}

Value repeated_combination_count(VM& vm, Array* self, int64_t k) {
  if (k == 0) return fix(1);
  return binomial(vm, size_of(self) + k - 1, k);
}

Value repeated_permutation_count(VM& vm, Array* self, int64_t k) {
  return k < 0 ? fix(0) : int_pow(vm, fix(size_of(self)), fix(k));
}

// --- First states ---

Value combination_first(VM& vm, Array* self, int64_t k) {
  return k < 0 || k > size_of(self) ? Qnil : Value(indices(vm, k, true));
}

/// A permutation of all indices, of which the first k are shown.
Value permutation_first(VM& vm, Array* self, int64_t k) {
  const int64_t n = size_of(self);
  return k < 0 || k > n ? Qnil : Value(indices(vm, n, true));
}

Value repeated_first(VM& vm, Array* self, int64_t k) {
  return k < 0 || (self->size() == 0 && k > 0) ? Qnil : Value(indices(vm, k, false));
}

// --- Next states ---

Value combination_next(VM&, Value, Array* list, Array* steps) {
  const int64_t n = size_of(list), k = size_of(steps);
  int64_t i = k - 1;
  while (i >= 0 && steps->data()[i].to_fixnum() == n - k + i) --i;
  if (i < 0) return Qnil;
  int64_t index = steps->data()[i].to_fixnum();
  for (; i < k; ++i) steps->data()[i] = fix(++index);
  return steps;
}

Value permutation_next(VM&, Value, Array* steps, int64_t shown) {
  const auto less = [](Value a, Value b) { return a.to_fixnum() < b.to_fixnum(); };
  Value* const begin = steps->data();
  Value* const end = begin + steps->size();
  std::reverse(begin + shown, end); // the last of those that begin like this one
  return std::next_permutation(begin, end, less) ? Value(steps) : Qnil;
}

Value repeated_combination_next(VM&, Value, Array* list, Array* steps) {
  const int64_t n = size_of(list), k = size_of(steps);
  int64_t i = k - 1;
  while (i >= 0 && steps->data()[i].to_fixnum() == n - 1) --i;
  if (i < 0) return Qnil;
  std::fill(steps->data() + i, steps->data() + k, fix(steps->data()[i].to_fixnum() + 1));
  return steps;
}

/// Counts up like an odometer whose wheel i has limit(i) digits.
template <class Limit> Value count_up(Array* steps, Limit&& limit) {
  for (int64_t i = size_of(steps) - 1; i >= 0; --i) {
    const int64_t next = steps->data()[i].to_fixnum() + 1;
    if (next < limit(i)) {
      steps->data()[i] = fix(next);
      return steps;
    }
    steps->data()[i] = fix(0);
  }
  return Qnil;
}

Value repeated_permutation_next(VM&, Value, Array* list, Array* steps) {
  return count_up(steps, [n = size_of(list)](int64_t) { return n; });
}

// --- What a state shows ---

Value pick_first(VM& vm, Value, Array* list, Array* steps, int64_t shown) {
  Array* out = ary_new(vm, static_cast<size_t>(shown));
  for (int64_t i = 0; i < shown; ++i) ary_push(vm, out, ary_entry(list, steps->data()[i].to_fixnum()));
  return out;
}

Value pick(VM& vm, Value self, Array* list, Array* steps) {
  return pick_first(vm, self, list, steps, size_of(steps));
}

// --- Products ---

Array* nth_list(Array* lists, size_t i) { return lists->data()[i].as<Array>(); }

/// Copies of self and the others.
Value product_lists(VM& vm, Array* self, Array* others) {
  Array* lists = ary_of(vm, ary_dup(vm, self));
  for (size_t i = 0; i < others->size(); ++i) ary_push(vm, lists, ary_dup(vm, to_ary(vm, others->data()[i])));
  return lists;
}

Value product_first(VM& vm, Value, Array* lists) {
  for (size_t i = 0; i < lists->size(); ++i)
    if (nth_list(lists, i)->size() == 0) return Qnil;
  return indices(vm, size_of(lists), false);
}

Value product_next(VM&, Value, Array* lists, Array* steps) {
  return count_up(steps, [lists](int64_t i) { return size_of(nth_list(lists, static_cast<size_t>(i))); });
}

Value product_pick(VM& vm, Value, Array* lists, Array* steps) {
  Array* out = ary_new(vm, lists->size());
  for (size_t i = 0; i < lists->size(); ++i)
    ary_push(vm, out, ary_entry(nth_list(lists, i), steps->data()[i].to_fixnum()));
  return out;
}

Value product(VM& vm, Value self, Array* lists) {
  size_t total = 1;
  for (size_t i = 0; i < lists->size(); ++i) {
    const size_t n = nth_list(lists, i)->size();
    if (n && total > Array::kMaxSize / n) raise(vm, vm.eRangeError, "too big to product");
    total *= n;
  }
  Array* out = ary_new(vm, total);
  for (Value steps = product_first(vm, self, lists); !steps.is_nil();
       steps = product_next(vm, self, lists, steps.as<Array>()))
    ary_push(vm, out, product_pick(vm, self, lists, steps.as<Array>()));
  return out;
}

constexpr NativeMethod kPrimitives[] = {
    {"combination_count", native<combination_count>},
    {"permutation_count", native<permutation_count>},
    {"repeated_combination_count", native<repeated_combination_count>},
    {"repeated_permutation_count", native<repeated_permutation_count>},
    {"combination_first", native<combination_first>},
    {"permutation_first", native<permutation_first>},
    {"repeated_first", native<repeated_first>},
    {"combination_next", native<combination_next>},
    {"permutation_next", native<permutation_next>},
    {"repeated_combination_next", native<repeated_combination_next>},
    {"repeated_permutation_next", native<repeated_permutation_next>},
    {"list_pick", native<pick>},
    {"list_pick_first", native<pick_first>},
    {"product_lists", native<product_lists>},
    {"product_first", native<product_first>},
    {"product_next", native<product_next>},
    {"product_pick", native<product_pick>},
    {"product", native<product>},
};

} // namespace

void init_array_combine(VM& vm) { define_primitives(vm, kPrimitives); }

} // namespace miniyarv
