#pragma once

#include "gc/value.hpp"

namespace miniyarv {

/// Keeps `v` on the native stack, and so alive, up to this point: for code that holds only a pointer into an
/// object's outside buffer across an allocation.
inline void keep_alive(Value v) { __asm__ volatile("" : : "r"(v.bits) : "memory"); }

} // namespace miniyarv
