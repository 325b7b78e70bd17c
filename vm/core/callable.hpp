#pragma once

#include "gc/value.hpp"

#include <optional>

namespace miniyarv {

class VM;

// What Proc and Method have in common; `self` is either.

/// curry(arity): a lambda that collects arguments until there are enough.
Value callable_curry(VM&, Value self, std::optional<Value> arity);
Value callable_then(VM&, Value self, Value next);      ///< self >> next
Value callable_after(VM&, Value self, Value previous); ///< self << previous

} // namespace miniyarv
