#pragma once

#include "gc/object.hpp"

namespace miniyarv {

class VM;
struct Hash;

/// The table of a Set, whose keys are its elements; null for any other value.
Hash* set_table(Value);

void init_set(VM&);

} // namespace miniyarv
