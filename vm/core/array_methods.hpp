#pragma once

// What the files that define Array's methods share. Not for other subsystems: those use array.hpp.

#include "vm/core/array.hpp"
#include "vm/native.hpp"

#include <vector>

namespace miniyarv {

// Each defines one family of methods; init_array calls them all.
void init_array_access(VM&);
void init_array_edit(VM&);
void init_array_compare(VM&);
void init_array_set(VM&);
void init_array_sort(VM&);
void init_array_random(VM&);
void init_array_combine(VM&);
void init_array_iterate(VM&);

/// A count argument as first(n), take(n) and sample(n) take it; raises ArgumentError with `message` when
/// negative.
size_t to_count(VM&, Value, const char* message);

/// `a[start, len]` with Ruby's rules; nil out of range.
Value ary_slice(VM&, Array*, int64_t start, int64_t len);

/// The elements the method that runs would answer for `dig(*keys)` on `v`.
Value dig(VM&, Value v, std::span<const Value> keys);

} // namespace miniyarv
