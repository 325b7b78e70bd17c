#pragma once

#include "gc/object.hpp"

#include <span>
#include <string>

namespace miniyarv {

class VM;

// All that create or grow may allocate. None checks frozen unless it says so.
Array* ary_new(VM&, size_t capacity = 0);
Array* ary_from(VM&, std::span<const Value> values);
template <class... V> Array* ary_of(VM& vm, V... values) {
  const Value list[] = {Value(values)...};
  return ary_from(vm, list);
}
Array* ary_dup(VM&, const Array*);                        ///< plain Array; big ones share until written
Array* ary_subseq(VM&, Array*, size_t start, size_t len); ///< shares big slices
void ary_push(VM&, Array*, Value);
void ary_append(VM&, Array*, std::span<const Value>);
Value ary_pop(VM&, Array*);
Value ary_shift(VM&, Array*);
/// Element `i`, negative from the end; nil outside.
inline Value ary_entry(const Array* a, int64_t i) {
  const auto n = static_cast<int64_t>(a->size());
  if (i < 0) i += n;
  return i >= 0 && i < n ? a->data()[i] : Qnil;
}
void ary_store(VM&, Array*, int64_t i, Value); ///< raises IndexError for too small, extends with nil
void ary_replace(VM&, Array*, std::span<const Value>);
/// Makes the array own (or embed) its elements with room for `capacity`; after it data() may be written, with
/// barrier.
void ary_modify(VM&, Array*, size_t capacity);
void ary_clear(VM&, Array*);
Array* ary_concat(VM&, const Array*, const Array*); ///< a + b
bool ary_includes(VM&, const Array*, Value);        ///< by ==
Value ary_join(VM&, Array*, Value separator);
std::string ary_inspect(VM&, Array*);
inline bool is_array(Value v) { return is_type(v, Type::Array); }

void init_array(VM&);

} // namespace miniyarv
