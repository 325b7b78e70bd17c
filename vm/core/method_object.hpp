#pragma once

#include "vm/method.hpp"

namespace miniyarv {

class VM;

/// A Method or UnboundMethod.
struct MethodObject {
  Value receiver; ///< Qundef in an UnboundMethod
  Class* klass;   ///< where the lookup started
  ID name;        ///< it was asked for by
  const MethodEntry* me;
  Class* owner; ///< differs from the entry's where only the visibility was changed
};

/// The Method `name` of `receiver`; falls back to respond_to_missing?. Raises NameError.
Value method_of(VM&, Value receiver, ID name, bool public_only);
/// The UnboundMethod `name` of instances of `c`. Raises NameError.
Value unbound_method_of(VM&, Class* c, ID name, bool public_only);
bool is_method_object(Value); ///< of either class
const MethodObject& method_object(Value);
/// Raises NameError "undefined method 'x' for class 'Foo'".
[[noreturn]] void raise_undefined_method(VM&, Class* c, ID name);

void init_method_objects(VM&); ///< Method, UnboundMethod
void init_proc_methods(VM&);   ///< Proc

} // namespace miniyarv
