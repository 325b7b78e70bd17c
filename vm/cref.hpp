#pragma once

#include "vm/class.hpp"

namespace miniyarv {

/// A lexical scope (T_Cref): the class whose body, or the class_eval, encloses the code. Constants are looked
/// up through the chain of these, and `def` adds methods to `klass`. Immutable, but for the default
/// visibility, which `private` and the like change without arguments.
struct Cref : Object {
  Class* klass; ///< null in an instance_eval until something needs the receiver's singleton class
  Cref* outer;  ///< null at the outermost scope, whose klass is Object
  Visibility default_visibility;
  bool module_func;    ///< `module_function` is in force
  bool pushed_by_eval; ///< instance_eval, class_eval: constants are not looked up in `klass`
  Value receiver;      ///< instance_eval: the object; else Qundef
};

Cref* cref_new(VM&, Class* klass, Cref* outer, bool pushed_by_eval = false);
/// The scope of an instance_eval.
Cref* cref_for_receiver(VM&, Value receiver, Cref* outer);
/// The class that `def` adds to. May create a singleton class; raises TypeError when there can be none.
Class* cref_target(VM&, Cref*);
/// The cref whose default visibility governs `def` in this environment and which `private` changes; null
/// inside a method body, where methods are public.
Cref* visibility_scope(const Value* ep);

} // namespace miniyarv
