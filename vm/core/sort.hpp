#pragma once

#include "gc/value.hpp"

#include <span>
#include <vector>

namespace miniyarv {

class VM;

/// Sorts by <=>, with no calls when all are integers, floats or strings of the core kinds. Stable. The values
/// must be reachable from elsewhere meanwhile.
void sort_values(VM&, std::span<Value> values);
/// The same by a block of the running native method.
void sort_values_by_block(VM&, std::span<Value> values);

struct Keyed {
  Value key, value;
};
void sort_keyed(VM&, std::span<Keyed> pairs); ///< by key

/// <=> as sort, min and max take it: core types inline; raises ArgumentError when not comparable.
int compare_elements(VM&, Value a, Value b);
/// What a comparison block answered, as a sign; raises ArgumentError for nil.
int block_order(VM&, Value result, Value a, Value b);

} // namespace miniyarv
