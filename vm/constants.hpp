#pragma once

#include "gc/value.hpp"

namespace miniyarv {

class VM;
struct Class;
struct Cref;
struct ControlFrame;

// Constants beyond VM::const_*. All run autoload and const_missing, so they may call any Ruby code and raise
// NameError.

/// A bare `Name`: the classes of the lexical scopes from the inside (Object and scopes pushed by
/// instance_eval left out), then the ancestors of the innermost class, then Object.
Value const_lookup_lexical(VM&, Cref*, ID);
/// `Base::Name`: Base and its ancestors, without Object for other classes; private constants raise.
Value const_get_scoped(VM&, Class* base, ID);
/// Without const_missing or autoload.
bool const_defined_lexical(VM&, Cref*, ID);
bool const_defined_scoped(VM&, Class* base, ID);

// Class variables, looked up from the scope's class (singleton classes and eval scopes skipped). The frame is
// for messages.
Value cvar_get(VM&, Cref*, ID);
void cvar_set(VM&, Cref*, ID, Value);
bool cvar_defined(VM&, Cref*, ID);

// Global variables by name, hooks and aliases honoured.
Value gvar_get(VM&, ID);
void gvar_set(VM&, ID, Value);
bool gvar_defined(VM&, ID);
void gvar_alias(VM&, ID new_name, ID old_name);

} // namespace miniyarv
