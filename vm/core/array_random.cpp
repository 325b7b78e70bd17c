// Array: shuffle and sample. They draw as CRuby does, so that a seed gives the same result.

#include "vm/convert.hpp"
#include "vm/core/array_methods.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/random.hpp"

#include <algorithm>
#include <unordered_map>

namespace miniyarv {

namespace {

Value source_of(VM& vm, const Keywords& keywords) {
  keywords.allow_only(vm, {"random"});
  const Value source = keywords.get(vm, "random");
  return source.is_undef() ? Qnil : source;
}

size_t draw(VM& vm, Value source, size_t limit) {
  return static_cast<size_t>(random_limited(vm, source, limit - 1));
}

void shuffle_in_place(VM& vm, Array* a, Value source) {
  ary_modify(vm, a, 0);
  const size_t n = a->size();
  for (size_t i = n; i > 1; --i) {
    const size_t j = draw(vm, source, i);
    if (a->size() != n) raise(vm, vm.eRuntimeError, "modified during shuffle!");
    ary_modify(vm, a, 0);
    std::swap(a->data()[j], a->data()[i - 1]);
  }
}

Value shuffle(VM& vm, Array* self, Keywords keywords) {
  const Value source = source_of(vm, keywords);
  Array* out = ary_dup(vm, self);
  shuffle_in_place(vm, out, source);
  return out;
}

Value shuffle_bang(VM& vm, Mut<Array> self, Keywords keywords) {
  shuffle_in_place(vm, self, source_of(vm, keywords));
  return self.object;
}

/// Distinct indices below n, in the order they are drawn: `draws[i]` is below n - i and counts the indices
/// not yet taken.
std::vector<size_t> insert_sorted(std::span<const size_t> draws) {
  std::vector<size_t> taken, picked;
  for (size_t index : draws) {
    size_t at = 0;
    for (; at < taken.size() && taken[at] <= index; ++at) ++index;
    taken.insert(taken.begin() + static_cast<ptrdiff_t>(at), index);
    picked.push_back(index);
  }
  return picked;
}

/// The first k places of a shuffle that swaps place i with one drawn from i on; only moved places are kept.
std::vector<size_t> partial_shuffle(std::span<const size_t> draws) {
  std::unordered_map<size_t, size_t> moved;
  const auto at = [&](size_t i) { return moved.contains(i) ? moved[i] : i; };
  std::vector<size_t> picked;
  for (size_t i = 0; i < draws.size(); ++i) {
    const size_t j = draws[i] + i;
    picked.push_back(at(j));
    moved[j] = at(i);
  }
  return picked;
}

/// Two and three indices are drawn without a table.
std::vector<size_t> few(std::vector<size_t> draws) {
  if (draws.size() >= 2 && draws[1] >= draws[0]) ++draws[1];
  if (draws.size() == 3) {
    const size_t low = std::min(draws[0], draws[1]), high = std::max(draws[0], draws[1]);
    if (draws[2] >= low && ++draws[2] >= high) ++draws[2];
  }
  return draws;
}

Value sample_many(VM& vm, Array* self, size_t wanted, Value source) {
  const size_t n = self->size(), k = std::min(wanted, n);
  constexpr size_t kFew = 3, kSorted = 10;
  std::vector<size_t> draws(k);
  for (size_t i = 0; i < k; ++i) draws[i] = draw(vm, source, n - i);
  const std::vector<size_t> picked = k <= kFew      ? few(draws)
                                     : k <= kSorted ? insert_sorted(draws)
                                                    : partial_shuffle(draws);
  Array* out = ary_new(vm, k);
  for (size_t i : picked) ary_push(vm, out, ary_entry(self, static_cast<int64_t>(i)));
  return out;
}

Value sample(VM& vm, Array* self, std::optional<Value> count, Keywords keywords) {
  const Value source = source_of(vm, keywords);
  if (count) return sample_many(vm, self, to_count(vm, *count, "negative sample number"), source);
  if (self->size() == 0) return Qnil;
  const size_t i = self->size() == 1 ? 0 : draw(vm, source, self->size());
  return ary_entry(self, static_cast<int64_t>(i));
}

constexpr NativeMethod kMethods[] = {
    {"shuffle", native<shuffle>},
    {"shuffle!", native<shuffle_bang>},
    {"sample", native<sample>},
};

} // namespace

void init_array_random(VM& vm) { define_natives(vm, vm.cArray, kMethods); }

} // namespace miniyarv
