#pragma once

#include "vm/class.hpp"

namespace miniyarv {

/// Where a class variable is: the class or module that has it. Raises RuntimeError when one in a superclass
/// has overtaken that of a class below. Null when undefined.
Class* cvar_owner(VM&, Class* klass, ID name);
Value cvar_get_in(VM&, Class* klass, ID name);       ///< NameError "uninitialized class variable @@x in Foo"
void cvar_set_in(VM&, Class* klass, ID name, Value); ///< where it is, else in klass
bool cvar_defined_in(VM&, Class* klass, ID name);

// The same for code: `cref` is that of the frame. RuntimeError "class variable access from toplevel".
Value cvar_get(VM&, const Cref* cref, ID name);
void cvar_set(VM&, const Cref* cref, ID name, Value);
bool cvar_defined(VM&, const Cref* cref, ID name);

} // namespace miniyarv
