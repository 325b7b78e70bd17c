#pragma once

#include "gc/object.hpp"
#include "vm/method.hpp"

#include <functional>
#include <vector>

namespace miniyarv {

class VM;
struct Keywords;

/// Object#dup and #clone. `freeze`: Qnil as the original is, Qtrue, Qfalse.
Value object_dup(VM&, Value);
Value object_clone(VM&, Value, Value freeze = Qnil);
/// Object#object_id.
Value object_id(VM&, Value);
/// Kernel#inspect: the class, the address and the instance variables.
Value object_inspect(VM&, Value);
/// Raises NameError "'x' is not allowed as an instance variable name".
ID check_ivar_name(VM&, Value name);

/// Names of the methods that instances of `c` have, nearest first, from the classes up to and without `stop`;
/// an entry that undefines, or a visibility that `wanted` refuses, hides those above.
std::vector<ID> method_names(Class* c, const Class* stop,
                             const std::function<bool(const MethodEntry&)>& wanted);
inline bool is_public(const MethodEntry& me) { return me.visibility == Visibility::Public; }
inline bool is_private(const MethodEntry& me) { return me.visibility == Visibility::Private; }
inline bool is_protected(const MethodEntry& me) { return me.visibility == Visibility::Protected; }
inline bool is_visible(const MethodEntry& me) { return me.visibility != Visibility::Private; }
/// Names of the local variables that code of `iseq` sees, innermost scope first.
std::vector<ID> local_names(VM&, const ISeq*);
Array* symbols_array(VM&, const std::vector<ID>&);

/// Runs `text` (String), or the running native method's block, with another self: instance_eval and
/// class_eval. `cref` is where the code's definitions go.
Value eval_text_or_block(VM&, Value self, Cref* cref, std::span<const Value> args);

void init_object_variables(VM&); ///< instance_variable_get and its relatives
void init_object_methods(VM&);   ///< methods, send, respond_to? and their relatives

} // namespace miniyarv
