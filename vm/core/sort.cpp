#include "vm/core/sort.hpp"

#include "vm/convert.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/string.hpp"
#include "vm/method.hpp"
#include "vm/vm.hpp"

#include <algorithm>
#include <cmath>

namespace miniyarv {

namespace {

/// Merge sort that any comparison, however inconsistent, cannot lead outside the range: `less` may run Ruby
/// code and throw.
template <class T, class Less> class MergeSort {
public:
  MergeSort(std::span<T> items, Less less) : items_(items), less_(less) {}

  void run() {
    const size_t n = items_.size();
    for (size_t at = 0; at < n; at += kRun) insertion_sort(at, std::min(at + kRun, n));
    if (n <= kRun) return;
    spare_.resize(n);
    for (size_t width = kRun; width < n; width *= 2)
      for (size_t at = 0; at + width < n; at += 2 * width) merge(at, at + width, std::min(at + 2 * width, n));
  }

private:
  static constexpr size_t kRun = 8;

  void insertion_sort(size_t lo, size_t hi) {
    for (size_t i = lo + 1; i < hi; ++i) {
      const T item = items_[i];
      size_t at = i;
      while (at > lo && less_(item, items_[at - 1])) --at;
      std::move_backward(items_.begin() + static_cast<ptrdiff_t>(at),
                         items_.begin() + static_cast<ptrdiff_t>(i),
                         items_.begin() + static_cast<ptrdiff_t>(i) + 1);
      items_[at] = item;
    }
  }

  void merge(size_t lo, size_t mid, size_t hi) {
    if (!less_(items_[mid], items_[mid - 1])) return;
    std::copy(items_.begin() + static_cast<ptrdiff_t>(lo), items_.begin() + static_cast<ptrdiff_t>(mid),
              spare_.begin());
    const size_t left_size = mid - lo;
    size_t left = 0, right = mid, out = lo;
    while (left < left_size && right < hi)
      items_[out++] = less_(items_[right], spare_[left]) ? items_[right++] : spare_[left++];
    while (left < left_size) items_[out++] = spare_[left++];
  }

  std::span<T> items_;
  Less less_;
  std::vector<T> spare_;
};

template <class T, class Less> void merge_sort(std::span<T> items, Less less) {
  MergeSort<T, Less>(items, less).run();
}

Value key_of(Value v) { return v; }
Value key_of(const Keyed& k) { return k.key; }

enum class KeyKind : uint8_t { Mixed, Fixnum, Float, String };

template <class T> KeyKind kind_of_keys(VM& vm, std::span<const T> items) {
  bool fixnums = true, floats = true, strings = true;
  for (const T& item : items) {
    const Value v = key_of(item);
    fixnums &= v.is_fixnum();
    floats &= is_float(v) && !std::isnan(float_value(v));
    strings &= is_string(v);
    if (!fixnums && !floats && !strings) return KeyKind::Mixed;
  }
  if (items.empty() || !has_builtin_method(vm, key_of(items[0]), ids::op_cmp)) return KeyKind::Mixed;
  return fixnums ? KeyKind::Fixnum : floats ? KeyKind::Float : KeyKind::String;
}

template <class T> void sort_items(VM& vm, std::span<T> items) {
  switch (kind_of_keys(vm, std::span<const T>(items))) {
  case KeyKind::Fixnum:
    return merge_sort(items, [](const T& a, const T& b) {
      return static_cast<int64_t>(key_of(a).bits) < static_cast<int64_t>(key_of(b).bits);
    });
  case KeyKind::Float:
    return merge_sort(items,
                      [](const T& a, const T& b) { return float_value(key_of(a)) < float_value(key_of(b)); });
  case KeyKind::String:
    return merge_sort(items, [](const T& a, const T& b) {
      return str_compare(key_of(a).template as<String>(), key_of(b).template as<String>()) < 0;
    });
  case KeyKind::Mixed:
    return merge_sort(
        items, [&vm](const T& a, const T& b) { return compare_elements(vm, key_of(b), key_of(a)) > 0; });
  }
}

} // namespace

int compare_elements(VM& vm, Value a, Value b) {
  if (is_float(a) && is_float(b)) {
    const double x = float_value(a), y = float_value(b);
    if (x < y) return -1;
    if (x >= y) return x > y;
  }
  return compare(vm, a, b);
}

int block_order(VM& vm, Value result, Value a, Value b) {
  if (result.is_fixnum()) return result.to_fixnum() < 0 ? -1 : result.to_fixnum() > 0;
  if (result.is_nil()) raise_comparison_failed(vm, a, b);
  if (vm.send(result, ids::op_gt, Value::fixnum(0)).truthy()) return 1;
  return vm.send(result, ids::op_lt, Value::fixnum(0)).truthy() ? -1 : 0;
}

void sort_values(VM& vm, std::span<Value> values) {
  if (kind_of_keys(vm, std::span<const Value>(values)) != KeyKind::Fixnum) return sort_items(vm, values);
  std::sort(values.begin(), values.end(),
            [](Value a, Value b) { return static_cast<int64_t>(a.bits) < static_cast<int64_t>(b.bits); });
}

void sort_values_by_block(VM& vm, std::span<Value> values) {
  merge_sort(values, [&vm](Value a, Value b) {
    const Value pair[] = {b, a};
    return block_order(vm, vm.yield(pair), b, a) > 0;
  });
}

void sort_keyed(VM& vm, std::span<Keyed> pairs) { sort_items(vm, pairs); }

} // namespace miniyarv
