#pragma once

#include "vm/class.hpp"
#include "vm/cvars.hpp"
#include "vm/globals.hpp"

namespace miniyarv {

// Besides VM::const_get and its siblings (vm/vm.hpp). All may allocate, run autoload and const_missing, warn
// of deprecated constants, and raise NameError.

/// `NAME` in a lexical scope: the enclosing classes' own constants, then the ancestors of the innermost one.
Value const_lookup_lexical(VM&, Cref*, ID name);
bool const_defined_lexical(VM&, Cref*, ID name);
/// `klass::NAME`: no private constants, and none of Object's unless it is Object that is asked.
Value const_get_scoped(VM&, Class* klass, ID name);
bool const_defined_scoped(VM&, Class* klass, ID name);

/// The entry that `NAME` refers to from `klass`, and where it is; null when there is none. Does not load.
struct ConstPlace {
  ConstEntry* entry = nullptr;
  Class* owner = nullptr;
};
ConstPlace const_find(VM&, Class* klass, ID name, bool inherit, bool exclude_object = false);
/// The entry's value, loading what autoload names; Qundef when it is not there after all.
Value const_resolve(VM&, const ConstPlace&, ID name);

/// Removes and returns it; Qundef when `klass` has no such constant of its own.
Value const_remove(VM&, Class* klass, ID name);
/// Makes the constant's value be computed at the first reference. For classes most programs never name.
void const_set_lazy(VM&, Class* klass, ID name, LazyConstant make);
/// Raises "uninitialized constant Foo::BAR".
[[noreturn]] void raise_uninitialized_constant(VM&, Class* klass, ID name);
/// The `A::` before a constant's name in messages; empty for Object.
std::string const_prefix(VM&, const Class* klass);

/// The interpreter's reaction to a change of any constant of this name: empties inline caches.
void constant_changed(VM&, ID name);

} // namespace miniyarv
