#pragma once

#include "gc/heap.hpp"
#include "vm/id_table.hpp"

#include <memory>
#include <vector>

namespace miniyarv {

class VM;

/// A global variable: a value, unless hooks compute and check it. `alias` makes names share one.
struct GlobalVariable {
  using Getter = Value (*)(VM&, ID name);
  using Setter = void (*)(VM&, ID name, Value v);

  Value value = Qnil;
  Getter get = nullptr; ///< null: `value`
  Setter set = nullptr; ///< null: stored in `value`
  bool defined = false; ///< assigned, or hooked: what `defined?` and global_variables see
};

/// The global variables of a VM.
class GlobalTable {
public:
  Value get(VM&, ID name);         ///< nil when unset (with a warning under -w)
  void set(VM&, ID name, Value v); ///< runs the variable's check, which may raise
  bool defined(ID name) const;
  void alias(ID new_name, ID old_name);
  std::vector<ID> names() const;

  /// Declares a variable of the core library's. A hooked one without a setter is read-only.
  GlobalVariable& define(ID name, Value initial);
  void define_hooked(ID name, GlobalVariable::Getter, GlobalVariable::Setter);
  /// A stored value with a check at assignment; the setter stores through `slot`.
  void define_checked(ID name, Value initial, GlobalVariable::Setter);
  void define_read_only(ID name, Value value);
  /// The variable's own storage, for setters.
  Value& slot(ID name) { return variable(name).value; }

  void mark(Marker&) const;

private:
  GlobalVariable& variable(ID name);
  IdTable<std::shared_ptr<GlobalVariable>> variables_;
};

// Access by name, for the interpreter and core methods.
Value gvar_get(VM&, ID);
void gvar_set(VM&, ID, Value);
bool gvar_defined(VM&, ID);
void gvar_alias(VM&, ID new_name, ID old_name);

/// A setter that raises NameError "$x is a read-only variable".
void raise_read_only_global(VM&, ID name, Value);
/// A setter that insists on a String or nil: "value of $, must be String".
void set_string_global(VM&, ID name, Value v);

/// $! $@ $~ $_ and the match family, $; $, $/ $\ and their aliases, $VERBOSE, $DEBUG.
void init_globals(VM&);

} // namespace miniyarv
