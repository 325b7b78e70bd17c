#pragma once

#include "gc/object.hpp"

#include <string_view>

namespace miniyarv {

class VM;

/// `s[key]` as dig does it: nil for a member that does not exist.
Value struct_dig_step(VM&, Value s, Value key);

void init_struct(VM&); ///< Struct
void init_data(VM&);   ///< Data

} // namespace miniyarv
