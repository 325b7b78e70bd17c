#pragma once

#include "gc/object.hpp"

#include <span>
#include <string>

namespace miniyarv {

class VM;

// All that create or grow may allocate. None checks frozen unless it says so. Spans may lie in an array as
// long as that array stays reachable (gc/keep_alive.hpp).
Array* ary_new(VM&, size_t capacity = 0);
Array* ary_new_class(VM&, Class*, size_t capacity);
Array* ary_from(VM&, std::span<const Value> values);
template <class... V> Array* ary_of(VM& vm, V... values) {
  const Value list[] = {Value(values)...};
  return ary_from(vm, list);
}
Array* ary_dup(VM&, const Array*); ///< plain Array; big ones share until written
/// Plain Array; big slices share. Precondition: start + len <= size.
Array* ary_subseq(VM&, Array*, size_t start, size_t len);
void ary_push(VM&, Array*, Value);
void ary_append(VM&, Array*, std::span<const Value>);
Value ary_pop(VM&, Array*);                  ///< nil when empty
Value ary_shift(VM&, Array*);                ///< nil when empty; O(1) for big arrays
void ary_unshift(VM&, Array*, Value);        ///< amortised O(1) for big arrays
Value ary_delete_at(VM&, Array*, int64_t i); ///< nil outside
/// Replaces `len` elements from `start` by `with`, extending with nil when start is beyond the end.
void ary_splice(VM&, Array*, size_t start, size_t len, std::span<const Value> with);
/// Element `i`, negative from the end; nil outside.
inline Value ary_entry(const Array* a, int64_t i) {
  const auto n = static_cast<int64_t>(a->size());
  if (i < 0) i += n;
  return i >= 0 && i < n ? a->data()[i] : Qnil;
}
void ary_store(VM&, Array*, int64_t i, Value); ///< raises IndexError for too small, extends with nil
void ary_replace(VM&, Array*, std::span<const Value>);
/// Becomes a copy of `from`; big ones share.
void ary_assign(VM&, Array*, Array* from);
/// Makes the array own (or embed) its elements with room for `capacity`; after it data() may be written, with
/// barrier.
void ary_modify(VM&, Array*, size_t capacity);
/// Precondition: n <= size.
void ary_truncate(VM&, Array*, size_t n);
void ary_clear(VM&, Array*);
Array* ary_concat(VM&, const Array*, const Array*); ///< a + b
bool ary_includes(VM&, Array*, Value);              ///< by ==
Value ary_join(VM&, Array*, Value separator);       ///< nil separator: $,
std::string ary_inspect(VM&, Array*);
inline bool is_array(Value v) { return is_type(v, Type::Array); }

void init_array(VM&);

} // namespace miniyarv
