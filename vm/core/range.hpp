#pragma once

#include "gc/object.hpp"

namespace miniyarv {

class VM;

/// Frozen. Raises ArgumentError "bad value for range" when the bounds do not compare.
Value range_new(VM&, Value begin, Value end, bool exclude_end);
Value range_new_class(VM&, Class*, Value begin, Value end, bool exclude_end);
inline bool is_range(Value v) { return is_type(v, Type::Range); }
inline Value range_begin(Value r) { return r.as<Tuple>()->v[0]; }
inline Value range_end(Value r) { return r.as<Tuple>()->v[1]; }
inline bool range_excludes_end(Value r) { return r.as<Tuple>()->v[2].truthy(); }

/// Resolves a Range against a length, as Array#[] and String#[] do: false when out of range, else start and
/// length. Raises TypeError for bounds that are no integers; RangeError when `must` and out of range.
bool range_bounds(VM&, Value range, int64_t length, int64_t& start, int64_t& count, bool must = false);
/// The same for assignment, where a range may reach beyond the end: raises RangeError only for a start that
/// is before the first element.
void range_bounds_open(VM&, Value range, int64_t length, int64_t& start, int64_t& count);

void init_range(VM&);

} // namespace miniyarv
