// Ranges as values: creation, and resolution against a length.

#include "vm/core/range.hpp"

#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/vm.hpp"

#include <algorithm>

namespace miniyarv {

namespace {

bool comparable(VM& vm, Value begin, Value end) {
  if (begin.is_nil() || end.is_nil() || (begin.is_fixnum() && end.is_fixnum())) return true;
  Value order = Qnil;
  const Value failed = vm.rescue(vm.eStandardError, [&] { order = vm.send(begin, ids::op_cmp, end); });
  return failed.is_undef() && !order.is_nil();
}

[[noreturn]] void raise_out_of_range(VM& vm, Value range) {
  raise(vm, vm.eRangeError, cat(inspect_str(vm, range), " out of range"));
}

/// `clamp`: no further than the length.
bool resolve(VM& vm, Value range, int64_t length, int64_t& start, int64_t& count, bool clamp) {
  const Value b = range_begin(range), e = range_end(range);
  int64_t from = b.is_nil() ? 0 : to_int64(vm, b);
  int64_t to = e.is_nil() ? -1 : to_int64(vm, e);
  if (from < 0) from += length;
  if (from < 0) return false;
  if (to < 0) to += length;
  if (e.is_nil() || !range_excludes_end(range)) ++to;
  if (clamp) {
    if (from > length) return false;
    to = std::min(to, length);
  }
  start = from;
  count = std::max(to - from, int64_t{0});
  return true;
}

} // namespace

Value range_new_class(VM& vm, Class* klass, Value begin, Value end, bool exclude_end) {
  if (!comparable(vm, begin, end)) raise_argument_error(vm, "bad value for range");
  auto* range = vm.heap.make<Tuple>(Type::Range, klass);
  range->v[0] = begin;
  range->v[1] = end;
  range->v[2] = Value::boolean(exclude_end);
  if (klass == vm.cRange) range->flags |= Object::kFrozen;
  return range;
}

Value range_new(VM& vm, Value begin, Value end, bool exclude_end) {
  return range_new_class(vm, vm.cRange, begin, end, exclude_end);
}

bool range_bounds(VM& vm, Value range, int64_t length, int64_t& start, int64_t& count, bool must) {
  if (resolve(vm, range, length, start, count, true)) return true;
  if (must) raise_out_of_range(vm, range);
  return false;
}

void range_bounds_open(VM& vm, Value range, int64_t length, int64_t& start, int64_t& count) {
  if (!resolve(vm, range, length, start, count, false)) raise_out_of_range(vm, range);
}

} // namespace miniyarv
