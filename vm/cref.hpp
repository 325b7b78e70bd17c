#pragma once

#include "vm/class.hpp"

namespace miniyarv {

/// A lexical scope (T_Cref): the class whose body, or the class_eval, encloses the code. Constants are looked
/// up through the chain of these, and `def` adds methods to `klass`. Immutable, but for the default
/// visibility, which `private` and the like change without arguments.
struct Cref : Object {
  Class* klass;
  Cref* outer; ///< null at the outermost scope, whose klass is Object
  Visibility default_visibility;
  bool module_func;    ///< `module_function` is in force
  bool pushed_by_eval; ///< instance_eval, class_eval: constants are not looked up in `klass`
};

Cref* cref_new(VM&, Class* klass, Cref* outer, bool pushed_by_eval = false);

} // namespace miniyarv
